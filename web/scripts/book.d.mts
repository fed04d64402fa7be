// What book.mjs gives: the sections of a rulebook.
export function book(text: string): { title: string; html: string }[];

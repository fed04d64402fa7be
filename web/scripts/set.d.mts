/** See set.mjs. */
export function icon(name: string): string | undefined;
export function shorter(d: string): string;

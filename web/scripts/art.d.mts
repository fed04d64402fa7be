/** See art.mjs. */
export function artFiles(art: object, groupOf: (id: string) => string | undefined): Record<string, unknown>;

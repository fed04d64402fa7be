// over.ts - one game's pictures laid over another's: rows of a kind, fills and scenes beside each other.
import type { Art } from './picture';

export function over<T extends Art>(below: T | undefined, above: T): T {
  if (!below) return above;
  const groups = Object.entries(above).map(([key, value]) => [
    key,
    { ...below[key as keyof T], ...(value as object) },
  ]);
  return { ...below, ...Object.fromEntries(groups), art: kinds(below.art, above.art) };
}

function kinds(below: Art['art'], above: Art['art']): Art['art'] {
  const both = { ...below };
  for (const [kind, rows] of Object.entries(above)) both[kind] = { ...both[kind], ...rows };
  return both;
}

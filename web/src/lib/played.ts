// played.ts - whether a match was played with other rules or data than there are here, and what differs.
//
// The marks are those of engine/catalogs.c, and so is the sentence.
import type { Played, Refusal } from './types';

const MARK_DIGITS = 4; // a list has so many for each of its items, anything else so many at all

/** A game's data as they lie beside the texts: the parts of each file. */
export type Facts = Record<string, Record<string, unknown> | undefined>;

function refusal(where: string, how: string): Refusal {
  return { code: 'other_data', holes: { where, how: `@data.${how}` } };
}

/** Where a part of a file differs: of a list, the item. */
function placeOf(key: string, then: string, now: string, part: unknown): string {
  let same = 0;
  while (same < then.length && then[same] === now[same]) same++;
  const index = Math.floor(same / MARK_DIGITS);
  if (!Array.isArray(part)) return key;
  const id = (part[index] as { id?: unknown } | undefined)?.id;
  return `${key}[${index}]${typeof id === 'string' ? ` (${id})` : ''}`;
}

export function isSameData(kept: Played, now: Played): boolean {
  return kept.rules === now.rules && (!kept.data || kept.data === now.data);
}

/** Why a match is none of ours. */
export function otherData(kept: Played, now: Played, facts: Facts): Refusal {
  if (kept.rules !== now.rules)
    return { code: 'other_rules', holes: { saved: kept.rules, current: now.rules } };
  const files = Object.entries(kept.files ?? {});
  for (const [file, then] of files) {
    const here = now.files?.[file];
    if (!here) return refusal(file, 'missing');
    const parts = facts[file.slice(file.indexOf('/') + 1)];
    for (const key of [...Object.keys(here), ...Object.keys(then)])
      if (then[key] !== here[key])
        return refusal(`${file}, ${placeOf(key, then[key] ?? '', here[key] ?? '', parts?.[key])}`, 'differs');
  }
  return refusal('@data.all', files.length ? 'otherwise' : 'differs');
}

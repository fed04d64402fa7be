// names.ts - what a unit is called: its class, and its number where a side has several; and
// that effects go by their tags.
import type { Speaker } from '../../lib/say';
import { findText } from '../../lib/texts.svelte';

/** The rules know a unit by a short id; who reads about it knows it by its class. */
export function thingName(speaker: Speaker, kind: string, id: string): string | undefined {
  if (['buff', 'dot', 'sticky'].includes(kind)) return findText(`combat.tag.${id}`);
  if (kind !== 'unit') return undefined;
  const units = speaker.view['units'] as { id: string; class: string }[] | undefined;
  const name = findText(`combat.class.${units?.find((unit) => unit.id === id)?.class ?? ''}`);
  const number = /\d+$/.exec(id)?.[0];
  return name && number ? `${name} ${number}` : name;
}

// names.ts - what a copy of a card of Smash Up is called, and where it lies.
import { gameInfo, type Speaker } from '../../lib/say';
import { fill, findText } from '../../lib/texts.svelte';
import type { View } from '../game';

const cards = gameInfo('smashup').cards;
const madness = cards.find((card) => card.group === 'madness')?.id ?? 'madness';

/** One copy of a card is called "<card>_<number>"; Madness, which nobody brings along, "madness_<number>". */
export function bareId(id: string): string {
  const bare = id.replace(/_\d+$/, '');
  return bare === 'madness' ? madness : bare;
}

interface Place {
  base: string;
  minions: { card: string; actions: { card: string }[] }[];
  actions: { card: string }[];
}

/** The base a card in play is at: two of the same name are told apart by it. */
function placeOf(view: View, card: string): string | undefined {
  const at = (list: { card: string }[]): boolean => list.some((each) => each.card === card);
  return ((view['bases'] ?? []) as Place[]).find(
    (base) => at(base.actions) || at(base.minions) || base.minions.some((minion) => at(minion.actions)),
  )?.base;
}

export function thingName(speaker: Speaker, kind: string, id: string): string | undefined {
  if (!['card', 'source', 'target'].includes(kind)) return undefined;
  const name =
    findText(`smashup.base.${id}`) ??
    findText(`smashup.card.${bareId(id)}`) ??
    findText(`smashup.card.${id}`);
  const base = kind === 'target' && name ? placeOf(speaker.view, id) : undefined;
  if (!base || !name) return name;
  return fill(findText('smashup.card_at') ?? '{card}', {
    card: name,
    base: findText(`smashup.base.${base}`) ?? base,
  });
}

export function thingText(_view: View, _kind: string, id: string): string | undefined {
  const card = cards.find((each) => each.id === id) ?? cards.find((each) => each.id === bareId(id));
  return card ? findText(`smashup.${card.text}`) : undefined;
}

const LONG = 7; // letters; shorter words fit on the smallest card

/** With places where a long word may be parted, between its syllables as well as letters tell. */
export function breakable(name: string): string {
  return name.replace(/[A-Za-z]+/g, (word) =>
    word.length < LONG
      ? word
      : word.replace(/[aeiouy][^aeiouy]{0,3}(?=([cpst]h|[^aeiouyh])[aeiouy]\w\w)/gi, (part, _, at: number) =>
          at + part.length < 3 ? part : `${part}\u00ad`,
        ),
  );
}

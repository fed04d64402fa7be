// cardtext.ts - the rule of a card in words, for tooltips, the zoom and the help drawer.
import { faceOf } from '../games/games';
import { gameInfo } from './say';
import { findText, gameText } from './texts.svelte';

/** The sentence printed for a thing of a game; empty where there is none. */
export function cardText(game: string, view: Record<string, unknown>, kind: string, id: string): string {
  const own = faceOf(game)?.thingText?.(view, kind, id);
  if (own !== undefined) return own;
  const card = gameInfo(game).cards.find((each) => each.id === id);
  return (card ? findText(`${game}.${card.text}`) : undefined) ?? gameText(game, `${kind}_text.${id}`);
}

// cardtext.ts - the rule of a card in words, for tooltips, the zoom and the help drawer.
import { findText, gameText } from './texts.svelte';
import { bareId, gameInfo, saltKind } from './say';

/** The sentence printed for a thing of a game; empty where there is none. */
export function cardText(game: string, view: Record<string, unknown>, kind: string, id: string): string {
  if (game === 'sea-salt' && kind === 'card')
    return gameText(game, `rule.${String(view['profile'] ?? 'standard')}.${saltKind(id)}`);
  if (game === 'sea-salt' && kind === 'pepper') return gameText(game, `pepper_rule.${id}`);
  const card = gameInfo(game).cards.find((each) => each.id === id || each.id === bareId(id));
  return (card ? findText(`${game}.${card.text}`) : undefined) ?? gameText(game, `${kind}_text.${id}`);
}

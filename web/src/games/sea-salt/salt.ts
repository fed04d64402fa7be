// salt.ts - the table of Sea Salt & Paper as its board reads it, and what of it can be chosen.
import type { Views } from '../../generated/games';
import { same } from '../../lib/board';
import type { Action, TableEvent } from '../../lib/types';

export type View = Views['sea-salt'];
export type Seat = View['seats'][number];

export type Pile = 'left' | 'right';
export const piles: readonly Pile[] = ['left', 'right'];

/** Where cards that were not seen before come from: the deck, or the seat that laid them down or lost them. */
export function origins(news: TableEvent[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const event of news) {
    const { type, card, card_a, card_b, from, cards } = event;
    if (type === 'drawn' || type === 'looked')
      for (const each of [card, ...(Array.isArray(cards) ? cards : [])]) found.set(String(each), 'deck');
    else if (type === 'stolen') found.set(String(card), `seat-${String(from)}`);
    else if (type === 'discarded' || type === 'played')
      for (const each of [card, card_a, card_b]) found.set(String(each), `seat-${event.seat}`);
  }
  return found;
}

const picked = ['crab_pick', 'keep_one', 'swap_take', 'grab_pair'];
const pressed = [
  'pass',
  'end_pairs',
  'declare_stop',
  'declare_last_chance',
  'end_turn',
  'keep_event',
  'play_trio',
];

/** The legal moves, by what a player points at. */
export class Choices {
  readonly keeping: boolean; // of two drawn cards one is kept
  readonly pairs: Action[];
  readonly picks: Action[]; // cards laid out to choose from
  readonly buttons: Action[];
  readonly calls: boolean; // the round may be ended

  constructor(readonly legal: Action[]) {
    this.keeping = legal.some((each) => each.type === 'keep');
    this.pairs = legal.filter((each) => each.type === 'play_pair' || each.type === 'play_trio');
    this.picks = legal.filter((each) => picked.includes(each.type));
    this.buttons = legal.filter((each) => pressed.includes(each.type));
    this.calls = this.buttons.some((each) => each.type.startsWith('declare'));
  }

  find(type: string, holes: Record<string, unknown> = {}): Action | undefined {
    return this.legal.find(
      (each) => each.type === type && Object.entries(holes).every(([key, value]) => same(each[key], value)),
    );
  }

  /** What a card of the hand is given away or laid down for. */
  give(card: string): Action | undefined {
    return this.find('swap_give', { card }) ?? this.find('lay_reef', { card });
  }

  pair(a: string, b: string): Action | undefined {
    return (
      this.find('play_pair', { card_a: a, card_b: b }) ?? this.find('play_pair', { card_a: b, card_b: a })
    );
  }

  /** The pairs a card of the hand can be played in. */
  pairsOf(card: string): Action[] {
    return this.pairs.filter(
      (each) => each.type === 'play_pair' && (each['card_a'] === card || each['card_b'] === card),
    );
  }

  hand(card: string, chosen: string): boolean {
    if (this.give(card)) return true;
    if (chosen && chosen !== card && !this.keeping) return !!this.pair(chosen, card);
    return this.pairsOf(card).length > 0 || this.pairs.some((each) => Object.values(each).includes(card));
  }

  pile(pile: Pile, chosen: string): Action | undefined {
    if (this.keeping && chosen) return this.find('keep', { card: chosen, discard_to: pile });
    return this.find(`take_${pile}`) ?? this.find('crab_take', { pile }) ?? this.find('angel_take', { pile });
  }

  seat(seat: number): Action | undefined {
    return this.find('steal_from', { seat }) ?? this.find('swap_with', { seat });
  }
}

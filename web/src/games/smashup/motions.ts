// motions.ts - what a step of Smash Up looks like: minions that leave, cards that are spent, points.
import type { Motion } from '../../lib/motion';
import type { Session } from '../../lib/transport';
import type { TableEvent } from '../../lib/types';
import type { SmashView } from './smash';

type Shown = (event: TableEvent, card: string, away: (card: string) => string[]) => Motion[];

/* Whose card it is, its pile says: what leaves the table for a pile can be found there. */
function pileOf(view: SmashView, card: string): string[] {
  const seat = view.seats.findIndex((each) => each.discard.includes(card));
  return seat < 0 ? [] : [`discard-${seat}`, `seat-${seat}`];
}

const toSeat: Shown = (event, card) => [{ leaves: card, to: [`seat-${event.seat}`] }];
const toPile: Shown = (event, card, away) => [{ leaves: card, to: [...away(card), `seat-${event.seat}`] }];
const power =
  (hole: string, sign: number): Shown =>
  (event, card) => {
    const change = sign * Number(event[hole]);
    const text = change > 0 ? `+${change}` : `−${-change}`;
    return change ? [{ rises: text, over: [card], good: change > 0 }] : [];
  };

export const shown: Record<string, Shown> = {
  minion_destroyed: (event, card, away) => [
    { leaves: card, to: [...away(card), `seat-${event.seat}`], lost: true },
  ],
  minion_returned: toSeat,
  card_to_deck_bottom: toSeat,
  card_to_deck_top: toSeat,
  card_to_hand: toSeat,
  action_played: toPile,
  ongoing_detached: toPile,
  card_discarded: toPile,
  base_cleared: (event, _card, away) => [{ empties: String(event['base']), to: away }],
  vp_awarded: ({ seat, vp }) => {
    const n = Number(vp);
    return n ? [{ rises: n > 0 ? `+${n}` : `−${-n}`, over: [`vp-${seat}`], good: n > 0 }] : [];
  },
  power_changed: power('power', 1),
  power_lasts: power('power', 1),
  power_counter_added: power('counters', 1),
  power_counter_removed: power('counters', -1),
};

export function motions(news: TableEvent[], now: Session): Motion[] {
  const away = (card: string): string[] => pileOf(now.table.view as SmashView, card);
  return news.flatMap((event) => shown[event.type]?.(event, String(event['card'] ?? ''), away) ?? []);
}

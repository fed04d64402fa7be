// motions.ts - what a step of 7 Wonders Duel looks like: cards that leave the structure, coins, the pawn.
import type { Motion } from '../../lib/motion';
import type { TableEvent } from '../../lib/types';

const pile = ['discards'];
const city = (event: TableEvent): string => `city-${event.seat}`;

export function coins(event: TableEvent, sign: 1 | -1): Motion[] {
  const n = Number(event['coins']);
  const over = [`coins-${event.seat}`];
  return n > 0 ? [{ rises: `${sign > 0 ? '+' : '−'}${n} ¢`, over, good: sign > 0 }] : [];
}

export const shown: Record<string, (event: TableEvent) => Motion[]> = {
  card_built: (event) => [{ leaves: String(event['card']), to: [city(event)] }],
  card_discarded: (event) => [{ leaves: String(event['card']), to: pile }, ...coins(event, 1)],
  card_destroyed: (event) => [{ leaves: String(event['card']), to: pile, lost: true }],
  wonder_built: (event) => [{ leaves: String(event['under']), to: [String(event['wonder']), city(event)] }],
  wonder_drafted: (event) => [{ leaves: String(event['wonder']), to: [city(event)] }],
  token_taken: (event) => [{ leaves: String(event['token']), to: [city(event)] }],
  pawn_moved: (event) => [{ walks: 'pawn', steps: Number(event['shields']) }],
  paid: (event) => coins(event, -1),
  coins_lost: (event) => coins(event, -1),
  looted: (event) => coins(event, -1),
  coins_gained: (event) => coins(event, 1),
};

export function motions(news: TableEvent[]): Motion[] {
  return news.flatMap((event) => shown[event.type]?.(event) ?? []);
}

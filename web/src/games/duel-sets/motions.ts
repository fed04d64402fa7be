// motions.ts - what a step of Pantheon or Agora looks like, beside those of the duel itself.
import type { Motion } from '../../lib/motion';
import type { TableEvent } from '../../lib/types';
import { coins, shown as duel } from '../duel/motions';

const city = (event: TableEvent): string[] => [`city-${event.seat}`];

const shown: Record<string, (event: TableEvent) => Motion[]> = {
  ...duel,
  activated: (event) => [{ leaves: String(event['divinity']), to: city(event) }],
  card_taken: (event) => [{ leaves: String(event['card']), to: city(event) }],
  wonder_taken: (event) => [{ leaves: String(event['wonder']), to: city(event) }],
  card_struck: (event) => [{ leaves: String(event['card']), to: ['discards'], lost: true }],
  wonder_ruined: (event) => [{ leaves: String(event['wonder']), to: ['discards'], lost: true }],
  kept_spent: (event) => coins(event, -1),
  loot_used: (event) => coins(event, -1),
};

export function motions(news: TableEvent[]): Motion[] {
  return news.flatMap((event) => shown[event.type]?.(event) ?? []);
}

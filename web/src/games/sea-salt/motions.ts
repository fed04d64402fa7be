// motions.ts - what a step of Sea Salt & Paper looks like: cards that others take.
import type { Motion } from '../../lib/motion';
import type { TableEvent } from '../../lib/types';

export function motions(news: TableEvent[]): Motion[] {
  return news.flatMap(({ type, seat, card }) =>
    card && ['taken', 'stolen'].includes(type) ? [{ leaves: String(card), to: [`seat-${seat}`] }] : [],
  );
}

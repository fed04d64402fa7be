// rows.ts - events as the socket sends them: rows without names, read by the game's list of events.
import { games } from '../generated/games';
import type { TableEvent } from './types';

/** Type, seat, holes in the order of the event's list, then its list; nulls at the end are left out. */
export type EventRow = [type: string, seat?: number | null, ...rest: unknown[]];

export function eventOf(game: string, row: EventRow): TableEvent {
  const [type, seat, ...rest] = row;
  const event: TableEvent = { type, seat: seat ?? null };
  const spec = games.find((each) => each.id === game)?.events.find((each) => each.name === type);
  const holes = (spec?.holes ?? []).filter((hole) => hole.kind !== 'none');
  holes.forEach((hole, index) => {
    event[hole.name] = rest[index] ?? null;
  });
  for (const list of spec?.list ?? []) {
    const items = rest[holes.length];
    event[Array.isArray(items) ? list.name : `${list.name}_count`] = items ?? 0; // hidden: only how many
  }
  return event;
}

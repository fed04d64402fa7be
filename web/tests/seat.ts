// seat.ts - somebody at a table for the unit tests: a session, and what a board is given with it.
import type { BoardProps } from '../src/lib/board';
import type { Session } from '../src/lib/transport';
import type { Table } from '../src/lib/types';

const nothing = (): void => undefined;

export function sessionAt(game: string, table: Table, more: Partial<Session> = {}): Session {
  return {
    game,
    options: {},
    players: 2,
    you: 0,
    seats: [],
    table,
    events: [],
    fresh: 0,
    thinking: false,
    connection: 'here',
    can_undo: false,
    ...more,
  };
}

export function propsAt(session: Session): BoardProps {
  const { game, you, table } = session;
  const seatName = (seat: number): string => (seat === you ? 'You' : `P${seat + 1}`);
  return {
    session,
    speaker: { game, view: table.view, you, seatName },
    act: nothing,
    refuse: nothing,
    ask: () => Promise.resolve({ valid: true }),
    note: nothing,
    onthing: nothing,
  };
}

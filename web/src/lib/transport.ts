// transport.ts - the one way a board reaches the rules, wherever they run.
//
// Two implementations: local.ts, the engine in a worker of this browser, and online.ts, a
// server's socket. A board sees neither; it draws a Session and calls these functions.
import type { Action, MatchFile, OptionValues, SeatInfo, Table, TableEvent, Verdict } from './types';

export interface Session {
  game: string;
  options: OptionValues;
  players: number;
  you: number; // -1: a spectator
  seats: SeatInfo[];
  table: Table;
  events: TableEvent[]; // since the deal, as you may know them
  fresh: number; // how many events were there before the last step
  thinking: boolean; // somebody else is to act
  connection: 'here' | 'online' | 'lost';
  can_undo: boolean;
  undone?: boolean; // the last step was a taking back
  asks?: UndoAsk; // somebody wants to take a move back
  clocks?: Clocks; // where the room has a clock
  away?: string; // what is done for one who is away: skip, agent, wait
  late?: number; // the seat whose time ran out with the last step
}

export interface UndoAsk {
  seat: number;
  agreed: number[];
  refused?: boolean;
}

export interface Clocks {
  left: number[]; // milliseconds, a seat each
  at: number; // when that was so, on this machine's steady clock
}

export interface Transport {
  /** Called now and after every change. Returns how to stop it. */
  subscribe(listener: (session: Session) => void): () => void;
  /** 'forced': nobody chose it; taking back goes past it. */
  act(action: Action, forced?: boolean): Promise<Verdict>;
  validate(action: Action): Promise<Verdict>;
  /** Takes back, or asks the others to let one. */
  undo?(): Promise<Verdict>;
  /** Whoever asked is answered; who asked does not want it any more. */
  agree?(yes: boolean): Promise<Verdict>;
  /** What a strong player would do in your place; not against people. */
  hint?(): Promise<Action | null>;
  save(): Promise<MatchFile | null>;
  /** Where the finished match can be watched by anybody. */
  link?(): string;
  chat?(text: string): void;
  /** What of a guided game has been dealt with; kept with the match. */
  learnt?(): string[];
  learn?(moments: string[]): void;
  leave(): void;
}

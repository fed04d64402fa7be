// board.ts - what every board is given, and nothing else.
import type { Part, Speaker } from './say';
import type { Session } from './transport';
import type { Action, Verdict } from './types';

export interface BoardProps {
  session: Session;
  speaker: Speaker;
  /** 'forced': nobody chose it; taking back goes past it. */
  act(action: Action, forced?: boolean): void;
  /** Says why something cannot be done, or what it is. */
  refuse(action: Action): void;
  ask(action: Action): Promise<Verdict>;
  note(parts: Part[]): void;
  onthing(kind: string, id: string): void;
  /** What can be decided before one's turn, what of it is, and how it is. */
  early?: Action[];
  planned?: Action | null;
  plan?(action: Action): void;
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

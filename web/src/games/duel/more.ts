// more.ts - what a set may add to the board of 7 Wonders Duel: parts to draw, moves to make on them.
import type { Snippet } from 'svelte';
import type { Action } from '../../lib/types';
import type { Row } from './facts';

export interface Piece {
  kind: string;
  id: string;
}

export interface More {
  rows?: Row[] | undefined; // of the structure, where they are not the usual ones
  loots?: string[] | undefined; // what stands on the military tokens, the nearer first
  stop?: number | null | undefined; // a space of the track that the pawn does not pass
  above?: Snippet; // between the track and the structure
  question?: Snippet; // where answers are offered, before them
  city?: Snippet<[number]>; // in a seat's city
  brief?: Snippet<[number]>; // in the line that is always in sight
  slot?: Snippet<[number]>; // on a place of the structure
  card?: Snippet<[string]>; // on a card of a city
  piece?: Snippet<[Piece]>; // one that the game itself does not have
  /** What an answer is about, where it does not name it. */
  pieceOf?(action: Action): Piece | undefined;
  /** A move that is made on one of these parts: it needs no button of its own. */
  holds?(action: Action): boolean;
  /** The answer that a press on a place of the structure gives. */
  answer?(slot: number, card: string | undefined): Action | undefined;
  /** What else can be done with a card that is taken. */
  ways?(card: string): Action[];
  label?(action: Action): string | undefined;
  /** What a seat can spend, where that is more than its coins. */
  purse?(seat: number): number;
  /** What else is said of a place of the structure. */
  says?(slot: number): string;
}

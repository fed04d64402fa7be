// game.ts - what the client asks of a game. games/<id>/index.ts answers; nothing else knows the game.
import type { Component } from 'svelte';
import type { BoardProps } from '../lib/board';
import type { Lesson } from '../lib/lesson';
import type { Motion } from '../lib/motion';
import type { Speaker } from '../lib/say';
import type { Session } from '../lib/transport';
import type { Action, CardInfo, TableEvent } from '../lib/types';

export type View = Record<string, unknown>;

/** Every data file of a game by its path; new sets are found without being named. */
export type Files = Record<string, Record<string, unknown>>;

export interface ZoomProps {
  speaker: Speaker;
  kind: string;
  id: string;
}

/** One sign of a game and what it means: an icon, a picture, a colour or a few letters. */
export interface Sign {
  icon?: string;
  image?: string;
  colour?: string;
  letters?: string;
  says: string;
}

export interface PointsFrom {
  source: string; // a card; empty: other
  label?: string; // what it is called where it is none
  points: number[]; // a seat each
}

/** How the points of a game are told when it is over. */
export interface ScoreFace {
  /** Parts that only sum up others, or tell of the last round: not shown beside the total. */
  derived?: readonly string[];
  /** Parts that decide when the totals are the same: shown below them. */
  ties?: readonly string[];
  colours?: Record<string, string>;
  /** Totals after every round, or after every base; the first is 0. */
  lines?(events: TableEvent[], seats: number): number[][];
  /** Where the points came from, where the score does not say it itself. */
  sources?(events: TableEvent[], seats: number): PointsFrom[];
}

export interface GameFace {
  board: Component<BoardProps>;
  /** Takes what is printed on the cards from the data the engine is built with. */
  learn(files: Files): void;
  lesson(): Promise<Lesson>;
  /** One thing, large; without it only its text is shown. */
  zoom?: Component<ZoomProps>;
  /** What the signs on its cards and board mean. */
  legend?(): Sign[];
  /** What a thing is called where that is not the text "<game>.<kind>.<id>". */
  thingName?(speaker: Speaker, kind: string, id: string): string | undefined;
  /** The rule printed on a thing, where that is not its card's text. */
  thingText?(view: View, kind: string, id: string): string | undefined;
  /** Whether a card is in this match, for the list in the help. */
  plays?(view: View, card: CardInfo): boolean;
  /** As much of a view as it takes to draw a card where there is no table. */
  shows?(card: CardInfo): View;
  /** What is asked of you where no prompt says it. */
  question?(now: Session): string | undefined;
  /** What is asked, and what a move is called, where the engine's words are made for a terminal. */
  asks?(now: Session): string | undefined;
  says?(speaker: Speaker, action: Action, seat: number | null): string | undefined;
  /** Moves that can be decided while others think, for the turn to come. */
  ahead?(now: Session): Action[];
  /** What a step looks like where pieces do not travel by themselves: from its events. */
  motions?(news: TableEvent[], now: Session): Motion[];
  /** A step that only closes the turn: where it is the only one it is made without a word. */
  closes?(action: Action): boolean;
  /** A step that the board itself makes in its time. */
  holds?(action: Action): boolean;
  /** A turn has many steps: a machine that goes on with one takes half the time. */
  brisk?: boolean;
  /** Of a log that names every step, the events worth saying aloud. */
  loud?: ReadonlySet<string>;
  /** The events that say how it ended. */
  endings?: readonly string[];
  score?: ScoreFace;
}

/** What all files together have under a name, in the order of their paths. */
export function listed<T>(files: Files, key: string): T[] {
  return Object.values(files).flatMap((file) => (Array.isArray(file[key]) ? (file[key] as T[]) : []));
}

export function byId<T extends { id: string }>(list: T[]): Map<string, T> {
  return new Map(list.map((each) => [each.id, each]));
}

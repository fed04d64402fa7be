// index.d.ts - the rules as WebAssembly, for node and for pages: a match is an object.

export type OptionValue = string | number | boolean;

/** A move: its type, and what the type needs, named by ids. */
export interface Action {
  type: string;
  [hole: string]: string | number | boolean | null;
}

/** An event: what happened, as somebody may know it. */
export interface Happening {
  type: string;
  [hole: string]: unknown;
}

export interface Option {
  name: string;
  kind: 'number' | 'flag' | 'word';
  min: number;
  max: number;
  value: number;
  auto: boolean;
  words: string[];
}

export interface GameInfo {
  id: string;
  rules: number;
  players_min: number;
  players_max: number;
  options: Option[];
  actions: string[];
}

export interface Verdict {
  valid: boolean;
  cost?: unknown;
  [detail: string]: unknown;
}

export declare class Refused extends Error {
  refusal: Record<string, unknown>;
}

export interface Match {
  readonly game: string;
  /** The seat that acts; -1 when the match is over. */
  readonly toAct: number;
  readonly over: boolean;
  readonly winners: number[];
  readonly moves: number;
  legal(): Action[];
  /** The table as a seat may know it; -1: as everybody does. */
  view(seat?: number): Record<string, unknown>;
  score(): unknown;
  validate(action: Action, seat?: number): Verdict;
  /** Makes a move, or throws Refused and changes nothing. */
  apply(action: Action, seat?: number): this;
  /** An agent moves for the seat that acts; false: there is no such agent, or the match is over. */
  agent(name: string, seed?: number | bigint | string): boolean;
  events(since?: number, viewer?: number): Happening[];
  /** To any point of the match, back or forth. */
  go(moves: number): boolean;
  /** JSON text that `parlor replay` and the line protocol's load take. */
  save(): string;
}

export interface Setup {
  players?: number;
  seed?: number | bigint | string;
  options?: Record<string, OptionValue>;
}

export declare function games(): Promise<GameInfo[]>;
export declare function agents(): Promise<string[]>;
export declare function start(game: string, setup?: Setup): Promise<Match>;
export declare function load(saved: string | object): Promise<Match>;

// types.ts - the shapes that travel between the engine, the server and the boards.

export interface HoleInfo {
  name: string;
  kind: string;
}

export interface SpecInfo {
  name: string;
  holes: HoleInfo[];
  list?: HoleInfo[];
}

export interface OptionInfo {
  name: string;
  kind: 'number' | 'word' | 'flag' | string;
  min: number;
  max: number;
  value: number;
  auto: boolean;
  words: string[];
}

export interface CardInfo {
  id: string;
  kind: string;
  group: string;
  count: number;
  text: string;
  name: string;
}

export interface GameSpec {
  id: string;
  rules: number;
  players_min: number;
  players_max: number;
  learned: boolean; // there is a network that plays it
  options: OptionInfo[];
  phases: string[];
  things: string[];
  asks: string[];
  actions: SpecInfo[];
  events: SpecInfo[];
  errors: SpecInfo[];
  grids?: Record<string, number>; // fields that lie in rows of so many
}

export interface GameInfo extends GameSpec {
  cards: CardInfo[];
}

export type Value = string | number | boolean | null;
export type OptionValues = Record<string, string | number | boolean>;

/** A move or an event as JSON: its type, its holes by name. */
export interface Record_ {
  type: string;
  [hole: string]: unknown;
}
export type Action = Record_;
export interface TableEvent extends Record_ {
  seat: number | null;
}

export interface Prompt {
  seat: number;
  action: string;
  ask: string;
  may_pass: boolean;
  source: number; // of the card that asks; 0: the rules themselves
  about: string | null; // that card
  options?: Value[];
}

export interface Refusal {
  code: string;
  message?: string;
  shared?: boolean;
  holes?: Record<string, Value>;
}

export interface Verdict {
  valid: boolean;
  error?: Refusal;
  cost?: Record<string, unknown> | null;
}

/** What one seat, or a spectator, sees of a table: all a board is drawn from. */
export interface Table {
  moves: number;
  redo: number;
  to_act: number;
  phase: string;
  over: boolean;
  winners: number[];
  view: Record<string, unknown>;
  score: Record<string, unknown>;
  legal: Action[];
  costs: (Record<string, unknown> | null)[];
  /** There is one move and no other: all can see that, or it shows what others do not know. */
  only?: 'open' | 'hidden' | null;
}

export interface SeatInfo {
  name: string;
  kind: 'you' | 'agent' | 'person' | 'empty';
  level?: string;
  offline?: boolean;
  host?: boolean;
  ready?: boolean;
}

/** What a match keeps of the rules and the data it is played with: a mark for every part of each file. */
export interface Played {
  rules: number;
  data?: string; // the fingerprint of the catalog
  files?: Record<string, Record<string, string>>;
}

/** A match as its file has it; see `parlor replay`. */
export interface MatchFile extends Played {
  parlor: number;
  game: string;
  players: number;
  seed: number | string; // in digits where a number would not hold it exactly
  options: OptionValues;
  commands: { seat: number | 'table'; do: Action }[]; // the table moves for one who is away
  hash?: string;
  result?: unknown;
}

/** A decision of a match, judged by search from what the player could know. */
export interface Decision {
  seat: number;
  action: Action;
  best: Action; // the same where nothing is better
  share: number; // of the win, 0 to 1, with the best move
  loss: number; // by the move that was made
  forced: boolean; // there was nothing to choose
}

/** Reads JSON with a match in it; a seed has up to 64 bits, which a number does not hold. */
export function parseMatch(text: string): unknown {
  return JSON.parse(text.replace(/("seed"\s*:\s*)(-?\d{16,})/, '$1"$2"'));
}

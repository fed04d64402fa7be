// facts.ts - what is printed on the cards, wonders, tokens and the board of 7 Wonders Duel.
import { byId, listed, type Files } from '../game';

export interface DuelEffect {
  do: string;
  n?: number;
  of?: string[];
  type?: string;
  symbol?: string;
  per?: string[];
  [good: string]: unknown; // how many it produces
}

export interface DuelPiece {
  id: string;
  back?: string;
  type?: string;
  cost?: Record<string, number>;
  gives?: string; // the chain symbol it brings
  needs?: string; // with that symbol it is free
  effects: DuelEffect[];
}

interface Row {
  face_up: boolean;
  x: number[];
}

interface Rules {
  capital: number;
  loot: { space: number; coins: number }[];
  zones: { space: number; points: number }[];
  symbols_to_win: number;
}

export const facts = {
  cards: new Map<string, DuelPiece>(),
  wonders: new Map<string, DuelPiece>(),
  tokens: new Map<string, DuelPiece>(),
  rows: {} as Record<number, Row[]>, // of the structure, by age
  rules: { capital: 0, loot: [], zones: [], symbols_to_win: 0 } as Rules,
};

export function learn(files: Files): void {
  facts.cards = byId(listed<DuelPiece>(files, 'cards'));
  facts.wonders = byId(listed<DuelPiece>(files, 'wonders'));
  facts.tokens = byId(listed<DuelPiece>(files, 'tokens'));
  for (const { age, rows } of listed<{ age: number; rows: Row[] }>(files, 'ages')) facts.rows[age] = rows;
  for (const file of Object.values(files)) Object.assign(facts.rules, file['rules'] ?? {});
}

export type PieceKind = 'card' | 'wonder' | 'token';

/** What a piece is; undefined for what is none. */
export function pieceKind(id: string): PieceKind | undefined {
  if (facts.wonders.has(id)) return 'wonder';
  if (facts.tokens.has(id)) return 'token';
  return facts.cards.has(id) ? 'card' : undefined;
}

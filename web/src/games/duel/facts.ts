// facts.ts - what is printed on the cards, wonders, tokens and the board of 7 Wonders Duel.
import { look, picture, sign } from '../../art/art.svelte';
import { findText } from '../../lib/texts.svelte';
import { listed, type Files } from '../game';

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

export interface Row {
  face_up: boolean;
  x: number[];
}

interface Rules {
  capital: number;
  loot: { space: number; coins: number }[];
  zones: { space: number; points: number }[];
  symbols_to_win: number;
  chamber_points?: number[]; // of the senate
  space_cost?: number[]; // of the pantheon, from the first player's side
}

export const facts = {
  game: 'duel', // whose texts and pictures these are: this game's, or those of one that is it with more to it
  cards: new Map<string, DuelPiece>(),
  wonders: new Map<string, DuelPiece>(),
  tokens: new Map<string, DuelPiece>(),
  rows: {} as Record<number, Row[]>, // of the structure, by age
  rules: { capital: 0, loot: [], zones: [], symbols_to_win: 0 } as Rules,
};

/** Adds to what is known: a game that is this one with more to it learns the same way. */
export function learn(files: Files): void {
  for (const kind of ['cards', 'wonders', 'tokens'] as const)
    for (const piece of listed<DuelPiece>(files, kind)) facts[kind].set(piece.id, piece);
  for (const { age, rows } of listed<{ age: number; rows?: Row[] }>(files, 'ages'))
    if (rows) facts.rows[age] = rows;
  for (const file of Object.values(files)) Object.assign(facts.rules, file['rules'] ?? {});
}

export type PieceKind = 'card' | 'wonder' | 'token';

/** What a piece is; undefined for what is none. */
export function pieceKind(id: string): PieceKind | undefined {
  if (facts.wonders.has(id)) return 'wonder';
  if (facts.tokens.has(id)) return 'token';
  return facts.cards.has(id) ? 'card' : undefined;
}

/** A text of the game, empty where there is none. */
export function words(key: string): string {
  return findText(`${facts.game}.${key}`) ?? '';
}

export function drawn(kind: string, id: string, otherwise?: string): string {
  return picture(facts.game, kind, id, otherwise);
}

/** The sign of a science symbol, a chain or whatever else has one, in a colour. */
export function signOf(group: string, id: string, colour: string): string {
  return sign(facts.game, look<{ sign: string }>(facts.game, group, id)?.sign ?? '', colour);
}

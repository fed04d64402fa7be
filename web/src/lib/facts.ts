// facts.ts - what is printed on cards, from the data files the engine is built with.
import { saltColours } from './say';

export interface DuelEffect {
  do: string;
  n?: number;
  of?: string[];
  type?: string;
  symbol?: string;
  per?: string[];
}

export interface DuelPiece {
  id: string;
  back?: string;
  type?: string;
  cost?: Record<string, number>;
  gives?: string;
  chain?: string;
  effects: DuelEffect[];
}

export interface DuelFacts {
  cards: Map<string, DuelPiece>;
  wonders: Map<string, DuelPiece>;
  tokens: Map<string, DuelPiece>;
  rows: Record<number, { face_up: boolean; x: number[] }[]>;
  capital: number;
  loot: { space: number; coins: number }[];
  zones: { space: number; points: number }[];
  symbolsToWin: number;
}

export interface SaltFacts {
  hex: Record<string, string>;
}

export interface SmashCard {
  id: string;
  kind: string;
  power?: number;
  abilities?: { when?: string; do?: string }[];
}

export interface SmashBase {
  id: string;
  vp: number[];
}

export interface SmashFacts {
  cards: Map<string, SmashCard>;
  bases: Map<string, SmashBase>;
}

export interface CombatClass {
  id: string;
  skills: string[];
  attackSeconds: number;
  attackEnergy: number;
  attackRange: number;
  moveEnergyPerSecond: number;
  resource: { id: string; max: number } | null;
}

export interface CombatSkill {
  id: string;
  kind: string;
  time: number;
  energy: number;
  range?: number;
}

export interface CombatFacts {
  classes: Map<string, CombatClass>;
  skills: Map<string, CombatSkill>;
}

export const facts: { duel: DuelFacts | null; salt: SaltFacts; smash: SmashFacts; combat: CombatFacts } = {
  duel: null,
  salt: { hex: {} },
  smash: { cards: new Map(), bases: new Map() },
  combat: { classes: new Map(), skills: new Map() },
};

/** Every data file of a game by its path; new sets are found without being named here. */
type Files = Record<string, Record<string, unknown>>;

/** What all files together have under a name, in the order of their paths. */
function listed<T>(files: Files, key: string): T[] {
  return Object.values(files).flatMap((file) => (Array.isArray(file[key]) ? (file[key] as T[]) : []));
}

function byId<T extends { id: string }>(list: T[]): Map<string, T> {
  return new Map(list.map((each) => [each.id, each]));
}

interface SaltKind {
  id: string;
  colours?: Record<string, number>;
}

function takeSalt(files: Files): void {
  for (const colour of listed<{ id: string; hex: string }>(files, 'colours'))
    facts.salt.hex[colour.id] = colour.hex;
  for (const kind of listed<SaltKind>(files, 'kinds')) {
    let number = 1;
    for (const [colour, count] of Object.entries(kind.colours ?? {}))
      for (let i = 0; i < count; i++) saltColours[`${kind.id}_${number++}`] = colour;
  }
}

interface DuelRules {
  capital: number;
  loot: DuelFacts['loot'];
  zones: DuelFacts['zones'];
  symbols_to_win: number;
}

function takeDuel(files: Files): void {
  const rules = Object.assign({}, ...Object.values(files).map((file) => file['rules'] ?? {})) as DuelRules;
  const ages = listed<{ age: number; rows: DuelFacts['rows'][number] }>(files, 'ages');
  facts.duel = {
    cards: byId(listed<DuelPiece>(files, 'cards')),
    wonders: byId(listed<DuelPiece>(files, 'wonders')),
    tokens: byId(listed<DuelPiece>(files, 'tokens')),
    rows: Object.fromEntries(ages.map((age) => [age.age, age.rows])),
    capital: rules.capital,
    loot: rules.loot,
    zones: rules.zones,
    symbolsToWin: rules.symbols_to_win,
  };
}

function takeSmash(files: Files): void {
  const single = Object.values(files)
    .map((file) => file['card'] as SmashCard | undefined)
    .filter((card) => card !== undefined); // Madness
  facts.smash = {
    cards: byId([...listed<SmashCard>(files, 'cards'), ...single]),
    bases: byId(listed<SmashBase>(files, 'bases')),
  };
}

function takeCombat(files: Files): void {
  facts.combat = {
    classes: byId(listed<CombatClass>(files, 'classes')),
    skills: byId(listed<CombatSkill>(files, 'skills')),
  };
}

const takers: Record<string, (files: Files) => void> = {
  'sea-salt': takeSalt,
  duel: takeDuel,
  smashup: takeSmash,
  combat: takeCombat,
};
const done = new Set<string>();

export async function loadFacts(game: string): Promise<void> {
  if (done.has(game) || !takers[game]) return;
  const answer = await fetch(`data/${game}/facts.json`);
  if (!answer.ok) throw new Error(`the data of ${game}: ${answer.status}`);
  takers[game]((await answer.json()) as Files);
  done.add(game);
}

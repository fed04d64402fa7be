// facts.ts - what is printed on cards, from the data files the engine is built with.
import { gameInfo, saltColours } from './say';

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

export interface SmashFacts {
  cards: Map<string, { kind: string; power?: number }>;
  bases: Map<string, number[]>;
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
  duel: null, salt: { hex: {} }, smash: { cards: new Map(), bases: new Map() }, combat: { classes: new Map(), skills: new Map() },
};

async function json<T>(path: string): Promise<T> {
  const answer = await fetch(`data/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

interface SaltKind {
  id: string;
  colours?: Record<string, number>;
}

interface SaltFile {
  colours: { id: string; hex: string }[];
  kinds: SaltKind[];
}

async function loadSalt(): Promise<void> {
  const files = await Promise.all(['standard', 'official', 'extra-salt'].map((name) =>
    json<Partial<SaltFile>>(`sea-salt/${name}.json`)));
  for (const file of files) {
    for (const colour of file.colours ?? []) facts.salt.hex[colour.id] ??= colour.hex;
    for (const kind of file.kinds ?? []) {
      let number = 1;
      for (const [colour, count] of Object.entries(kind.colours ?? {}))
        for (let i = 0; i < count; i++) saltColours[`${kind.id}_${number++}`] = colour;
    }
  }
}

async function loadDuel(): Promise<void> {
  const byId = (list: DuelPiece[]): Map<string, DuelPiece> => new Map(list.map((each) => [each.id, each]));
  const [cards, wonders, tokens, ages, rules] = await Promise.all([
    json<{ cards: DuelPiece[] }>('duel/cards.json'),
    json<{ wonders: DuelPiece[] }>('duel/wonders.json'),
    json<{ tokens: DuelPiece[] }>('duel/progress.json'),
    json<{ ages: { age: number; rows: DuelFacts['rows'][number] }[] }>('duel/ages.json'),
    json<{ rules: { capital: number; loot: DuelFacts['loot']; zones: DuelFacts['zones']; symbols_to_win: number } }>('duel/rules.json'),
  ]);
  facts.duel = {
    cards: byId(cards.cards), wonders: byId(wonders.wonders), tokens: byId(tokens.tokens),
    rows: Object.fromEntries(ages.ages.map((age) => [age.age, age.rows])),
    capital: rules.rules.capital, loot: rules.rules.loot, zones: rules.rules.zones,
    symbolsToWin: rules.rules.symbols_to_win,
  };
}

interface SmashFile {
  cards?: { id: string; kind: string; power?: number }[];
  bases?: { id: string; vp?: number[] }[];
}

async function loadSmash(): Promise<void> {
  const groups = [...new Set(gameInfo('smashup').cards.map((card) => card.group))];
  const paths = [...groups.map((group) => `smashup/factions/${group}.json`), 'smashup/bases/core.json'];
  for (const file of await Promise.all(paths.map((path) => json<SmashFile>(path).catch((): SmashFile => ({}))))) {
    for (const card of file.cards ?? []) facts.smash.cards.set(card.id, card);
    for (const base of file.bases ?? []) if (base.vp) facts.smash.bases.set(base.id, base.vp);
  }
}

async function loadCombat(): Promise<void> {
  const [classes, skills] = await Promise.all([
    json<{ classes: CombatClass[] }>('combat/classes.json'), json<{ skills: CombatSkill[] }>('combat/skills.json')]);
  for (const each of classes.classes) facts.combat.classes.set(each.id, each);
  for (const each of skills.skills) facts.combat.skills.set(each.id, each);
}

const loaders: Record<string, () => Promise<void>> = { 'sea-salt': loadSalt, duel: loadDuel, smashup: loadSmash, combat: loadCombat };
const done = new Set<string>();

export async function loadFacts(game: string): Promise<void> {
  if (done.has(game)) return;
  await loaders[game]?.();
  done.add(game);
}

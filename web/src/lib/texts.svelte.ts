// texts.svelte.ts - sentences in the reader's language, from the same files the engine has.
import type { Language } from './settings.svelte';

type Texts = Record<string, string>;

const loaded: Record<string, Texts> = {};
/* All texts are one value: a board looks up hundreds at every move, and none changes by itself. */
let spoken = $state.raw<{ language: Language; texts: Texts }>({ language: 'en', texts: {} });

function flatten(from: unknown, prefix: string, into: Texts): Texts {
  for (const [key, value] of Object.entries(from as Record<string, unknown>)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === 'string') into[path] = value;
    else flatten(value, path, into);
  }
  return into;
}

const NAMES = 'names';
const opened = new Set<string>();

/** A game is about to be shown: its texts too. */
export async function needTexts(game: string): Promise<void> {
  if (opened.has(game)) return;
  opened.add(game);
  const { language } = spoken;
  const family = game.split('-')[0] ?? game;
  if (family !== game && `${family}.name` in spoken.texts) await needTexts(family);
  const texts = await fetchTexts(game, language);
  if (spoken.language === language) spoken = { language, texts: { ...spoken.texts, ...texts } };
}

async function fetchTexts(folder: string, language: Language): Promise<Texts> {
  const name = `${folder}/${language}`;
  if (!loaded[name]) {
    const path = folder ? `data/${folder}/text/${language}.json` : `data/text/${language}.json`;
    const answer = await fetch(path);
    loaded[name] = flatten(answer.ok ? await answer.json() : {}, folder === NAMES ? '' : folder, {});
  }
  return loaded[name];
}

/** The shared texts, the client's own, what games are called, and all of those that have been opened. */
export async function loadTexts(language: Language): Promise<void> {
  const parts = await Promise.all(['', 'web', NAMES, ...opened].map((each) => fetchTexts(each, language)));
  const before = spoken.language === language ? spoken.texts : {};
  spoken = { language, texts: Object.assign({}, before, ...parts) as Texts };
  document.documentElement.lang = language;
}

/** For tests: the texts as an object. */
export function setTexts(language: Language, files: Record<string, unknown>): void {
  const texts: Texts = {};
  for (const [folder, json] of Object.entries(files)) flatten(json, folder, texts);
  spoken = { language, texts };
}

export function language(): Language {
  return spoken.language;
}

/** "a-more.card.b" is also "a.card.b": a game that is another one with more to it has its texts. */
export function findText(key: string): string | undefined {
  return spoken.texts[key] ?? spoken.texts[key.replace(/^(\w+)-\w+\./, '$1.')];
}

/** A hole of a sentence: {price}, or a number with its noun, {coins|coin|coins}. */
export const HOLE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/;

/** What stands in a hole: "1 coin", "4 coins", or the value alone. */
export function counted(value: string, one?: string, many?: string): string {
  if (one === undefined) return value;
  return `${value} ${value === '1' || value === '-1' ? one : many}`;
}

export function fill(pattern: string, holes: Record<string, string | number>): string {
  return pattern.replace(new RegExp(HOLE, 'g'), (whole, name: string, one?: string, many?: string) =>
    name in holes ? counted(String(holes[name]), one, many) : whole,
  );
}

/** A sentence of the client's own. */
export function t(key: string, holes: Record<string, string | number> = {}): string {
  const pattern = spoken.texts[`web.${key}`];
  return pattern === undefined ? key : fill(pattern, holes);
}

/** A text of a game. */
export function gameText(game: string, key: string): string {
  return findText(`${game}.${key}`) ?? '';
}

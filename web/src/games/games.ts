// games.ts - the list of games: a folder here is a game the client has a face for.
//
// A face is fetched with the data of its cards when a table of that game is opened; what draws
// or speaks of the game comes after openFace. A game without a folder gets the generic board.
import type { Component } from 'svelte';
import { loadArt } from '../art/art.svelte';
import { needTexts } from '../lib/texts.svelte';
import type { Files, GameFace } from './game';

const folders = import.meta.glob<{ face: GameFace }>('./*/index.ts');
const pictures = import.meta.glob<{ default: Component }>('./*/Picture.svelte', { eager: true });
const open = new Map<string, GameFace>();

export async function openFace(game: string): Promise<GameFace | undefined> {
  const known = open.get(game);
  const folder = folders[`./${game}/index.ts`];
  if (known) return known;
  if (!folder) {
    await needTexts(game);
    return undefined;
  }
  void loadArt(game, baseOf(game)); // pictures appear when they are there
  const [{ face }, answer] = await Promise.all([folder(), fetch(`data/${game}/facts.json`), needTexts(game)]);
  if (!answer.ok) throw new Error(`the data of ${game}: ${answer.status}`);
  face.learn((await answer.json()) as Files);
  open.set(game, face);
  return face;
}

/** The game that "a-more" is with more to it: "a", where there is one. */
function baseOf(game: string): string | undefined {
  const base = game.split('-')[0] ?? game;
  return base !== game && `./${base}/index.ts` in folders ? base : undefined;
}

/** Of a game that has been opened. */
export function faceOf(game: string): GameFace | undefined {
  return open.get(game);
}

export function pictureOf(game: string): Component | undefined {
  return pictures[`./${game}/Picture.svelte`]?.default;
}

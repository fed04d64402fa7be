// art.test.ts - every card of every game has a picture, its own, made only of what can be drawn.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { artFiles } from '../scripts/art.mjs';
import { shorter } from '../scripts/set.mjs';
import { readRow } from '../src/art/draw';
import { fold, facets, shades, type Folds } from '../src/art/folds';
import { compose, type Art } from '../src/art/picture';
import { over } from '../src/art/over';
import { cards as all } from '../src/generated/cards';

type Files = Record<string, Record<string, unknown>>;

function json<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
}
const own = (game: string): Art & Partial<Folds> => json(`../../data/${game}/art.json`);
/* A game that is another with more to it has its pictures below its own. */
const artOf = (game: string): Art & Partial<Folds> =>
  game === 'duel-sets' ? over(own('duel'), own(game)) : own(game);
const factsOf = (game: string): Files => json(`../public/data/${game}/facts.json`);

/** The same art with its icons, in one piece. */
function whole(game: string): Art & Partial<Folds> {
  const art = artOf(game);
  const files = artFiles(art, () => '') as Record<string, Art>;
  return {
    ...art,
    icons: Object.assign({}, ...Object.values(files).map((file) => file.icons)) as Record<string, string>,
  };
}

function ids(files: Files, key: string): string[] {
  return Object.values(files).flatMap((file) =>
    Array.isArray(file[key]) ? (file[key] as { id: string }[]).map((each) => each.id) : [],
  );
}

/** Kind by kind, what has to have a picture. */
function wanted(game: string): Record<string, string[]> {
  const files = factsOf(game);
  if (game === 'duel-sets')
    return {
      card: ids(files, 'cards'),
      wonder: ids(files, 'wonders'),
      token: ids(files, 'tokens'),
      divinity: ids(files, 'divinities'),
      conspiracy: ids(files, 'conspiracies'),
    };
  if (game === 'duel')
    return { card: ids(files, 'cards'), wonder: ids(files, 'wonders'), token: ids(files, 'tokens') };
  if (game === 'combat') return { unit: ids(files, 'classes'), terrain: ids(files, 'terrain') };
  const cards = all[game] ?? [];
  return {
    card: cards.filter((card) => card.kind !== 'base').map((card) => card.id),
    base: cards.filter((card) => card.kind === 'base').map((card) => card.id),
  };
}

describe.each(['duel', 'duel-sets', 'smashup', 'combat'])('the pictures of %s', (game) => {
  const art = whole(game);

  it('are there for every card, and drawn without a gap', () => {
    const odd: string[] = [];
    for (const [kind, list] of Object.entries(wanted(game))) {
      expect(list.length).toBeGreaterThan(0);
      for (const id of list) {
        expect(art.art[kind]?.[id], `${kind} ${id}`).toBeTruthy();
        compose(art, kind, id, undefined, (what) => odd.push(`${id}: ${what}`));
      }
    }
    expect(odd).toEqual([]);
  });

  it('are each of a kind', () => {
    const seen = new Map<string, string>();
    for (const [kind, rows] of Object.entries(art.art))
      for (const [id, row] of Object.entries(rows)) {
        const key = `${kind} ${readRow(row)
          .map((step) => JSON.stringify(step))
          .sort()
          .join()}`;
        expect(seen.get(key), `${id} looks like another`).toBeUndefined();
        seen.set(key, id);
      }
  });

  it('say only numbers that are numbers', () => {
    for (const [kind, rows] of Object.entries(art.art))
      for (const id of Object.keys(rows))
        expect(compose(art, kind, id), id).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the folded figures of sea-salt', () => {
  const folds = whole('sea-salt') as unknown as Folds;
  const files = factsOf('sea-salt');
  const kinds = [...new Set(ids(files, 'kinds'))];
  const colours = [...new Set(ids(files, 'colours'))];

  it('are there for every kind and every event, in every colour', () => {
    const odd: string[] = [];
    for (const kind of [...kinds, ...ids(files, 'events')]) {
      expect(folds.figures[kind], kind).toBeTruthy();
      for (const colour of colours) {
        const papers = folds.papers[colour];
        expect(papers, colour).toBeTruthy();
        if (papers) facets(folds, kind, shades(papers), (what) => odd.push(`${kind}: ${what}`));
      }
    }
    expect(odd).toEqual([]);
  });

  it('are each of a kind, and so is every colour', () => {
    const drawn = kinds.flatMap((kind) => colours.map((colour) => fold(folds, kind, colour)));
    expect(new Set(drawn).size).toBe(kinds.length * colours.length);
    expect(drawn.join()).not.toMatch(/NaN|undefined/);
  });
});

describe('an icon made small', () => {
  it('keeps every point within half a unit of where it was', () => {
    expect(shorter('M10.4 10.4h5.3v5.3l-3.6.4z')).toBe('m10 10l6 0l0 6l-4 0z');
    expect(shorter('M0 0c1.4 0 2.8 1 3.4 2s2 2 3.4 3')).toBe('m0 0c1 0 3 1 3 2s2 2 4 3');
    expect(shorter('M5 5a2.55 2 0 013.2 4')).toBe('m5 5a2.6 2 0 0 1 3 4');
  });
});

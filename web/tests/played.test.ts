// played.test.ts - a match that was played with other data is refused, and the sentence says what differs.
import { beforeAll, describe, expect, it } from 'vitest';
import { games } from '../src/generated/games';
import type { Played } from '../src/lib/types';
import { readJson } from './engine';

const { isSameData, otherData } = await import('../src/lib/played');
const { plain, sayRefusal } = await import('../src/lib/say');
const { setTexts } = await import('../src/lib/texts.svelte');

const PIRATES = 'smashup/factions/pirates.json';
const now = readJson('smashup.played.json') as Played;
const facts = readJson('smashup/facts.json') as import('../src/lib/played').Facts;

/** A match of another day: some of its marks are not those of now. */
function kept(change: (files: NonNullable<Played['files']>) => void): Played {
  const then = JSON.parse(JSON.stringify(now)) as Required<Played>;
  change(then.files);
  return { ...then, data: '0123456789abcdef' };
}

function why(then: Played): string {
  expect(isSameData(then, now)).toBe(false);
  return plain(sayRefusal({ game: 'smashup', view: {}, seatName: String }, otherData(then, now, facts)));
}

/** The mark of the item at 'index' in a list of marks becomes another. */
function marked(marks: string | undefined, index: number): string {
  const old = marks ?? '';
  return `${old.slice(0, 4 * index)}zzzz${old.slice(4 * index + 4)}`;
}

beforeAll(() => setTexts('en', { '': readJson('text/en.json') }));

describe('other data', () => {
  it('are noticed in every game, the same data are not', () => {
    for (const { id, rules } of games) {
      const own = readJson(`${id}.played.json`) as Required<Played>;
      expect(own.rules).toBe(rules);
      expect(isSameData(own, own)).toBe(true);
      expect(isSameData({ rules }, own), 'a match from before they were kept').toBe(true);
      expect(isSameData({ ...own, data: '0' }, own)).toBe(false);
      expect(Object.keys(own.files).length).toBeGreaterThan(0);
    }
  });

  it('are named: the card, the part, the file', () => {
    const pirates = (change: (file: Record<string, string>) => void): string =>
      why(kept((files) => change(files[PIRATES] ?? {})));
    expect(pirates((file) => (file['cards'] = marked(file['cards'], 2)))).toContain(
      `${PIRATES}, cards[2] (pirate_saucy_wench) is not the same`,
    );
    expect(pirates((file) => delete file['cards'])).toContain(`${PIRATES}, cards[0]`);
    expect(pirates((file) => (file['more'] = 'ffff'))).toContain(`${PIRATES}, more is not the same`);
    expect(why(kept((files) => (files['smashup/factions/mine.json'] = {})))).toContain(
      'smashup/factions/mine.json is not there',
    );
  });

  it('that cannot be told apart are refused all the same', () => {
    expect(why(kept(() => undefined))).toContain('the data is read in another way');
    expect(why({ rules: now.rules, data: '0' })).toContain('the data is not the same');
    expect(why({ ...now, rules: 0 })).toMatch(/\b0\b/);
  });
});

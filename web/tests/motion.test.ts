// motion.test.ts - what is new is told once, and what it looks and sounds like comes from the events.
import { describe, expect, it } from 'vitest';
import * as duel from '../src/games/duel/motions';
import * as smashup from '../src/games/smashup/motions';
import { games } from '../src/generated/games';
import { News } from '../src/lib/motion';
import { soundOf } from '../src/lib/sound';
import type { Session } from '../src/lib/transport';
import type { TableEvent } from '../src/lib/types';

const event = (type: string, holes: Record<string, unknown> = {}, seat = 0): TableEvent => ({
  type,
  seat,
  ...holes,
});
const at = (events: TableEvent[], fresh: number, view: Record<string, unknown> = {}, moves = 0): Session =>
  ({ events, fresh, table: { view, moves } }) as unknown as Session;

describe('news', () => {
  const [a, b, c] = [event('a'), event('b'), event('c')];

  it('leaves out what was there at first, and tells the rest once', () => {
    const news = new News();
    expect(news.of(at([a], 0))).toEqual([]);
    expect(news.of(at([a, b], 1))).toEqual([b]);
    expect(news.of(at([a, b], 1))).toEqual([]); // somebody only came or went
  });

  it('tells nothing of what a replay leaps over', () => {
    const news = new News();
    news.of(at([a], 0, {}, 1));
    expect(news.of(at([a, b], 1, {}, 60))).toEqual([]);
    expect(news.of(at([a, b, c], 2, {}, 61))).toEqual([c]);
  });

  it('tells nothing of a move that is taken back, and what follows it anew', () => {
    const news = new News();
    news.of(at([a, b], 0));
    expect(news.of(at([a], 1))).toEqual([]);
    expect(news.of(at([a, c], 1))).toEqual([c]);
  });
});

describe('motions', () => {
  it.each([
    ['duel', duel.shown],
    ['smashup', smashup.shown],
  ])('of %s are of events that there are', (game, shown) => {
    const names = games.find((each) => each.id === game)?.events.map((each) => each.name);
    expect(Object.keys(shown).filter((each) => !names?.includes(each))).toEqual([]);
  });

  it('of the duel: the card goes to the pile, its coins rise; the pawn walks', () => {
    const thrown = event('card_discarded', { card: 'baths', coins: 3, slot: 4 }, 1);
    expect(duel.motions([thrown, event('pawn_moved', { shields: 2, position: 2 })])).toEqual([
      { leaves: 'baths', to: ['discards'] },
      { rises: '+3 ¢', over: ['coins-1'], good: true },
      { walks: 'pawn', steps: 2 },
    ]);
    expect(duel.motions([event('paid', { printed: 0, trade: 0, coins: 0 })])).toEqual([]);
  });

  it('of Smash Up: who is destroyed goes to the pile of whoever owns it', () => {
    const table = at([], 0, { seats: [{ discard: [] }, { discard: ['zombie_walker_1'] }] });
    const killed = event('minion_destroyed', { card: 'zombie_walker_1', base: 'x', source: null, by: 0 });
    expect(smashup.motions([killed], table)).toEqual([
      { leaves: 'zombie_walker_1', to: ['discard-1', 'seat-1', 'seat-0'], lost: true },
    ]);
  });
});

it('sounds like the rarest thing that happened', () => {
  expect(soundOf([event('paid'), event('wonder_built')])).toBe('score');
  expect(soundOf([event('paid'), event('card_built')])).toBe('coin');
  expect(soundOf([event('hp', { from: 9, to: 4 })])).toBe('strike');
  expect(soundOf([event('hp', { from: 4, to: 9 })])).toBe('lift');
  expect(soundOf([event('turn_started')])).toBeUndefined();
});

// rows.test.ts - events without names get their names back.
import { describe, expect, it } from 'vitest';
import { eventOf } from '../src/lib/rows';

describe('rows', () => {
  it('become events', () => {
    expect(eventOf('duel', ['card_built', 1, 'workshop', false, 13])).toEqual({
      type: 'card_built',
      seat: 1,
      card: 'workshop',
      chain: false,
      slot: 13,
    });
    expect(eventOf('sea-salt', ['turn_started', 1])).toEqual({ type: 'turn_started', seat: 1 });
  });

  it('have nulls where they end early', () => {
    expect(eventOf('sea-salt', ['kept', 0])).toEqual({ type: 'kept', seat: 0, card: null });
    expect(eventOf('combat', ['mode'])).toMatchObject({ type: 'mode', seat: null, mode: null });
  });

  it('tell the length of a list that is hidden', () => {
    expect(eventOf('sea-salt', ['reshuffled', null, 58])).toEqual({
      type: 'reshuffled',
      seat: null,
      deck_count: 58,
    });
    expect(eventOf('sea-salt', ['reshuffled', null, ['crab_1']])).toEqual({
      type: 'reshuffled',
      seat: null,
      deck: ['crab_1'],
    });
  });
});

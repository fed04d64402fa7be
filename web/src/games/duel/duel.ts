// duel.ts - how the pieces of 7 Wonders Duel are drawn: colours, signs, effects in short.
import type { DuelEffect } from './facts';

export const goods = ['wood', 'stone', 'clay', 'paper', 'glass'];

export const typeColours: Record<string, string> = {
  raw_material: '#7a4a26',
  manufactured: '#5d666d',
  civilian: '#1f559f',
  scientific: '#1a6e3b',
  commercial: '#8a5a00',
  military: '#a8242c',
  guild: '#643390',
};
export const typeOrder = [
  'raw_material',
  'manufactured',
  'commercial',
  'civilian',
  'scientific',
  'military',
  'guild',
];

/** What a card without a row of its own stands in. */
export function landOf(type: string | undefined): string {
  return `${type && typeColours[type] ? type : 'guild'} | temple 24 84 72 60 | cypress 12 88 44 | cypress 108 88 44`;
}

/** One mark of a banner: a good, a coin, points, a shield, a sign, a little card, or a word. */
export interface Bit {
  good?: string;
  coin?: string;
  points?: string;
  shield?: true;
  symbol?: string;
  icon?: string;
  sign?: string; // of the game's own pictures
  type?: string;
  text?: string;
}

const perSign: Record<string, Bit> = {
  wonder: { icon: 'gi:greek-temple' },
  progress: { icon: 'gi:scroll-unfurled' },
  coin_set: { coin: '3' },
};

function per(effect: DuelEffect): Bit[] {
  return [{ text: '/' }, ...(effect.per ?? []).map((each) => perSign[each] ?? { type: each })];
}

function times<T>(n: number, one: T): T[] {
  return Array.from({ length: n }, () => one);
}

/** By what an effect does; a set adds its own. */
export const bits: Record<string, (effect: DuelEffect, n: number) => Bit[]> = {
  produce: (effect) => goods.flatMap((good) => times(Number(effect[good] ?? 0), { good })),
  choose: (effect) =>
    (effect.of ?? []).flatMap((good, i): Bit[] => [...(i ? [{ text: '/' }] : []), { good }]),
  fix_price: (effect) => [...(effect.of ?? []).map((good): Bit => ({ good })), { text: '=' }, { coin: '1' }],
  points: (_effect, n) => [{ points: String(n) }],
  shields: (_effect, n) => times<Bit>(n, { shield: true }),
  symbol: (effect) => [{ symbol: effect.symbol ?? '' }],
  coins: (_effect, n) => [{ coin: `+${n}` }],
  coins_per: (effect, n) => [{ coin: String(n) }, ...per(effect)],
  coins_most: (effect, n) => [{ coin: String(n) }, ...per(effect)],
  points_per: (effect, n) => [{ points: String(n) }, ...per(effect)],
  points_most: (effect, n) => [{ points: String(n) }, ...per(effect)],
  play_again: () => [{ icon: 'gi:cycle' }],
  wonders_play_again: () => [{ icon: 'gi:cycle' }],
  opponent_loses: (_effect, n) => [{ coin: `−${n}` }],
  destroy: (effect) => [{ icon: 'gi:hammer-break' }, { type: effect.type ?? '' }],
  build_discarded: () => [{ icon: 'gi:card-pickup' }],
  library: () => [{ icon: 'gi:scroll-unfurled' }],
  discount: (effect, n) => [
    { text: `−${n}` },
    ...(effect.type === 'wonder' ? [{ icon: 'gi:greek-temple' }] : [{ type: effect.type ?? '' }]),
  ],
  take_trade: () => [{ icon: 'gi:two-coins' }],
  more_shields: () => [{ text: '+' }, { shield: true }],
  coins_by_chain: (_effect, n) => [{ coin: `+${n}` }, { icon: 'gi:linked-rings' }],
};

/** An effect as a few marks; the card's text says it in words. A guild says both its gains in one. */
export function effectBits(effects: DuelEffect[]): Bit[][] {
  const [first, second] = effects;
  if (first?.do === 'coins_most' && second?.do === 'points_most')
    return [[{ coin: String(first.n) }, { points: String(second.n) }, ...per(second)]];
  return effects.map((effect) => bits[effect.do]?.(effect, effect.n ?? 0) ?? [{ icon: 'gi:sparkles' }]);
}

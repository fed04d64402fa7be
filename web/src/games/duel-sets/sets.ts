// sets.ts - what Pantheon and Agora add: how their table is seen, and their pieces in signs.
import type { Views } from '../../generated/games';
import type { Speaker } from '../../lib/say';
import { t } from '../../lib/texts.svelte';
import type { Action } from '../../lib/types';
import { bits, typeColours, typeOrder, type Bit } from '../duel/duel';
import { facts, learn as learnDuel, words, type DuelEffect, type Row } from '../duel/facts';
import { listed, type Files } from '../game';

export type View = Views['duel-sets'];
export type Pantheon = Exclude<View['pantheon'], false>;
export type Agora = Exclude<View['agora'], false>;

export const CUBES = 12;
export const HIDDEN = 'hidden'; // the name of a decree or conspiracy that is not known
const MIDDLE = 10; // of the track, where places are counted from 1

export const mythologies: Record<string, string> = {
  mesopotamian: '#2f4d8a',
  phoenician: '#7a2f6b',
  greek: '#24687f',
  egyptian: '#8a5a00',
  roman: '#96352a',
};

interface Divinity {
  id: string;
  mythology?: string;
  effects: DuelEffect[];
}

export const gods = new Map<string, Divinity>();
export const plots = new Map<string, { id: string; effects: DuelEffect[] }>();
/** Of the structure with the senators in it, by age. */
const rows: Record<number, Row[]> = {};

export function rowsOf(view: View): Row[] | undefined {
  return view.agora ? rows[view.age] : undefined;
}

/** The mythology of a divinity; one that lies face down is called by its mythology. */
export function mythologyOf(id: string): string {
  return gods.get(id)?.mythology ?? (id in mythologies ? id : '');
}

/** How a favour is written: the colour of its mythology and its letter, or what an offering is worth. */
export function favourLook(favour: string): { colour: string; letter: string; offering: boolean } {
  const worth = /^offering_(\d)$/.exec(favour)?.[1];
  return worth
    ? { colour: '#8a5d06', letter: `−${worth}`, offering: true }
    : {
        colour: mythologies[favour] ?? '#555',
        letter: favour.charAt(0).toUpperCase(),
        offering: false,
      };
}

/** What a space of the pantheon costs as it is printed, for a seat. */
export function printedCost(space: number, seat: number): number {
  const costs = facts.rules.space_cost ?? [];
  return costs[seat === 0 ? space - 1 : costs.length - space] ?? 0;
}

export function chamberPoints(chamber: number): number {
  return facts.rules.chamber_points?.[chamber - 1] ?? 0;
}

/** A place as the rules count it, as a space of the track. */
export function asSpace(place: number): number {
  return place - MIDDLE;
}

/** A space of the track as how far it is from the middle, towards whom. */
export function spaceName(speaker: Speaker, space: number): string {
  return space === 0
    ? t('sets.middle')
    : t('sets.towards', { n: Math.abs(space), seat: speaker.seatName(space < 0 ? 0 : 1) });
}

/** A move that the game calls by a number, by what it is about; others are the game's to name. */
export function moveName(speaker: Speaker, action: Action, seat: number | null): string | undefined {
  const view = speaker.view as View;
  const place = Number(action['place']);
  const mine = (view.agora && view.agora.conspiracies[seat ?? -1]) || [];
  const conspiracy = nameOf('conspiracy', mine[place - 1]?.conspiracy ?? HIDDEN) ?? '';
  if (action.type === 'activate') {
    const offerings = Number(action['offerings']);
    const god = nameOf(
      'divinity',
      (view.pantheon && view.pantheon.spaces[Number(action['space']) - 1]) || '',
    );
    return god && t(offerings ? 'sets.activates_offered' : 'sets.activates', { god, offerings });
  }
  if (action.type === 'prepare')
    return t('sets.prepares', { conspiracy, card: nameOf('card', String(action['card'])) ?? '' });
  if (action.type === 'trigger' || action.type === 'select_held') return t('sets.trigger', { conspiracy });
  if (action.type === 'strike') {
    const slot = view.structure.find((each) => each.slot === place - 1);
    return slot && t('sets.strikes', { card: nameOf('card', slot.card ?? slot.back) ?? '' });
  }
  return action.type === 'select_track'
    ? t('sets.minerva_at', { space: spaceName(speaker, asSpace(place)) })
    : undefined;
}

/** Who has more cubes in a chamber, counted from 0; -1: nobody. */
export function holder(agora: Agora, chamber: number): number {
  const [first, second] = [agora.cubes_0[chamber] ?? 0, agora.cubes_1[chamber] ?? 0];
  return first > second ? 0 : second > first ? 1 : -1;
}

export function held(agora: Agora, seat: number): number {
  return agora.decrees.filter((_, i) => holder(agora, i) === seat).length;
}

/** Whether a piece is a card, a divinity, a decree ...: the first group of texts that has its name. */
export const groups: Record<string, string[]> = {
  piece: ['card', 'wonder', 'token', 'divinity', 'decree', 'conspiracy'],
  card: ['card', 'back'],
  divinity: ['divinity', 'mythology_back'],
};

export function nameOf(kind: string, id: string): string | undefined {
  return (groups[kind] ?? [kind]).map((group) => words(`${group}.${id}`)).find((text) => text);
}

const temple: Bit = { icon: 'gi:greek-temple' };
const coinsFor = (mark: Bit): Bit[] => [mark, { coin: '+' }];
const cheaper = (mark: Bit): Bit[] => [{ text: '−1' }, mark];

export const decrees: Record<string, Bit[]> = {
  coins_on_blue: coinsFor({ type: 'civilian' }),
  coins_on_green: coinsFor({ type: 'scientific' }),
  coins_on_yellow: coinsFor({ type: 'commercial' }),
  coins_on_red: coinsFor({ type: 'military' }),
  coins_on_wonder: coinsFor(temple),
  ignore_symbol_yellow: cheaper({ type: 'commercial' }),
  ignore_symbol_red: cheaper({ type: 'military' }),
  ignore_symbol_green: cheaper({ type: 'scientific' }),
  wonder_discount: cheaper(temple),
  shield: [{ shield: true }],
  raw_trade_discount: cheaper({ good: 'wood' }),
  manufactured_trade_discount: cheaper({ good: 'glass' }),
  more_senate_actions: [{ text: '+' }, { sign: 'politician' }],
  discard_bonus: [{ coin: '+2' }],
  opponent_chains: [{ icon: 'gi:linked-rings' }],
  conspirator_play_again: [{ sign: 'conspirator' }, { icon: 'gi:cycle' }],
};

const cube: Bit = { sign: 'cube' };
const sections = ['', '1·2', '3·4', '5·6'];

/** What the effects of the sets look like in a card's band. */
const more: Record<string, (effect: DuelEffect, n: number) => Bit[]> = {
  enki: () => [{ icon: 'gi:scroll-unfurled' }],
  snake: () => [{ sign: 'snake' }],
  keep_coins: (_effect, n) => [{ coin: String(n) }, { sign: 'kept' }],
  take_goods: () => [{ sign: 'take' }, { type: 'raw_material' }, { type: 'manufactured' }],
  strike: () => [{ sign: 'strike' }],
  unbuild: () => [{ icon: 'gi:hammer-break' }, temple],
  raise_wonder: () => [{ text: '+' }, temple],
  take_wonder: () => [{ sign: 'take' }, temple],
  minerva: () => [{ sign: 'minerva' }],
  neptune: () => [{ sign: 'neptune' }],
  temple: () => [temple, { points: '5+' }],
  sanctuary: (_effect, n) => [{ text: `−${n}` }, { sign: 'divinity' }],
  divine_theater: () => [{ sign: 'divinity' }],
  mysticism: (_effect, n) => [{ points: String(n) }, { text: '/' }, { sign: 'divinity' }],
  poliorcetics: (_effect, n) => [{ shield: true }, { coin: `−${n}` }],
  engineering: (_effect, n) => [{ icon: 'gi:linked-rings' }, { coin: String(n) }],
  politician: (_effect, n) => [{ sign: 'politician' }, { text: sections[n] ?? '' }],
  conspirator: () => [{ sign: 'conspirator' }],
  draft_conspire: () => [{ sign: 'conspirator' }],
  curia: () => [{ sign: 'conspirator' }],
  place_cube: () => [{ text: '+' }, cube],
  place_and_move: () => [{ text: '+' }, cube, { sign: 'move' }],
  may_move: () => [cube, { sign: 'move' }],
  maneuver: () => [{ text: '+' }, cube, { text: '−' }, cube, { sign: 'move' }],
  blackmail: () => [{ sign: 'take' }, { coin: '½' }],
  embezzle: () => [cube, { coin: '±' }],
  lock_token: () => [{ sign: 'kept' }, { icon: 'gi:scroll-unfurled' }],
  fraud: () => [{ icon: 'gi:card-pickup' }],
  treason: () => [{ icon: 'gi:card-pickup' }],
  turn_of_events: () => [{ icon: 'gi:hammer-break' }],
  coercion: () => [{ sign: 'move' }, { type: 'civilian' }, { type: 'scientific' }],
  insider: () => [{ sign: 'decree' }, { sign: 'move' }],
  sabotage: () => [{ icon: 'gi:hammer-break' }, temple],
};

export function learn(files: Files): void {
  const base = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, file['set'] ? { ...file, ages: [] } : file]),
  );
  learnDuel(base);
  facts.game = 'duel-sets';
  for (const god of listed<Divinity>(files, 'divinities')) gods.set(god.id, god);
  for (const plot of listed<Divinity>(files, 'conspiracies')) plots.set(plot.id, plot);
  for (const file of Object.values(files).filter((each) => each['set'] === 'agora'))
    for (const { age, rows: own } of listed<{ age: number; rows: Row[] }>({ file }, 'ages')) rows[age] = own;
  Object.assign(bits, more);
  typeColours['senator'] = '#4a5568';
  if (!typeOrder.includes('senator')) typeOrder.push('senator');
}

// smash.ts - how the pieces of Smash Up are drawn: a sign and a colour for each faction.
import { look, sign } from '../../art/art.svelte';
import type { Views } from '../../generated/games';
import { facts } from './facts';
import { gameInfo } from '../../lib/say';
import { bareId } from './names';

export type SmashView = Views['smashup'];
export type Base = SmashView['bases'][number];
export type Attached = Base['actions'][number];

/** How a faction looks; art.json says it. */
export interface FactionLook {
  sign: string;
  frame: [string, string]; // dark, light
  paper: string;
  accent: string;
  pattern: string;
  edge: string;
}

const plain: FactionLook = {
  sign: 'meeple',
  frame: ['#3a3a44', '#7a7a88'],
  paper: '#f0f0ee',
  accent: '#444450',
  pattern: 'rings',
  edge: 'banner',
};

export function factionLook(faction: string): FactionLook {
  return look<FactionLook>('smashup', 'factions', faction) ?? plain;
}

/** The faction's sign in one colour. */
export function factionSign(faction: string, colour: string): string {
  return sign('smashup', factionLook(faction).sign, colour);
}

const groups = new Map(gameInfo('smashup').cards.map((card) => [card.id, card.group]));

/** The faction a card or a base belongs to. */
export function factionOf(id: string): string {
  return groups.get(id) ?? groups.get(bareId(id)) ?? '';
}

export function cardFact(id: string): { kind: string; power?: number } | undefined {
  return facts.cards.get(id) ?? facts.cards.get(bareId(id));
}

export function hasTalent(id: string): boolean {
  const card = facts.cards.get(bareId(id)) ?? facts.cards.get(id);
  return card?.abilities?.some((each) => each.when === 'talent') ?? false;
}

export const seatColours = ['#0b6e66', '#b4471f', '#6b3fa0', '#8a6100'];
export const seatMarks = ['▲', '■', '●', '◆'];

export interface Lane {
  seat: number;
  power: number;
  place: number; // 1 is first; 0 for who has nothing there
  vp: number; // what the base would give, were it scored now
}

/** Who stands where in the race of a base. Ties share the higher prize. */
export function lanes(base: Base, vp: number[]): Lane[] {
  const here = (seat: number): boolean =>
    (base.power[seat] ?? 0) > 0 || base.minions.some((each) => each.controller === seat);
  return base.power
    .map((power, seat) => {
      const place = here(seat) ? 1 + base.power.filter((other, i) => other > power && here(i)).length : 0;
      return { seat, power, place, vp: place ? (vp[place - 1] ?? 0) : 0 };
    })
    .filter((each) => each.place)
    .sort((a, b) => a.place - b.place);
}

// smash.ts - how the pieces of Smash Up are drawn: a sign and a colour for each faction.
import { facts } from './facts';
import { gameInfo } from '../../lib/say';
import { bareId } from './names';

export interface Minion {
  card: string;
  power: number;
  controller: number;
  counters: number;
  bonus: number;
  used: boolean;
  actions: Attached[];
}

export interface Attached {
  card: string;
  controller: number;
  counters: number;
}

export interface Base {
  base: string;
  breakpoint: number;
  change: number;
  power: number[];
  minions: Minion[];
  actions: Attached[];
}

export interface Seat {
  factions: string[];
  vp: number;
  hand: (string | null)[] | null;
  hand_count: number;
  known_hand: string[];
  deck_count: number;
  discard: string[];
  asleep: boolean;
  sleeps_next: boolean;
  madness?: number;
}

export interface SmashView {
  target: number;
  turn: number;
  current: number;
  seats: Seat[];
  bases: Base[];
  base_deck_count: number;
  scoring: string | null;
  window: boolean;
  regular_minion: boolean;
  regular_action: boolean;
  extra_plays: ({ kind: string; base: string | null; power_max: number | null; count: number } | null)[];
  look: (string | null)[];
}

interface Sign {
  icon: string;
  hue: number;
}

const signs: Record<string, Sign> = {
  aliens: { icon: 'gi:ufo', hue: 130 },
  dinosaurs: { icon: 'gi:dinosaur-rex', hue: 95 },
  ninjas: { icon: 'gi:ninja-head', hue: 0 },
  pirates: { icon: 'gi:pirate-hat', hue: 25 },
  robots: { icon: 'gi:robot-golem', hue: 205 },
  tricksters: { icon: 'gi:clover', hue: 150 },
  wizards: { icon: 'gi:wizard-face', hue: 265 },
  zombies: { icon: 'gi:shambling-zombie', hue: 75 },
  bear_cavalry: { icon: 'gi:bear-head', hue: 15 },
  ghosts: { icon: 'gi:ghost', hue: 230 },
  killer_plants: { icon: 'gi:carnivorous-plant', hue: 110 },
  steampunks: { icon: 'gi:gears', hue: 35 },
  elder_things: { icon: 'gi:floating-tentacles', hue: 290 },
  innsmouth: { icon: 'gi:fish-monster', hue: 180 },
  minions_of_cthulhu: { icon: 'gi:tentacles-skull', hue: 165 },
  miskatonic_university: { icon: 'gi:graduate-cap', hue: 345 },
  fairies: { icon: 'gi:fairy', hue: 310 },
  kitty_cats: { icon: 'gi:cat', hue: 40 },
  mythic_horses: { icon: 'gi:unicorn', hue: 280 },
  princesses: { icon: 'gi:tiara', hue: 330 },
  madness: { icon: 'gi:potion-of-madness', hue: 300 },
};

export function signOf(faction: string): Sign {
  return (
    signs[faction] ?? {
      icon: 'gi:card-random',
      hue: [...faction].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7),
    }
  );
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

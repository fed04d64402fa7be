// combat.ts - a battle as the board reads it: its view, its hexes, its drawings.
import type { Costs, Views } from '../../generated/games';
import { facts } from './facts';
import type { Action, Table, TableEvent } from '../../lib/types';

export type View = Views['combat'];
export type Unit = View['units'][number];
export type Act = View['actions'][number];
export type Cost = NonNullable<Costs['combat']>;
export interface Hex {
  id: string;
  q: number;
  r: number;
  x: number;
  y: number;
  ground: string;
}
export interface Choice {
  action: Action;
  cost: Cost | null;
}

export const SIZE = 32; // from a hex's middle to its corners
const WIDTH = Math.sqrt(3) * SIZE;

let drawn: { map: string; list: Hex[] } = { map: '', list: [] };

/** Left to right, top to bottom; the same list for the same map, so that nobody draws it anew. */
export function hexes(map: View['map']): Hex[] {
  const key = JSON.stringify(map);
  if (drawn.map === key) return drawn.list;
  const list = map.rows.flatMap((row, r) =>
    [...row].map((glyph, column) => {
      const q = map.odd_r ? column - (r >> 1) : column;
      return { id: `${q},${r}`, q, r, ...spot(q, r), ground: map.ground[glyph] ?? 'plain' };
    }),
  );
  drawn = { map: key, list };
  return list;
}

export function spot(q: number, r: number): { x: number; y: number } {
  return { x: WIDTH * (q + r / 2 + 0.5), y: SIZE * (1.5 * r + 1) };
}

export function place(cell: string): { x: number; y: number } {
  const [q = 0, r = 0] = cell.split(',').map(Number);
  return spot(q, r);
}

/** The corners of a hex around a point, as SVG wants them. */
export function corners(x: number, y: number, size = SIZE): string {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 180) * (60 * i - 90);
    return `${(x + size * Math.cos(angle)).toFixed(1)},${(y + size * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
}

export function bounds(list: Hex[]): { x: number; y: number; width: number; height: number } {
  const xs = list.map((hex) => hex.x),
    ys = list.map((hex) => hex.y);
  const x = Math.min(...xs) - WIDTH / 2 - 3,
    y = Math.min(...ys) - SIZE - 3;
  return { x, y, width: Math.max(...xs) + WIDTH / 2 + 3 - x, height: Math.max(...ys) + SIZE + 3 - y };
}

/** The cell an arrow key goes to: the nearest one that way. */
export function towards(list: Hex[], from: string, key: string): string | undefined {
  const at = list.find((hex) => hex.id === from);
  const [dx = 0, dy = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] ?? [0, 0];
  if (!at || (!dx && !dy)) return undefined;
  const wanted = { x: at.x + dx * WIDTH, y: at.y + dy * SIZE * 1.5 };
  const near = list
    .filter((hex) => (dx ? hex.r === at.r : hex.r === at.r + dy))
    .map((hex) => ({ id: hex.id, far: Math.hypot(hex.x - wanted.x, hex.y - wanted.y) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far < WIDTH ? near.id : undefined;
}

/** Facing 0 looks to the right; the six directions turn against the clock. */
export function facingAngle(facing: number): number {
  return -60 * facing;
}

export function choices(table: Table): Choice[] {
  return table.legal.map((action, i) => ({ action, cost: (table.costs[i] ?? null) as Cost | null }));
}

export function actorOf(view: View): string | null {
  return view.bonus ?? view.active;
}

export function actNow(view: View): Act | undefined {
  return view.actions.at(-1);
}

/** What a unit knows, in the order of its sheet. */
export function knownActions(unit: Unit): string[] {
  return ['Move', 'Attack', ...(facts.classes.get(unit.class)?.skills ?? [])];
}

export function kindOf(action: string): string {
  return facts.skills.get(action)?.kind ?? 'Standard';
}

export function cooldownOf(unit: Unit, action: string): Unit['cooldowns'][number] | undefined {
  return unit.cooldowns.find((each) => each.action === action && each.seconds > 0);
}

export interface Float {
  key: string;
  cell: string;
  text: string;
  kind: 'hurt' | 'heal' | 'state';
  order: number; // among those over the same cell
}

const FLOATS_MAX = 12;

interface Words {
  name: (kind: string, id: string) => string;
  miss: string;
  shield: string;
}

/* What an event writes over a unit: the hole that names the unit, what kind it is, the words. */
const floating: Record<string, [string, Float['kind'], (event: TableEvent, words: Words) => string]> = {
  buff_apply: ['unit', 'state', (event, { name }) => name('buff', String(event['effect']))],
  snare: ['unit', 'state', (event, { name }) => name('buff', String(event['effect']))],
  dot_apply: ['unit', 'state', (event, { name }) => name('dot', String(event['effect']))],
  sticky_apply: ['unit', 'state', (event, { name }) => name('sticky', String(event['effect']))],
  shield_set: [
    'unit',
    'state',
    (event, { shield }) => (Number(event['points']) > 0 ? `${shield} ${event['points']}` : ''),
  ],
  shield_absorb: ['unit', 'state', (event, { shield }) => `${shield} −${event['absorbed']}`],
  force: ['unit', 'state', (event) => (Number(event['done']) > 0 ? `⇢ ${event['done']}` : '')],
  attack_miss: ['target', 'state', (_event, { miss }) => miss],
  skill_miss: ['target', 'state', (_event, { miss }) => miss],
};

function floatOf(event: TableEvent, words: Words): { unit: unknown; kind: Float['kind']; text: string } {
  if (event.type === 'hp') {
    const change = Number(event['to']) - Number(event['from']);
    const text = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '';
    return { unit: event['unit'], kind: change > 0 ? 'heal' : 'hurt', text };
  }
  const [unit, kind, say] = floating[event.type] ?? ['', 'state', () => ''];
  return { unit: event[unit], kind, text: say(event, words) };
}

/** What the last step did to units, to rise over them: hit points, statuses, pushes, misses. */
export function floats(view: View, events: TableEvent[], fresh: number, words: Words): Float[] {
  const found: Float[] = [];
  events.slice(fresh).forEach((event, i) => {
    const { unit: id, kind, text } = floatOf(event, words);
    const cell = text ? view.units.find((each) => each.id === id)?.anchor : undefined;
    if (
      cell === undefined ||
      found.some((each) => each.cell === cell && each.text === text && kind === 'state')
    )
      return;
    found.push({
      key: `${fresh + i}`,
      cell,
      text,
      kind,
      order: found.filter((each) => each.cell === cell).length,
    });
  });
  return found.slice(-FLOATS_MAX);
}

/** Those who fell in the last step. */
export function fallen(view: View, events: TableEvent[], fresh: number): Unit[] {
  const down = new Set(events.slice(fresh).map((event) => event.type === 'unit_down' && event['unit']));
  return view.units.filter((unit) => unit.down && down.has(unit.id));
}

/** The ways that units went in the last step, cell after cell; who is pushed goes straight. */
export function walks(events: TableEvent[], fresh: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const event of events.slice(fresh)) {
    if (event.type !== 'walk_step' && event.type !== 'move_commit') continue;
    const way = found.get(String(event['unit'])) ?? [String(event['from'])];
    if (way.at(-1) !== String(event['to'])) way.push(String(event['to']));
    found.set(String(event['unit']), way);
  }
  return found;
}

export const actionIcons: Record<string, string> = {
  Move: 'gi:walking-boot',
  Attack: 'gi:broadsword',
  cleave: 'gi:sword-slice',
  lunge: 'gi:spears',
  shield_slam: 'gi:shield-bash',
  backstab: 'gi:backstab',
  pinning_shot: 'gi:pin',
  savage_bite: 'gi:saber-toothed-cat-head',
  ember_bolt: 'gi:flame',
  frost_patch: 'gi:frozen-block',
  mending_tide: 'gi:healing',
  cleansing_wave: 'gi:water-drop',
  war_cry: 'gi:shouting',
  chain_hook: 'gi:meat-hook',
  throat_kick: 'gi:high-kick',
  bog_curse: 'gi:voodoo-doll',
  dash: 'gi:sprint',
  guard_up: 'gi:checked-shield',
  interpose: 'gi:shield-reflect',
  riposte: 'gi:sword-clash',
  sidestep: 'gi:dodging',
  spell_snare: 'gi:spell-book',
  repel: 'gi:push',
  feint: 'gi:feather',
  second_wind: 'gi:wind-slap',
  aim_true: 'gi:bullseye',
  stone_skin: 'gi:stone-block',
  quicken: 'gi:fast-arrow',
  follow_through: 'gi:crossed-swords',
  twin_fang: 'gi:daggers',
  shield_check: 'gi:shield-impact',
  reload: 'gi:arrow-scope',
  falling_star: 'gi:meteor-impact',
  high_tide: 'gi:heart-drop',
  grave_call: 'gi:tombstone',
  dirge: 'gi:sound-waves',
  bone_storm: 'gi:bone-knife',
};

/** The cells no farther than that from one of these. */
export function within(list: Hex[], cells: string[], far: number): string[] {
  const from = cells.map((cell) => cell.split(',').map(Number));
  return list
    .filter(({ q, r }) =>
      from.some(([a = 0, b = 0]) => (Math.abs(q - a) + Math.abs(r - b) + Math.abs(q + r - a - b)) / 2 <= far),
    )
    .map((hex) => hex.id);
}

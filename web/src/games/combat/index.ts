// index.ts - a battle on hexes, as the client shows it.
import { asLesson } from '../../lib/lesson';
import type { GameFace } from '../game';
import Combat from './Combat.svelte';
import { learn } from './facts';
import { legend } from './legend';
import { thingName } from './names';

export const face: GameFace = {
  board: Combat,
  learn,
  legend,
  thingName,
  holds: (action) => action.type === 'tick',
  lesson: async () => asLesson(await import('./lesson.json')),
  brisk: true,
  loud: new Set([
    'turn_begin',
    'unit_begin',
    'unit_skip',
    'unit_down',
    'bonus_begin',
    'chain_open',
    'derived_open',
    'execute_begin',
    'confirm_abort',
    'attack_miss',
    'skill_miss',
    'fizzle',
    'rolled_back',
    'shield_absorb',
    'dot_tick',
    'fall',
    'damage',
    'hp',
    'snare',
    'interrupt',
    'full_queue',
    'full_resolve',
    'force',
    'move_commit',
    'victory',
  ]),
  endings: ['victory'],
};

// index.ts - 7 Wonders Duel, as the client shows it.
import { asLesson } from '../../lib/lesson';
import type { GameFace } from '../game';
import Duel from './Duel.svelte';
import Zoom from './Zoom.svelte';
import { learn, words } from './facts';
import { legend } from './legend';
import { motions } from './motions';
import type { View } from './city';

/** A piece may be any of three; a card that lies face down is called by its back. */
const groups: Record<string, string[]> = { piece: ['card', 'wonder', 'token'], card: ['card', 'back'] };

export const face: GameFace = {
  board: Duel,
  zoom: Zoom,
  learn,
  legend,
  thingName: (_speaker, kind, id) =>
    (groups[kind] ?? [kind]).map((group) => words(`${group}.${id}`)).find((text) => text),
  lesson: async () => asLesson(await import('./lesson.json')),
  motions,
  /* A card that lies open can be wanted before one's turn: what it costs is settled when that comes. */
  ahead: (now) =>
    now.table.phase === 'age_play_phase'
      ? (now.table.view as View).structure.flatMap(({ available, card }) =>
          available && card ? [{ type: 'build_card', card }] : [],
        )
      : [],
  endings: ['game_won'],
  score: {
    ties: ['blue'],
    colours: {
      military: '#b91c1c',
      civilian: '#1d4ed8',
      scientific: '#15803d',
      commercial: '#a16207',
      guild: '#6d28d9',
      wonder: '#92400e',
      progress: '#0f766e',
      coins: '#475569',
    },
  },
};

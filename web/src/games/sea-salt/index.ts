// index.ts - Sea Salt & Paper, as the client shows it.
import { asLesson } from '../../lib/lesson';
import { t } from '../../lib/texts.svelte';
import type { TableEvent } from '../../lib/types';
import type { GameFace } from '../game';
import SeaSalt from './SeaSalt.svelte';
import Zoom from './Zoom.svelte';
import { learn } from './facts';
import { legend } from './legend';
import { motions } from './motions';
import { thingName, thingText } from './names';

const questions: Record<string, string> = { draw: 'salt.draw', pair: 'salt.pair', declare: 'salt.declare' };

/** Everybody's total after every round. */
function lines(events: TableEvent[], seats: number): number[][] {
  const found = Array.from({ length: seats }, () => [0]);
  for (const event of events)
    if (event.type === 'scored' && event.seat !== null)
      found[event.seat]?.push(Number(event['cumulative_score']));
  return found;
}

export const face: GameFace = {
  board: SeaSalt,
  zoom: Zoom,
  learn,
  legend,
  motions,
  thingName,
  thingText,
  lesson: async () => asLesson(await import('./lesson.json')),
  plays: (view, card) =>
    card.group === view['profile'] || (card.group.startsWith('extra') && view[card.group] === true),
  shows: (card) => ({ profile: card.group === 'standard' ? 'standard' : 'official' }),
  question: (now) => {
    const looks = Number(now.table.view['look_count'] ?? 0) > 0;
    return t(looks ? 'salt.look' : (questions[now.table.phase] ?? ''));
  },
  ahead: (now) => (Number(now.table.view['deck_count'] ?? 0) > 0 ? [{ type: 'draw_deck' }] : []),
  closes: (action) => action.type === 'end_pairs',
  endings: ['game_won'],
  score: {
    /* The score tells of the last round alone, which its settlement has shown: rounds add up. */
    derived: [
      'base',
      'card_score',
      'last_round',
      'color_bonus',
      'collection',
      'pair_base',
      'pair_bonus',
      'multiplier',
      'mermaid',
    ],
    lines,
    sources: (events, seats) => {
      const totals = lines(events, seats);
      const rounds = Math.max(...totals.map((line) => line.length)) - 1;
      return Array.from({ length: rounds }, (_, i) => ({
        source: '',
        label: t('table.round', { n: i + 1 }),
        points: totals.map((line) => (line[i + 1] ?? 0) - (line[i] ?? 0)),
      }));
    },
  },
};

// index.ts - 7 Wonders Duel with Pantheon and Agora, as the client shows it.
import { asLesson } from '../../lib/lesson';
import { t } from '../../lib/texts.svelte';
import { face as duel } from '../duel';
import type { GameFace } from '../game';
import DuelSets from './DuelSets.svelte';
import Zoom from './Zoom.svelte';
import { legend } from './legend';
import { motions } from './motions';
import { learn, moveName, nameOf } from './sets';

export const face: GameFace = {
  ...duel,
  board: DuelSets,
  zoom: Zoom,
  learn,
  legend,
  motions,
  thingName: (_speaker, kind, id) => nameOf(kind, id),
  /* The terminal counts the spaces of the track from 1; here they can be seen. */
  asks: ({ table }) => (table.phase === 'waiting_for_track' ? t('sets.minerva') : undefined),
  says: moveName,
  lesson: async () => asLesson(await import('./lesson.json')),
  score: {
    ...duel.score,
    colours: { ...duel.score?.colours, divinity: '#7a2f6b', senate: '#1f4e6b' },
  },
};

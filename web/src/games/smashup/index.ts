// index.ts - Smash Up, as the client shows it.
import { asLesson } from '../../lib/lesson';
import type { TableEvent } from '../../lib/types';
import type { GameFace, PointsFrom } from '../game';
import SmashUp from './SmashUp.svelte';
import Zoom from './Zoom.svelte';
import { learn } from './facts';
import { legend } from './legend';
import { motions } from './motions';
import { thingName, thingText } from './names';

function awards(events: TableEvent[]): { seat: number; vp: number; source: string }[] {
  return events.flatMap(({ type, seat, ...rest }) =>
    type === 'vp_awarded' && seat !== null
      ? [{ seat, vp: Number(rest['vp']), source: String(rest['source'] ?? '') }]
      : [],
  );
}

function sources(events: TableEvent[], seats: number): PointsFrom[] {
  const found = new Map<string, number[]>();
  for (const { seat, vp, source } of awards(events)) {
    const points = found.get(source) ?? Array<number>(seats).fill(0);
    points[seat] = (points[seat] ?? 0) + vp;
    found.set(source, points);
  }
  return [...found].map(([source, points]) => ({ source, points }));
}

export const face: GameFace = {
  board: SmashUp,
  zoom: Zoom,
  learn,
  legend,
  thingName,
  thingText,
  lesson: async () => asLesson(await import('./lesson.json')),
  motions,
  endings: ['game_won'],
  score: {
    ties: ['madness', 'madness_penalty'],
    lines: (events, seats) => {
      const lines = Array.from({ length: seats }, () => [0]);
      for (const award of awards(events))
        lines.forEach((line, seat) => line.push((line.at(-1) ?? 0) + (seat === award.seat ? award.vp : 0)));
      return lines;
    },
    sources,
  },
};

// legend.ts - what the signs of Smash Up mean.
import { t } from '../../lib/texts.svelte';
import type { Sign } from '../game';
import { seatColours, seatMarks } from './smash';

export function legend(): Sign[] {
  return [
    { letters: '3', says: t('legend.smashup.power') },
    { letters: '+1', says: t('legend.smashup.change') },
    { letters: '17/20', says: t('legend.smashup.breakpoint') },
    { letters: '4 2 1', says: t('legend.smashup.prizes') },
    { icon: 'gi:sparkles', says: t('legend.smashup.talent') },
    ...seatMarks.slice(0, 4).map((mark, seat) => ({
      letters: mark,
      colour: seatColours[seat] ?? '#444',
      says: t('legend.smashup.seat', { n: seat + 1 }),
    })),
  ];
}

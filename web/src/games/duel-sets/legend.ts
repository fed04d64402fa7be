// legend.ts - what the signs of Pantheon and Agora mean, after those of the game itself.
import { t } from '../../lib/texts.svelte';
import { legend as duelLegend } from '../duel/legend';
import { signOf, words } from '../duel/facts';
import type { Sign } from '../game';
import { favourLook, mythologies } from './sets';

const signs = ['divinity', 'snake', 'minerva', 'kept', 'politician', 'conspirator', 'cube', 'move', 'take'];

export function legend(): Sign[] {
  return [
    ...duelLegend().filter((each) => !each.says.startsWith('legend.')),
    ...Object.entries(mythologies).map(([id, colour]) => ({
      letters: favourLook(id).letter,
      colour,
      says: t('legend.duel-sets.mythology', { mythology: words(`mythology.${id}`) }),
    })),
    { letters: '−2', colour: '#8a5d06', says: t('legend.duel-sets.offering') },
    ...signs.map((id) => ({
      image: signOf('signs', id, '#ffffff'),
      colour: '#3a2a52',
      says: t(`legend.duel-sets.${id}`),
    })),
  ];
}

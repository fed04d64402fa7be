// legend.ts - what the signs of the battle mean: the units, the ground, the actions.
import { picture } from '../../art/art.svelte';
import { gameText, t } from '../../lib/texts.svelte';
import type { Sign } from '../game';
import { actionIcons } from './combat';
import { facts } from './facts';

export function legend(): Sign[] {
  const named = (kind: string, id: string): string =>
    [gameText('combat', `${kind}.${id}`), gameText('combat', `${kind}_text.${id}`)]
      .filter(Boolean)
      .join(': ');
  return [
    { icon: 'gi:sands-of-time', says: t('legend.combat.seconds') },
    { icon: 'gi:flying-flag', says: t('legend.combat.flag') },
    ...[...facts.classes.keys()].map((id) => ({
      image: picture('combat', 'unit', id),
      says: named('class', id),
    })),
    ...facts.grounds.map((id) => ({
      image: picture('combat', 'terrain', id),
      says: named('terrain', id),
    })),
    ...Object.entries(actionIcons).map(([id, icon]) => ({ icon, says: named('skill', id) })),
  ];
}

// legend.ts - what the signs of 7 Wonders Duel mean.
import { t } from '../../lib/texts.svelte';
import type { Sign } from '../game';
import { goods, typeColours, typeOrder } from './duel';
import { drawn, signOf, words } from './facts';

const symbols = ['globe', 'tablet', 'mortar', 'compass', 'wheel', 'quill', 'law'];
const icons: [string, string][] = [
  ['gi:greek-temple', 'wonder'],
  ['gi:scroll-unfurled', 'library'],
  ['gi:cycle', 'again'],
  ['gi:hammer-break', 'destroy'],
  ['gi:card-pickup', 'discarded'],
  ['gi:two-coins', 'trade'],
  ['gi:linked-rings', 'chain'],
];

export function legend(): Sign[] {
  return [
    ...typeOrder.map((type) => ({
      colour: typeColours[type] ?? '#777',
      says: t(`legend.duel.${type}`),
    })),
    ...goods.map((good) => ({
      image: drawn('good', good),
      says: t('legend.duel.good', { good: words(`resource.${good}`) || good }),
    })),
    { letters: '3', colour: '#8a5d06', says: t('legend.duel.coin') },
    { letters: '★3', says: t('legend.duel.points') },
    { image: drawn('good', 'shield'), colour: '#a8242c', says: t('legend.duel.shield') },
    ...symbols.map((id) => ({
      image: signOf('symbols', id, '#14502c'),
      colour: '#fffdf2',
      says: t('legend.duel.symbol', { symbol: words(`symbol.${id}`) || id }),
    })),
    ...icons.map(([icon, key]) => ({ icon, says: t(`legend.duel.${key}`) })),
  ];
}

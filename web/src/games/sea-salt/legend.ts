// legend.ts - what the signs of Sea Salt & Paper mean: a seal for each colour, marks at the corner.
import { folded, look, sign } from '../../art/art.svelte';
import type { Papers } from '../../art/folds';
import { findText, t } from '../../lib/texts.svelte';
import type { Sign } from '../game';

const colours = ['blue', 'red', 'green', 'yellow', 'purple', 'black', 'white'];

export function legend(): Sign[] {
  return [
    ...colours.map((colour) => {
      const papers = look<Papers>('sea-salt', 'papers', colour);
      return {
        colour: '#fffaf0',
        image: sign('sea-salt', papers?.seal ?? '', papers?.fold ?? papers?.foot ?? '#567'),
        says: t('legend.sea-salt.colour', { colour: findText(`sea-salt.colour.${colour}`) ?? colour }),
      };
    }),
    { image: folded('sea-salt', 'fish', 'blue'), says: t('legend.sea-salt.pair') },
    { letters: '6×', says: t('legend.sea-salt.collection') },
    { letters: '×2', says: t('legend.sea-salt.multiplier') },
    { letters: '4 = ★', says: t('legend.sea-salt.mermaid') },
    { letters: '★', says: t('legend.sea-salt.starter') },
  ];
}

// duel.ts - how the pieces of 7 Wonders Duel are drawn: icons, colours, effects in short.
import type { DuelEffect } from './facts';

export const resourceIcons: Record<string, string> = {
  wood: 'gi:wood-pile',
  stone: 'gi:stone-block',
  clay: 'gi:brick-pile',
  paper: 'gi:papyrus',
  glass: 'gi:glass-ball',
  coins: 'gi:two-coins',
};
export const symbolIcons: Record<string, string> = {
  globe: 'gi:globe',
  tablet: 'gi:stone-tablet',
  mortar: 'gi:pestle-mortar',
  compass: 'gi:compass',
  wheel: 'gi:stone-wheel',
  quill: 'gi:quill',
  law: 'gi:scales',
};
export const wonderIcons: Record<string, string> = {
  the_appian_way: 'gi:road',
  circus_maximus: 'gi:cartwheel',
  the_colossus: 'gi:stone-bust',
  the_great_library: 'gi:scroll-unfurled',
  the_great_lighthouse: 'gi:lighthouse',
  the_hanging_gardens: 'gi:vine-flower',
  the_mausoleum: 'gi:tombstone',
  piraeus: 'gi:trireme',
  the_pyramids: 'gi:great-pyramid',
  the_sphinx: 'gi:egyptian-sphinx',
  the_statue_of_zeus: 'gi:zeus-sword',
  the_temple_of_artemis: 'gi:greek-temple',
};
export const tokenIcons: Record<string, string> = {
  agriculture: 'gi:wheat',
  architecture: 'gi:ionic-column',
  economy: 'gi:coins',
  law: 'gi:scales',
  masonry: 'gi:brick-wall',
  mathematics: 'gi:abacus',
  philosophy: 'gi:philosopher-bust',
  strategy: 'gi:crossed-swords',
  theology: 'gi:angel-wings',
  urbanism: 'gi:village',
};
export const typeColours: Record<string, string> = {
  raw_material: '#7a4a26',
  manufactured: '#6b7278',
  civilian: '#2457a6',
  scientific: '#1c7a3f',
  commercial: '#8a6100',
  military: '#b3282d',
  guild: '#6d3b96',
};
export const typeOrder = [
  'raw_material',
  'manufactured',
  'commercial',
  'civilian',
  'scientific',
  'military',
  'guild',
];

export interface Bit {
  icon?: string;
  text?: string;
}

/** An effect as a few icons and signs; the card's text says it in words. */
export function effectBits(effect: DuelEffect): Bit[] {
  const n = effect.n ?? 0;
  switch (effect.do) {
    case 'produce':
      return Object.entries(effect as unknown as Record<string, unknown>)
        .filter(([key]) => key in resourceIcons)
        .flatMap(([key, count]) =>
          Array.from({ length: Number(count) }, (): Bit => ({ icon: resourceIcons[key] ?? '' })),
        );
    case 'choose':
      return (effect.of ?? []).flatMap((each, i): Bit[] => [
        ...(i ? [{ text: '/' }] : []),
        { icon: resourceIcons[each] ?? '' },
      ]);
    case 'fix_price':
      return [
        ...(effect.of ?? []).map((each): Bit => ({ icon: resourceIcons[each] ?? '' })),
        { text: '=1' },
        { icon: 'gi:two-coins' },
      ];
    case 'points':
      return [{ text: String(n) }, { icon: 'gi:laurels' }];
    case 'shields':
      return Array.from({ length: n }, () => ({ icon: 'gi:shield' }));
    case 'symbol':
      return [{ icon: symbolIcons[effect.symbol ?? ''] ?? 'gi:globe' }];
    case 'coins':
      return [{ text: `+${n}` }, { icon: 'gi:two-coins' }];
    case 'coins_per':
    case 'coins_most':
      return [{ text: `+${n}` }, { icon: 'gi:two-coins' }, { text: '×…' }];
    case 'points_most':
    case 'points_per':
      return [{ text: String(n) }, { icon: 'gi:laurels' }, { text: '×…' }];
    case 'play_again':
    case 'wonders_play_again':
      return [{ icon: 'gi:cycle' }];
    case 'opponent_loses':
      return [{ text: `−${n}` }, { icon: 'gi:two-coins' }];
    case 'destroy':
      return [{ icon: 'gi:hammer-break' }];
    case 'build_discarded':
      return [{ icon: 'gi:card-pickup' }];
    case 'library':
      return [{ icon: 'gi:scroll-unfurled' }];
    default:
      return [{ icon: 'gi:sparkles' }];
  }
}

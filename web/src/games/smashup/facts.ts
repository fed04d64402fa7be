// facts.ts - what is printed on the cards and bases of Smash Up.
import { byId, listed, type Files } from '../game';

export interface SmashFact {
  id: string;
  kind: string;
  power?: number;
  abilities?: { when?: string; do?: string }[];
}

export interface BaseFact {
  id: string;
  vp: number[];
}

export const facts = { cards: new Map<string, SmashFact>(), bases: new Map<string, BaseFact>() };

export function learn(files: Files): void {
  /* Madness, which nobody brings along, is a file with one card. */
  const single = Object.values(files).flatMap((file) => (file['card'] ? [file['card'] as SmashFact] : []));
  facts.cards = byId([...listed<SmashFact>(files, 'cards'), ...single]);
  facts.bases = byId(listed<BaseFact>(files, 'bases'));
}

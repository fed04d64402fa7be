// facts.ts - what is printed on the cards of Sea Salt & Paper.
import { listed, type Files } from '../game';

export interface Kind {
  id: string;
  category: string; // pairing, collection, multiplier, special
  points?: number[]; // of a set: for one, two, three ...
  counts?: string; // of a multiplier: the kind it counts
  value?: number;
  colours?: Record<string, number>;
}

interface Pair {
  kinds: string[];
  effect?: string;
  event?: string; // only while this event lasts
}

interface Printed {
  kinds: Map<string, Kind>;
  pairs: Pair[];
}

export const facts: {
  printed: Record<string, string>; // the colour of a card, where the deck does not deal colours
  profiles: Record<string, Printed>;
} = { printed: {}, profiles: {} };

/** Cards are numbered through their kind, colour after colour, as the deck is built. */
export function learn(files: Files): void {
  for (const kind of listed<Kind>(files, 'kinds')) {
    const each = Object.entries(kind.colours ?? {}).flatMap(([colour, n]) => Array<string>(n).fill(colour));
    each.forEach((colour, i) => {
      facts.printed[`${kind.id}_${i + 1}`] = colour;
    });
  }
  for (const file of Object.values(files)) {
    const profile = String(file['profile'] ?? file['extends'] ?? '');
    if (!profile) continue;
    const known = (facts.profiles[profile] ??= { kinds: new Map(), pairs: [] });
    for (const kind of (file['kinds'] as Kind[] | undefined) ?? []) known.kinds.set(kind.id, kind);
    known.pairs.push(...((file['pairs'] as Pair[] | undefined) ?? []));
  }
}

export function kindOf(profile: string, kind: string): Kind | undefined {
  return facts.profiles[profile]?.kinds.get(kind);
}

/** The kinds that make a pair with this one and do something; itself first. */
export function partners(profile: string, kind: string): string[] {
  const found = (facts.profiles[profile]?.pairs ?? [])
    .filter((pair) => pair.effect && !pair.event && pair.kinds.includes(kind))
    .map((pair) => pair.kinds.find((other) => other !== kind) ?? kind);
  return [...new Set(found)];
}

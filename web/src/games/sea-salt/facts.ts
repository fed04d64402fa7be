// facts.ts - what is printed on the cards of Sea Salt & Paper.
import { listed, type Files } from '../game';

export const facts: {
  hex: Record<string, string>; // of a colour
  printed: Record<string, string>; // the colour of a card, where the deck does not deal colours
} = { hex: {}, printed: {} };

interface Kind {
  id: string;
  colours?: Record<string, number>;
}

/** Cards are numbered through their kind, colour after colour, as the deck is built. */
export function learn(files: Files): void {
  for (const colour of listed<{ id: string; hex: string }>(files, 'colours'))
    facts.hex[colour.id] = colour.hex;
  for (const kind of listed<Kind>(files, 'kinds')) {
    const each = Object.entries(kind.colours ?? {}).flatMap(([colour, n]) => Array<string>(n).fill(colour));
    each.forEach((colour, i) => {
      facts.printed[`${kind.id}_${i + 1}`] = colour;
    });
  }
}

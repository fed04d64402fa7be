// plates.ts - who is named in a crowd: no name lies over another's name or numbers.

export interface Named {
  id: string;
  x: number; // the middle of where it stands
  y: number;
  name: string;
  hp: number;
  state: boolean; // it has a bubble for what it is under
}
export interface Plate {
  text: string;
  width: number;
}

/* Where things hang about a unit, in the field's own measure. */
export const BUBBLE = { x: -23, y: -3 };
export const STATE = { x: 20, y: -19 };
export const PLATE_Y = 17;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** How wide a text is drawn: signs of Chinese are twice as wide. */
export function widthOf(words: string, text: number): number {
  return [...words].reduce((sum, sign) => sum + (sign > '\u2e80' ? 1.02 : 0.66), 0.5) * text;
}

/** How wide the bubble with a number is. */
export function bubbleOf(hp: number, text: number): number {
  return Math.max(1.9, widthOf(`${hp}`, 1)) * text;
}

/** Two or three signs that still tell one from another: "Dire Wolf" DW, "Raider 2" R2, "Bulwark" Bul. */
export function shortName(name: string): string {
  const number = /\d+$/.exec(name)?.[0] ?? '';
  const words = name
    .slice(0, name.length - number.length)
    .trim()
    .split(/\s+/);
  const first = words[0] ?? '';
  if (first > '\u2e80') return [...first].slice(0, 2).join('') + number;
  if (words.length > 1 || number) return words.map((word) => [...word][0]).join('') + number;
  return [...first].slice(0, 3).join('');
}

/** The whole name where there is room for it, else a short one, else none. Whoever stands first in the list has the
 * first choice; numbers have their places, whoever is named. */
export function plates(list: Named[], text: number): Map<string, Plate> {
  const height = text * 1.32;
  const numbers = list.flatMap((unit) => [
    { id: unit.id, box: around(unit.x + BUBBLE.x, unit.y + BUBBLE.y, bubbleOf(unit.hp, text), height) },
    ...(unit.state
      ? [{ id: unit.id, box: around(unit.x + STATE.x, unit.y + STATE.y, text * 1.5, height) }]
      : []),
  ]);
  const taken: Box[] = [];
  const found = new Map<string, Plate>();
  for (const { id, x, y, name } of list)
    for (const words of new Set([name, shortName(name)])) {
      const width = widthOf(words, text);
      const box = around(x, y + PLATE_Y + text * 0.35, width, height);
      if (
        taken.some((each) => meet(each, box)) ||
        numbers.some((each) => each.id !== id && meet(each.box, box))
      )
        continue;
      taken.push(box);
      found.set(id, { text: words, width });
      break;
    }
  return found;
}

// plates.test.ts - names on the field of a battle: none over another's, none over a number, the acting unit's whole.
import { describe, expect, it } from 'vitest';
import { spot } from '../src/games/combat/combat';
import {
  BUBBLE,
  bubbleOf,
  PLATE_Y,
  plates,
  shortName,
  STATE,
  widthOf,
  type Named,
} from '../src/games/combat/plates';

const TEXT = 15; // as on a small desk, where letters are largest beside the cells
const at = (id: string, q: number, r: number, state = false): Named => ({
  id,
  ...spot(q, r),
  name: id,
  hp: 85,
  state,
});
const crowd = ['Boneguard', 'Raider 1', 'Raider 2', 'Dire Wolf', 'Ghoul 1', 'Tidesinger', '掠夺者 2'].map(
  (name, i) => at(name, i % 3, Math.floor(i / 3), i % 2 === 0),
);

describe('the names on a field', () => {
  it('are whole where there is room', () => {
    const found = plates([at('Boneguard', 0, 0), at('Raider 1', 4, 0), at('Dire Wolf', 0, 2)], TEXT);
    expect([...found.values()].map((each) => each.text)).toEqual(['Boneguard', 'Raider 1', 'Dire Wolf']);
  });

  it('never lie over each other, nor over the numbers of another unit', () => {
    const found = plates(crowd, TEXT);
    const boxes = crowd.flatMap((unit) => {
      const plate = found.get(unit.id);
      return plate ? [{ unit, half: plate.width / 2 }] : [];
    });
    const height = TEXT * 1.32;
    const middle = (unit: Named): number => unit.y + PLATE_Y + TEXT * 0.35;
    for (const a of boxes)
      for (const unit of crowd) {
        if (unit.id === a.unit.id) continue;
        const b = boxes.find((each) => each.unit.id === unit.id);
        const clear = (x: number, y: number, half: number): boolean =>
          Math.abs(x - a.unit.x) >= half + a.half || Math.abs(y - middle(a.unit)) >= height;
        if (b) expect(clear(unit.x, middle(unit), b.half), `${a.unit.id} over ${unit.id}`).toBe(true);
        expect(clear(unit.x + BUBBLE.x, unit.y + BUBBLE.y, TEXT * 0.95), `${a.unit.id}, number`).toBe(true);
        if (unit.state)
          expect(clear(unit.x + STATE.x, unit.y + STATE.y, TEXT * 0.75), `${a.unit.id}, state`).toBe(true);
      }
    expect(boxes.length).toBeGreaterThan(3);
    expect(boxes.some(({ unit }) => found.get(unit.id)?.text !== unit.name)).toBe(true);
  });

  it('give whoever comes first the first choice', () => {
    const [left, right] = [at('Boneguard', 0, 0), at('Tidesinger', 1, 0)];
    expect(plates([left, right], TEXT).get('Boneguard')?.text).toBe('Boneguard');
    expect(plates([right, left], TEXT).get('Tidesinger')?.text).toBe('Tidesinger');
  });

  it('are short in a way that still tells them apart', () => {
    expect(['Dire Wolf', 'Raider 12', 'Bulwark', '掠夺者 2'].map(shortName)).toEqual([
      'DW',
      'R12',
      'Bul',
      '掠夺2',
    ]);
    expect(widthOf('掠夺', TEXT)).toBeGreaterThan(widthOf('DW', TEXT));
    expect(bubbleOf(160, TEXT)).toBeGreaterThan(bubbleOf(85, TEXT)); // three digits do not stick out
  });
});

// puzzle.test.ts - which puzzle a day has, and how many days in a row were right.
import { describe, expect, it } from 'vitest';
import { puzzleCounts } from '../src/generated/games';
import { dayName, dayNumber, puzzleOf, streak, today } from '../src/lib/puzzle';

describe('the puzzle of the day', () => {
  it('is of each game in turn, and every puzzle has its day', () => {
    const days = Array.from({ length: 4 * Math.max(...Object.values(puzzleCounts)) }, (_, i) => 20000 + i);
    const seen = new Set(days.map((day) => JSON.stringify(puzzleOf(day))));
    expect(new Set(days.slice(0, 4).map((day) => puzzleOf(day).game)).size).toBe(4);
    expect(seen.size).toBe(Object.values(puzzleCounts).reduce((sum, count) => sum + count, 0));
    expect(Math.min(...Object.values(puzzleCounts))).toBeGreaterThanOrEqual(8);
  });

  it('is the same all day, and of no day to come', () => {
    expect(today(new Date(2026, 10, 16, 0, 0))).toBe('2026-11-16');
    expect(today(new Date(2026, 10, 16, 23, 59))).toBe('2026-11-16');
    expect(dayName(dayNumber('2026-11-01', '2026-11-16'))).toBe('2026-11-01');
    for (const no of ['2026-11-17', 'soon', '2026-13-45', ''])
      expect(dayName(dayNumber(no, '2026-11-16'))).toBe('2026-11-16');
  });

  it('counts days in a row', () => {
    const days = { '2026-11-12': true, '2026-11-14': true, '2026-11-15': true };
    expect(streak(days, '2026-11-16')).toBe(2); // today is still open
    expect(streak({ ...days, '2026-11-16': true }, '2026-11-16')).toBe(3);
    expect(streak({ ...days, '2026-11-16': false }, '2026-11-16')).toBe(0);
    expect(streak(days, '2026-11-18')).toBe(0);
  });
});

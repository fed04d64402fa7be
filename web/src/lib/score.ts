// score.ts - a game's score as a table of numbers: whatever parts it names, a column a seat.
import type { TableEvent } from './types';

export interface ScoreTable {
  parts: string[];
  rows: Record<string, number>[];
  total: string;
}

const derived = new Set(['base', 'card_score', 'blue', 'last_round', 'color_bonus']);

export function scoreTable(score: Record<string, unknown>): ScoreTable {
  const list = Object.values(score).find((value): value is Record<string, unknown>[] =>
    Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && value[0] !== null);
  const rows = (list ?? []).map((row) => Object.fromEntries(Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number')));
  const parts = Object.keys(rows[0] ?? {});
  const total = ['total', 'vp', 'points', 'score'].find((each) => parts.includes(each)) ?? '';
  return { parts: parts.filter((part) => part !== total), rows, total };
}

/** The parts that add up to something, for the bars. */
export function barParts(table: ScoreTable): string[] {
  return table.parts.filter((part) => !derived.has(part) && table.rows.some((row) => (row[part] ?? 0) > 0));
}

/** Totals after every round, where the game has rounds; the first is 0. */
export function roundTotals(events: TableEvent[], seats: number): number[][] {
  const lines = Array.from({ length: seats }, () => [0]);
  for (const event of events)
    if (event.type === 'scored' && event.seat !== null && typeof event['cumulative_score'] === 'number')
      lines[event.seat]?.push(event['cumulative_score']);
  return lines;
}

// score.ts - a game's score as a table of numbers: whatever parts it names, a column a seat.
import type { TableEvent } from './types';

export interface ScoreTable {
  parts: string[];
  rows: Record<string, number>[];
  total: string;
}

const derived = new Set([
  'base',
  'card_score',
  'blue',
  'last_round',
  'color_bonus',
  'madness',
  'madness_penalty',
]);

export function scoreTable(score: Record<string, unknown>): ScoreTable {
  const list = Object.values(score).find(
    (value): value is Record<string, unknown>[] =>
      Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && value[0] !== null,
  );
  const rows = (list ?? []).map((row) =>
    Object.fromEntries(
      Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  );
  const parts = Object.keys(rows[0] ?? {});
  const total = ['total', 'vp', 'points', 'score'].find((each) => parts.includes(each)) ?? '';
  return { parts: parts.filter((part) => part !== total), rows, total };
}

/** The parts that add up to something, for the bars: none where there is no total. */
export function barParts(table: ScoreTable): string[] {
  return !table.total
    ? []
    : table.parts.filter((part) => !derived.has(part) && table.rows.some((row) => (row[part] ?? 0) > 0));
}

/** Totals after every round, or after every base; the first is 0. */
export function roundTotals(events: TableEvent[], seats: number): number[][] {
  const lines = Array.from({ length: seats }, () => [0]);
  for (const event of events) {
    if (event.seat === null) continue;
    if (event.type === 'scored' && typeof event['cumulative_score'] === 'number')
      lines[event.seat]?.push(event['cumulative_score']);
    if (event.type === 'vp_awarded')
      lines.forEach((line, seat) =>
        line.push((line.at(-1) ?? 0) + (seat === event.seat ? Number(event['vp']) : 0)),
      );
  }
  return lines;
}

/** Where the points of Smash Up came from: a row a base, or the card that gave them. */
export function pointsBySource(events: TableEvent[], seats: number): { source: string; points: number[] }[] {
  const found: { source: string; points: number[] }[] = [];
  for (const event of events) {
    if (event.type !== 'vp_awarded' || event.seat === null) continue;
    const source = String(event['source'] ?? '');
    let row = found.find((each) => each.source === source);
    if (!row) found.push((row = { source, points: Array.from({ length: seats }, () => 0) }));
    row.points[event.seat] = (row.points[event.seat] ?? 0) + Number(event['vp']);
  }
  return found;
}

// score.ts - a game's score as a table of numbers: whatever parts it names, a column a seat.
export interface ScoreTable {
  parts: string[];
  rows: Record<string, number>[];
  total: string;
}

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
export function barParts(table: ScoreTable, hidden: readonly string[] = []): string[] {
  return !table.total
    ? []
    : table.parts.filter((part) => !hidden.includes(part) && table.rows.some((row) => (row[part] ?? 0) > 0));
}

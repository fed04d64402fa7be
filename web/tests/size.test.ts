// size.test.ts - what a first visit has to load stays small.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { games } from '../src/generated/games';

const dist = new URL('../dist/', import.meta.url);
const KIB = 1024;

function packed(path: string): number {
  return gzipSync(readFileSync(new URL(path, dist)), { level: 6 }).length;
}

/** A script and all it imports without being asked. */
function withImports(first: string, seen = new Set<string>()): Set<string> {
  if (seen.has(first)) return seen;
  seen.add(first);
  const text = readFileSync(new URL(`assets/${first}`, dist), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(name, seen);
  return seen;
}

describe('the built client', () => {
  const files = readdirSync(new URL('assets/', dist));

  it('loads at most 250 KiB of script before the first game, compressed', () => {
    const first = files.filter((name) => /^(index|App)-.*\.js$/.test(name));
    expect(first).toHaveLength(2);
    const all = new Set(first.flatMap((name) => [...withImports(name)]));
    const bytes = [...all].reduce((sum, name) => sum + packed(`assets/${name}`), 0);
    expect(bytes).toBeGreaterThan(10 * KIB);
    expect(bytes).toBeLessThan(250 * KIB);
  });

  it('has at most 250 KiB of script in all, compressed', () => {
    expect(
      files.filter((name) => name.endsWith('.js')).reduce((sum, name) => sum + packed(`assets/${name}`), 0),
    ).toBeLessThan(250 * KIB);
  });

  it('has a module a game, of at most 120 KiB, compressed', () => {
    for (const { id } of games) expect(packed(`data/${id}.wasm`), id).toBeLessThan(120 * KIB);
  });
});

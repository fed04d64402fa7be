// house.test.ts - a game has one place: no file outside games/<id>/ names a game.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { games } from '../src/generated/games';

const src = new URL('../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|svelte)$/.test(name),
);

describe('the house', () => {
  it('names a game only in its own folder', () => {
    for (const name of files.filter((each) => !/^(games\/[\w-]+\/|generated\/)/.test(each))) {
      const text = readFileSync(new URL(name, src), 'utf8');
      for (const { id } of games) expect(text.match(new RegExp(`['"\`]${id}['"\`./]`)), name).toBeNull();
    }
  });

  it('has a folder for every game, and each only its own name', () => {
    for (const { id } of games) {
      const own = files.filter((name) => name.startsWith(`games/${id}/`));
      expect(own).toContain(`games/${id}/index.ts`);
      for (const other of games.filter((each) => each.id !== id))
        for (const name of own)
          expect(readFileSync(new URL(name, src), 'utf8')).not.toContain(`'${other.id}'`);
    }
  });
});

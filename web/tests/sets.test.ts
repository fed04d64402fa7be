// sets.test.ts - the duel with its sets: whatever is asked, the table itself has the answers.
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Prompt } from '../src/lib/types';
import { TestEngine, readJson } from './engine';
import { propsAt, sessionAt } from './seat';

const GAME = 'duel-sets';
const { setTexts } = await import('../src/lib/texts.svelte');
const { faceOf, openFace } = await import('../src/games/games');
const engine = new TestEngine();

beforeAll(async () => {
  await openFace(GAME);
  setTexts('en', {
    '': readJson('text/en.json'),
    web: readJson('web/text/en.json'),
    duel: readJson('duel/text/en.json'),
    [GAME]: readJson(`${GAME}/text/en.json`),
  });
});

/** What is drawn for whoever is asked, and what they are asked. */
function drawn(): { body: string; ask: string } {
  const you = engine.toAct;
  const table = engine.table(you);
  const board = faceOf(GAME)?.board;
  if (!board) throw new Error('no board');
  const { body } = render(board, { props: propsAt(sessionAt(GAME, table, { you })) });
  return { body, ask: (table.view['prompt'] as Prompt | null)?.ask ?? table.phase };
}

describe('the table of the duel with its sets', () => {
  it.each([
    ['pantheon', { pantheon: true, agora: false }, 12, 20],
    ['agora', { pantheon: false, agora: true }, 60, 22],
    ['both', { pantheon: true, agora: true }, 60, 36],
  ])('has something to press for every question, with %s', (_name, options, deals, kinds) => {
    const met = new Set<string>();
    for (let seed = 1; seed <= deals; seed++) {
      engine.start(GAME, 2, seed, options);
      for (let i = 0; i < 300 && engine.toAct >= 0; i++) {
        const asked = (engine.table(engine.toAct).view['prompt'] as Prompt | null)?.ask ?? '';
        if (!met.has(asked)) {
          const { body, ask } = drawn();
          met.add(asked);
          expect(body, ask).toMatch(/<button[^>]*class="[^"]*\bcan\b/);
          expect(body.includes('<section class="pantheon'), ask).toBe(
            options.pantheon && engine.table(0).view['age'] !== 0,
          );
          expect(body.includes('<section class="senate'), ask).toBe(options.agora);
          expect(body, ask).not.toMatch(/\bsets\.\w+|\bduel\.\w+|undefined|NaN/);
        }
        engine.step('random');
      }
    }
    expect(met.size, [...met].sort().join(' ')).toBeGreaterThanOrEqual(kinds);
  });
});

// sets.test.ts - the duel with its sets: whatever is asked, the table itself has the answers.
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Views } from '../src/generated/games';
import type { Prompt } from '../src/lib/types';
import { TestEngine, readJson } from './engine';
import { propsAt, sessionAt } from './seat';

const GAME = 'duel-sets';
const { setTexts } = await import('../src/lib/texts.svelte');
const { faceOf, openFace } = await import('../src/games/games');
const { moveName } = await import('../src/lib/say');
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
          const { pantheon, age } = engine.table(0).view as Views['duel-sets'];
          const left = pantheon && age > 0 ? Object.values(pantheon.decks).flat() : [];
          expect(body.includes('data-testid="decks"'), ask).toBe(left.length > 0);
          expect(body, ask).not.toMatch(/\bsets\.\w+|\bduel\.\w+|undefined|NaN/);
        }
        engine.step('random');
      }
    }
    expect(met.size, [...met].sort().join(' ')).toBeGreaterThanOrEqual(kinds);
  });

  it('asks for a space of the track as it is seen, not as a terminal counts it', () => {
    const face = faceOf(GAME);
    const [words, asked] = [new Set<string>(), new Set<string | undefined>()];
    for (let seed = 1; seed <= 40 && !asked.size; seed++) {
      engine.start(GAME, 2, seed, { pantheon: true, agora: false });
      for (let i = 0; i < 300 && engine.toAct >= 0; i++) {
        const table = engine.table(engine.toAct);
        const props = propsAt(sessionAt(GAME, table, { you: engine.toAct }));
        for (const action of table.legal.filter(({ type }) => type === 'select_track')) {
          asked.add(face?.asks?.(props.session));
          words.add(moveName(props.speaker, action, engine.toAct));
        }
        engine.step('random');
      }
    }
    expect([...asked]).toEqual(['Where does the Minerva pawn stand?']);
    expect([...words]).toContain('The Minerva pawn: the middle');
    expect([...words].join()).toMatch(/9 towards You/);
    expect([...words].join()).not.toMatch(/1\d/);
  });

  it('names what a move is about that the rules give a number', () => {
    const kinds = ['activate', 'prepare', 'trigger', 'strike'];
    const said = new Map<string, Set<string>>(kinds.map((kind) => [kind, new Set()]));
    for (let seed = 1; seed <= 60 && [...said.values()].some((each) => !each.size); seed++) {
      engine.start(GAME, 2, seed, { pantheon: true, agora: true });
      for (let i = 0; i < 300 && engine.toAct >= 0; i++) {
        const table = engine.table(engine.toAct);
        const { speaker } = propsAt(sessionAt(GAME, table, { you: engine.toAct }));
        for (const action of table.legal) said.get(action.type)?.add(moveName(speaker, action, engine.toAct));
        engine.step('random');
      }
    }
    const all = [...said.values()].flatMap((each) => [...each]);
    for (const [kind, words] of said) expect(words.size, kind).toBeGreaterThan(0);
    expect(all.filter((each) => /space|place|conspiracy|undefined|worth 0|\s$/.test(each))).toEqual([]);
    expect(all.join()).toMatch(/Prepare [A-Z].* with [A-Z].*Trigger [A-Z]/);
  });
});

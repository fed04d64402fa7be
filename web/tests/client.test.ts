// client.test.ts - sentences, scores and boards, made from the views of real games.
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { games } from '../src/generated/games';
import { TestEngine, readJson } from './engine';
import { propsAt, sessionAt } from './seat';

const say = await import('../src/lib/say');
const { setTexts, fill, t } = await import('../src/lib/texts.svelte');
const { scoreTable, barParts } = await import('../src/lib/score');
const { faceOf, openFace } = await import('../src/games/games');
const { momentNow } = await import('../src/lib/lesson');
const { hopeAfter, worst } = await import('../src/lib/analysis');
const { parseMatch } = await import('../src/lib/types');
const { writeMatch } = await import('../src/lib/finished');
const { waitAlone } = await import('../src/lib/alone');
const { default: Generic } = await import('../src/parts/Generic.svelte');
const engine = new TestEngine();
const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;

function speak(language: (typeof languages)[number]): void {
  const files: Record<string, unknown> = {
    '': readJson(`text/${language}.json`),
    web: readJson(`web/text/${language}.json`),
  };
  for (const game of games) files[game.id] = readJson(`${game.id}/text/${language}.json`);
  setTexts(language, files);
}

function speakerFor(game: string, view: Record<string, unknown>): import('../src/lib/say').Speaker {
  return { game, view, you: 0, seatName: (seat) => (seat === 0 ? 'You' : `P${seat + 1}`) };
}

beforeAll(async () => {
  for (const game of games) await openFace(game.id);
});

describe('sentences', () => {
  it.each(languages)('leave no hole open in %s', (language) => {
    speak(language);
    for (const game of games) {
      engine.start(game.id, game.players_min, 11);
      for (let i = 0; i < 150 && engine.toAct >= 0; i++) {
        const table = engine.table(engine.toAct);
        const speaker = speakerFor(game.id, table.view);
        for (const action of table.legal)
          expect(say.plain(say.sayAction(speaker, action, 0))).not.toMatch(/\{\w+\}|undefined|^$/);
        engine.step('random');
      }
      const speaker = speakerFor(game.id, engine.table(-1).view);
      for (const viewer of [-1, 0])
        for (const event of engine.events(viewer))
          expect(say.plain(say.sayEvent(speaker, event))).not.toMatch(/\{\w+\}|undefined|null/);
    }
  });

  it('follow "You" in English', () => {
    speak('en');
    const said = (pattern: object): string =>
      say.plain(say.sayEvent(speakerFor('duel', {}), pattern as import('../src/lib/types').TableEvent));
    expect(said({ type: 'card_destroyed', seat: 0, card: 'baths' })).toBe('Your Baths is destroyed.');
    expect(said({ type: 'wonder_lost', seat: 0, wonder: 'piraeus' })).toBe(
      'Seven wonders stand: you can no longer build Piraeus.',
    );
    expect(said({ type: 'starter_chosen', seat: 0, player: 0 })).toBe('You choose: you begin.');
    expect(said({ type: 'starter_chosen', seat: 0, player: 1 })).toBe('You choose: P2 begins.');
    for (const game of games) {
      for (const seed of [3, 4]) {
        engine.start(game.id, game.players_min, seed);
        for (let i = 0; i < 250 && engine.toAct >= 0; i++) engine.step('random');
        const speaker = speakerFor(game.id, engine.table(0).view);
        for (const event of engine.events(0)) {
          const sentence = say
            .sayEvent(speaker, event)
            .map((part) => (part.kind ? 'X' : part.text))
            .join('');
          expect(sentence).not.toMatch(/\b[Yy]ou's\b|\bof you\b|[a-z,;] You\b/);
          for (const [, verb = ''] of sentence.matchAll(/\b[Yy]ou (\w+)/g))
            expect(say.plural(verb), sentence).toBe(verb);
        }
      }
    }
    expect(['looks', 'passes', 'chooses', 'is', 'has', 'discards', 'loses'].map(say.plural)).toEqual([
      'look',
      'pass',
      'choose',
      'are',
      'have',
      'discard',
      'lose',
    ]);
  });

  it('name a refusal with its numbers', () => {
    speak('en');
    const parts = say.sayRefusal(speakerFor('duel', {}), {
      code: 'need_coins',
      holes: { price: 5, coins: 2 },
    });
    expect(say.plain(parts)).toMatch(/5.*2/);
  });

  it('have the same keys in every language', () => {
    const keys = (from: object): string[] =>
      Object.entries(from)
        .flatMap(([key, value]) =>
          typeof value === 'string' ? [key] : keys(value as object).map((rest) => `${key}.${rest}`),
        )
        .sort();
    const english = keys(readJson('web/text/en.json') as object);
    for (const language of languages)
      expect(keys(readJson(`web/text/${language}.json`) as object)).toEqual(english);
  });

  it.each(languages)('name every part of a score in %s', (language) => {
    speak(language);
    for (const game of games) {
      engine.start(game.id, game.players_min, 11);
      for (const part of scoreTable(engine.table(0).score).parts)
        expect(t(`score.${part}`), `${game.id}: ${part}`).not.toContain('score.');
    }
  });

  it('fill holes and leave unknown ones', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
    expect(t('table.round', { n: 3 })).not.toContain('{n}');
  });
});

describe('boards', () => {
  it.each(games.map((game) => game.id))('draw every position of %s', (game) => {
    speak('en');
    const info = say.gameInfo(game);
    for (const players of new Set([info.players_min, info.players_max])) {
      engine.start(game, players, 23);
      for (let i = 0; i < 120 && engine.toAct >= 0; i++) {
        if (i % 3 === 0) {
          const table = engine.table(0);
          const seats = Array.from({ length: players }, (_, n) => ({
            name: `P${n + 1}`,
            kind: 'agent' as const,
          }));
          const props = propsAt(sessionAt(game, table, { players, seats }));
          const body = render(faceOf(game)?.board ?? Generic, { props }).body;
          expect(body.length).toBeGreaterThan(200);
          expect(body).not.toMatch(/undefined|\[object Object\]|NaN/);
        }
        engine.step('random');
      }
    }
  });

  it('draw a game that has none of its own', () => {
    engine.start('duel', 2, 23);
    const table = engine.table(engine.toAct);
    const props = propsAt(sessionAt('duel', table));
    expect(render(Generic, { props }).body.match(/<button/g)?.length).toBeGreaterThanOrEqual(
      table.legal.length,
    );
  });

  it('never draw a card of somebody else’s hand', () => {
    speak('en');
    engine.start('sea-salt', 2, 5);
    for (let i = 0; i < 60; i++) {
      const seats = engine.table(0).view['seats'] as { hand: string[] | null; hand_count: number }[];
      expect(seats[1]?.hand ?? []).toEqual([]);
      engine.step('medium');
    }
  });
});

describe('lessons', () => {
  it.each(games.map((game) => game.id))('lead through %s whatever the player does', async (game) => {
    const lesson = await faceOf(game)?.lesson();
    if (!lesson) throw new Error(`no lesson for ${game}`);
    for (const language of languages) {
      speak(language);
      for (const moment of lesson.moments) expect(t(`lesson.${game}.${moment.id}`)).not.toContain('lesson.');
    }
    speak('en');
    engine.start(game, lesson.players, lesson.seed, lesson.options);
    const done: string[] = [];
    const unpointed: string[] = [];
    for (let i = 0; i < 240 && engine.toAct >= 0; i++) {
      const table = engine.table(0);
      const session = sessionAt(game, table, {
        options: lesson.options,
        seats: [
          { name: 'You', kind: 'you' },
          { name: 'P2', kind: 'agent' },
        ],
        events: engine.events(0),
      });
      const moment = momentNow(lesson, done, session);
      if (moment) {
        done.push(moment.id);
        const props = propsAt(session);
        const body = render(faceOf(game)?.board ?? Generic, { props }).body;
        const wanted = /(?:\.([\w-]+)|\[data-testid\^?=([\w-]+)\])$/.exec(
          (moment.point ?? '').replace('.can', ''),
        );
        const inFrame = ['prompt', 'rules', 'log'].includes(wanted?.[2] ?? '');
        if (wanted && !inFrame && !body.includes(wanted[1] ?? wanted[2] ?? '')) unpointed.push(moment.id);
      }
      if (!moment?.read) engine.step(i % 2 ? 'random' : 'easy');
    }
    expect(done.length).toBeGreaterThan(lesson.moments.length / 2);
    expect(unpointed).toEqual([]);
  });
});

describe('the only move', () => {
  it('is known as such, with whether others could know it', () => {
    const met = new Set<string>();
    engine.start('sea-salt', 2, 5);
    for (let i = 0; i < 400; i++) {
      const seat = engine.table(0).to_act;
      if (seat < 0) break;
      const { legal, only } = engine.table(seat);
      expect(!only).toBe(legal.length !== 1);
      expect(engine.table(1 - seat).only ?? null).toBe(null);
      if (only) met.add(`${legal[0]?.type} ${only}`);
      engine.step('random');
    }
    expect([...met]).toContain('end_pairs hidden');
    expect([...met]).toContain('steal_from open');
    expect([...met]).not.toContain('steal_from hidden');
  });

  it('waits as long as a choice would take where haste would tell', () => {
    expect(waitAlone(null, false, false)).toBeUndefined();
    expect(waitAlone(undefined, true, true)).toBeUndefined();
    for (let i = 0; i < 50; i++) expect(waitAlone('hidden', false, i % 2 === 0)).toBeGreaterThanOrEqual(1000);
    expect(waitAlone('hidden', true, true)).toBe(0);
    expect(waitAlone('open', false, true)).toBe(0);
    expect(waitAlone('open', false, false)).toBeGreaterThan(0);
  });
});

describe('an analysis', () => {
  it('shares the win out among all', () => {
    expect(hopeAfter([0.5, 0.5], { seat: 0, share: 0.7 }).map((each) => Math.round(each * 100))).toEqual([
      70, 30,
    ]);
    expect(
      hopeAfter([0.25, 0.25, 0.5], { seat: 0, share: 0.4 }).map((each) => Math.round(each * 100)),
    ).toEqual([40, 20, 40]);
  });

  it('names the three worst decisions of one player, and no forced one', () => {
    const made = (seat: number, loss: number, forced = false): import('../src/lib/types').Decision => ({
      seat,
      loss,
      forced,
      share: 0.5,
      action: { type: 'pass' },
      best: { type: 'pass' },
    });
    const list = [
      made(0, 0.1),
      made(1, 0.9),
      made(0, 0.3),
      made(0, 0.02),
      made(0, 0.5, true),
      made(0, 0.2),
      made(0, 0.05),
    ];
    expect(worst(list, 0).map((each) => each.loss)).toEqual([0.3, 0.2, 0.1]);
    expect(worst(list, -1).map((each) => each.loss)).toEqual([0.9, 0.3, 0.2]);
  });

  it('judges decisions of a real match', () => {
    engine.start('duel', 2, 7);
    for (let i = 0; i < 14; i++) engine.step('easy');
    const judged = engine.analyse(10, 60);
    expect(judged.seat).toBeTypeOf('number');
    expect(judged.share).toBeGreaterThanOrEqual(0);
    expect(judged.loss).toBeGreaterThanOrEqual(0);
    expect(engine.analyse(14, 60)).toEqual({});
  });
});

describe('match files', () => {
  it('keep a seed of 64 bits', () => {
    const text =
      '{"parlor":1,"game":"duel","rules":1,"players":2,"seed":-6148914691236517205,"options":{},"commands":[]}';
    const file = parseMatch(text) as import('../src/lib/types').MatchFile;
    expect(file.seed).toBe('-6148914691236517205');
    expect(writeMatch(file)).toContain('"seed":-6148914691236517205,');
    expect(writeMatch({ ...file, seed: 7 })).toContain('"seed":7,');
    expect((parseMatch('{"seed":7}') as { seed: unknown }).seed).toBe(7);
  });
});

describe('scores', () => {
  it('become a table with totals', () => {
    engine.start('duel', 2, 7);
    while (engine.toAct >= 0) engine.step('easy');
    const table = scoreTable(engine.table(-1).score);
    expect(table.total).toBe('total');
    expect(table.rows).toHaveLength(2);
    for (const row of table.rows)
      expect(
        barParts(table, faceOf('duel')?.score?.ties).reduce((sum, part) => sum + (row[part] ?? 0), 0),
      ).toBe(row['total']);
  });

  it('add up round by round in Sea Salt', () => {
    engine.start('sea-salt', 3, 7);
    while (engine.toAct >= 0) engine.step('easy');
    const lines = faceOf('sea-salt')?.score?.lines?.(engine.events(-1), 3);
    const seats = engine.table(-1).score['seats'] as { total: number }[];
    expect(lines?.map((line) => line.at(-1))).toEqual(seats.map((seat) => seat.total));
  });
});

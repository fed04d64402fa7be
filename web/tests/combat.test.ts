// combat.test.ts - the battle's board, drawn from the views of a real battle.
import { render } from 'svelte/server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../src/generated/cards';
import type { View } from '../src/games/combat/combat';
import { TestEngine, readJson } from './engine';
import { propsAt, sessionAt } from './seat';

const { setTexts } = await import('../src/lib/texts.svelte');
const { openFace } = await import('../src/games/games');
const { sayEvent, sayNews, sayPrompt, sayTrace, plain } = await import('../src/lib/say');
const combat = await import('../src/games/combat/combat');
const { default: Combat } = await import('../src/games/combat/Combat.svelte');
const engine = new TestEngine();

function speak(language: 'en' | 'zh-Hans' | 'zh-Hant'): void {
  setTexts(language, {
    '': readJson(`text/${language}.json`),
    web: readJson(`web/text/${language}.json`),
    combat: readJson(`combat/text/${language}.json`),
  });
}

const speaker = (view: object): import('../src/lib/say').Speaker => ({
  game: 'combat',
  view: view as Record<string, unknown>,
  you: 0,
  seatName: (seat) => `P${seat + 1}`,
});

function draw(): string {
  const props = propsAt(sessionAt('combat', engine.table(0), { events: engine.events(0) }));
  return render(Combat, { props }).body.replace(/\s+/g, ' '); // as a browser shows it
}

const view = (): View => engine.table(0).view as unknown as View;
const count = (body: string, what: string): number => body.split(what).length - 1;

beforeAll(async () => {
  await openFace('combat');
});

beforeEach(() => {
  speak('en');
  engine.start('combat', 2, 7);
});

describe('the field', () => {
  it('has a hex for every cell, and no two in one place', () => {
    const list = combat.hexes(view().map);
    expect(list).toHaveLength(14 * 8);
    expect(new Set(list.map((hex) => `${hex.x},${hex.y}`)).size).toBe(list.length);
    expect(list.find((hex) => hex.id === '5,3')?.ground).toBe('shallows');
  });

  it('is walked with the arrow keys, to its edge and no further', () => {
    const list = combat.hexes(view().map);
    expect(combat.towards(list, '0,0', 'ArrowRight')).toBe('1,0');
    expect(combat.towards(list, '0,0', 'ArrowLeft')).toBeUndefined();
    expect(combat.towards(list, '0,0', 'ArrowUp')).toBeUndefined();
    expect(combat.towards(list, '1,0', 'ArrowDown')).toMatch(/^[01],1$/);
    expect(combat.towards(list, '0,0', 'Enter')).toBeUndefined();
  });

  it('measures as the rules do', () => {
    const row = [0, 1, 2, 3, 4].map((q) => ({ id: `${q},-1`, q, r: -1, x: 0, y: 0, ground: 'plain' }));
    expect(combat.within(row, ['0,0'], 2)).toEqual(['0,-1', '1,-1', '2,-1']);
    expect(combat.within(row, ['0,0', '4,-1'], 1)).toEqual(['0,-1', '1,-1', '3,-1', '4,-1']);
  });
});

describe('the board', () => {
  it('offers what the unit can do, with its price', () => {
    engine.act('combat', { type: 'tick' });
    const body = draw();
    for (const action of ['Move', 'Attack', 'shield_slam', 'stone_skin', 'war_cry'])
      expect(body).toContain(`data-testid="do-${action}"`);
    expect(body).not.toContain('do-guard_up'); // only answers
    expect(body).toContain('2 s · 25 en');
    expect(count(body, 'class="left')).toBeGreaterThanOrEqual(6);
  });

  it('opens exactly the cells the rules allow, each with its seconds', () => {
    engine.act('combat', { type: 'tick' });
    engine.act('combat', { type: 'aim', unit: 'Bul', action: 'Move' });
    const legal = engine.table(0).legal.filter((each) => each.type === 'confirm');
    expect(legal.length).toBeGreaterThan(50);
    expect(count(draw(), 'data-testid="cell-open"')).toBe(legal.length);
  });

  it('prices a plan: the way, its seconds and energy, whom it may hit and how likely', () => {
    engine.act('combat', { type: 'tick' });
    engine.act('combat', { type: 'aim', unit: 'Bul', action: 'shield_slam' });
    const found = combat.choices(engine.table(0)).find((each) => each.action['cell'] === '9,2')?.cost;
    expect(found).toMatchObject({
      seconds: 4,
      energy: 45,
      steps: 7,
      targets: [{ unit: 'Gho1', hit: 95 }],
    });
    expect(found?.path?.at(-1)).toBe('8,3');
  });

  it('shows an open window as a stack', () => {
    engine.act('combat', { type: 'tick' });
    engine.act('combat', { type: 'aim', unit: 'Bul', action: 'shield_slam' });
    engine.act('combat', { type: 'confirm', cell: '9,2' });
    const body = draw();
    expect(view().mode).toBe('chain');
    expect(count(body, 'data-testid="offer"')).toBe(
      engine.table(0).legal.filter((each) => each.type === 'pick').length,
    );
    expect(plain(sayPrompt(speaker(view()), engine.table(0).view['prompt'] as never))).toBe(
      'Shield Slam can be answered. Who reacts?',
    );
  });
});

describe('the log', () => {
  it('is the grammar of the rules, and in words in three languages', () => {
    engine.act('combat', { type: 'tick' });
    const lines = engine
      .events(0)
      .map((event) => plain(sayTrace(speaker(view()), event)))
      .filter(Boolean);
    expect(lines[0]).toBe('[Turn] T1(P1) Begin');
    expect(lines[1]).toBe('[Phase] T1(P1) Units=Bul,Lan,Arb,Tid');
    expect(lines.at(-1)).toBe('[Unit] T1(Bul) Begin TT=6 Prepaid=0 Remain=6');
    const begun = engine.events(0).findLast((event) => event.type === 'unit_begin');
    const said = (['en', 'zh-Hans', 'zh-Hant'] as const).map((language) => {
      speak(language);
      return begun ? plain(sayEvent(speaker(view()), begun)) : '';
    });
    expect(said).toEqual(['Bulwark acts: 6 s.', '壁垒行动：6秒。', '壁壘行動：6秒。']);
  });

  it('announces what happens, not what is booked', () => {
    engine.act('combat', { type: 'tick' });
    const news = engine
      .events(0)
      .map((event) => sayNews(speaker(view()), event))
      .filter(Boolean);
    expect(news).toEqual(["Round 1: P1's turn begins.", 'Bulwark acts: 6 s.']);
  });

  it('lets units walk the way they went', () => {
    const step = (
      from: string,
      to: string,
    ): { type: string; seat: null; unit: string; from: string; to: string } => ({
      type: 'walk_step',
      seat: null,
      unit: 'Bul',
      from,
      to,
    });
    expect(combat.walks([step('0,0', '1,0'), step('1,0', '2,0'), step('2,0', '3,0')], 1)).toEqual(
      new Map([['Bul', ['1,0', '2,0', '3,0']]]),
    );
    const landed = { ...step('1,0', '3,0'), type: 'move_commit' };
    const pushed = { ...landed, unit: 'Gho' };
    expect(combat.walks([step('1,0', '2,0'), step('2,0', '3,0'), landed, pushed], 0)).toEqual(
      new Map([
        ['Bul', ['1,0', '2,0', '3,0']],
        ['Gho', ['1,0', '3,0']],
      ]),
    );
  });

  it('lets points rise over whoever won or lost them', () => {
    const units = view();
    const rising = combat.floats(
      units,
      [
        { type: 'hp', seat: null, unit: 'Bul', from: 160, to: 150 },
        { type: 'hp', seat: null, unit: 'Lan', from: 100, to: 106 },
        { type: 'buff_apply', seat: null, unit: 'Bul', effect: 'pinned', left: 1 },
        { type: 'force', seat: null, unit: 'Bul', direction: 0, wanted: 2, done: 1 },
        { type: 'attack_miss', seat: null, unit: 'Bul', target: 'Lan', reason: 0 },
      ],
      0,
      { name: (kind, id) => `${kind} ${id}`, miss: 'miss', shield: 'shield' },
    );
    expect(rising.map(({ text, kind, order }) => [text, kind, order])).toEqual([
      ['−10', 'hurt', 0],
      ['+6', 'heal', 0],
      ['buff pinned', 'state', 1],
      ['⇢ 1', 'state', 2],
      ['miss', 'state', 1],
    ]);
  });
});

it('has a sign for every skill of the data', () => {
  for (const card of cards['combat'] ?? []) {
    if (card.kind === 'skill') expect(combat.actionIcons[card.id], card.id).toBeTruthy();
  }
});

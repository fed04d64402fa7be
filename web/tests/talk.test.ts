// talk.test.ts - the client says what the engine says, word for word, in every language.
//
// wasm/client/talk plays random matches and prints views, moves, refusals, questions and
// events with the engine's own sentences; lib/say.ts has to make the same of the JSON.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { games } from '../src/generated/games';
import type { Action, Prompt, Refusal, TableEvent } from '../src/lib/types';
import { readJson } from './engine';

const say = await import('../src/lib/say');
const { setTexts, findText, fill } = await import('../src/lib/texts.svelte');
const { openFace } = await import('../src/games/games');
const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;
const build = resolve(process.env['PARLOR_BUILD'] ?? '../build');

interface Step {
  to_act: number;
  view: Record<string, unknown>;
  moves: { do: Action; say: string[] }[];
  refusals: { error: Refusal; say: string[] }[];
  asked?: string[];
  events: { event: TableEvent; say: string[] }[];
}

function talk(game: string, players: number, seed: number, steps: number): Step[] {
  const said = execFileSync(resolve(build, 'wasm/client/talk'), [game, players, seed, steps].map(String), {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
}

function speak(language: (typeof languages)[number]): void {
  const files: Record<string, unknown> = {
    '': readJson(`text/${language}.json`),
    web: readJson(`web/text/${language}.json`),
  };
  for (const game of games) files[game.id] = readJson(`${game.id}/text/${language}.json`);
  setTexts(language, files);
}

function speakerFor(game: string, view: Record<string, unknown>): import('../src/lib/say').Speaker {
  return { game, view, seatName: (seat) => fill(findText('seat.name') ?? '', { n: seat + 1 }) };
}

beforeAll(async () => {
  for (const game of games) await openFace(game.id);
});

describe('the client speaks like the engine', () => {
  it.each(
    games.flatMap(
      (game) =>
        [
          [game.id, game.players_min, 5],
          [game.id, game.players_max, 6],
        ] as const,
    ),
  )('in %s with %i players', (game, players, seed) => {
    const steps = talk(game, players, seed, 150);
    expect(steps.length).toBeGreaterThan(20);
    let sentences = 0;
    languages.forEach((language, l) => {
      speak(language);
      for (const step of steps) {
        /* The rules call a unit by a short id; the client by its class, which it finds among the units. */
        const speaker = speakerFor(game, game === 'combat' ? { ...step.view, units: [] } : step.view);
        for (const move of step.moves)
          expect(say.plain(say.sayAction(speaker, move.do, step.to_act))).toBe(move.say[l]);
        for (const no of step.refusals) expect(say.plain(say.sayRefusal(speaker, no.error))).toBe(no.say[l]);
        for (const event of step.events)
          expect(say.plain(say.sayEvent(speaker, event.event))).toBe(event.say[l]);
        const prompt = step.view['prompt'] as Prompt | null;
        if (step.asked && prompt) expect(say.plain(say.sayPrompt(speaker, prompt))).toBe(step.asked[l]);
        sentences += step.moves.length + step.refusals.length + step.events.length;
      }
    });
    expect(sentences).toBeGreaterThan(500);
  });
});

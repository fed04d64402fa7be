// analysis.ts - how the chances went in a match, and where they were thrown away.
//
// An engine of its own judges decision after decision; between two of them it can be
// stopped. How hard it looks follows from how long the last decision took.
import { openFace } from '../games/games';
import { Engine } from './engine';
import type { Decision, MatchFile } from './types';

const DECISION_MS = 100;
const ITERATIONS = { first: 300, min: 80, max: 3000 };
const MISTAKE_MIN = 0.03;
const MISTAKES_SHOWN = 3;

export interface Mistake extends Decision {
  move: number;
  view: Record<string, unknown>; // what the player saw then
}

export interface Course {
  done: number;
  all: number;
  hopes: number[][]; // after every move, each seat's share of the win
  mistakes: Mistake[];
}

/** Judges a whole match; tells how far it is after every decision. Null when it was stopped. */
export async function analyse(
  file: MatchFile,
  winners: number[],
  whose: number,
  tell: (course: Course) => void,
  signal: AbortSignal,
): Promise<Course | null> {
  const engine = new Engine();
  try {
    await openFace(file.game);
    if (!(await engine.load(file)).ok) return null;
    return await judgeAll(engine, file, winners, whose, tell, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    engine.close();
  }
}

async function judgeAll(
  engine: Engine,
  file: MatchFile,
  winners: number[],
  whose: number,
  tell: (course: Course) => void,
  signal: AbortSignal,
): Promise<Course | null> {
  const all = file.commands.length;
  const hopes: number[][] = [];
  const judged: (Decision & { move: number })[] = [];
  let hope = Array.from({ length: file.players }, () => 1 / file.players);
  let iterations = ITERATIONS.first;
  for (let move = 0; move < all; move++) {
    const start = performance.now();
    const decision = await engine.analyse(move, iterations);
    if (signal.aborted) return null;
    if (decision.seat === undefined) break;
    const ms = Math.max(performance.now() - start, 1);
    if (!decision.forced)
      iterations = Math.round(
        Math.min(Math.max((iterations * DECISION_MS) / ms, ITERATIONS.min), ITERATIONS.max),
      );
    judged.push({ ...(decision as Decision), move });
    hope = hopeAfter(hope, decision as Decision);
    hopes.push(hope);
    tell({ done: move + 1, all, hopes, mistakes: [] });
  }
  if (winners.length) hopes.push(hope.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)));
  return { done: all, all, hopes, mistakes: await lookAt(engine, worst(judged, whose)) };
}

/** In a game of two the rest is the other's; among more, what is left is shared as it was. */
export function hopeAfter(before: number[], decision: Pick<Decision, 'seat' | 'share'>): number[] {
  const others = before.reduce((sum, each, seat) => sum + (seat === decision.seat ? 0 : each), 0);
  return before.map((each, seat) =>
    seat === decision.seat
      ? decision.share
      : (1 - decision.share) * (others > 0 ? each / others : 1 / (before.length - 1)),
  );
}

export function worst<T extends Decision>(judged: T[], whose: number): T[] {
  return judged
    .filter((each) => !each.forced && each.loss >= MISTAKE_MIN && (whose < 0 || each.seat === whose))
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MISTAKES_SHOWN);
}

async function lookAt(engine: Engine, list: (Decision & { move: number })[]): Promise<Mistake[]> {
  const seen: Mistake[] = [];
  for (const each of list) {
    await engine.go(each.move);
    seen.push({ ...each, view: (await engine.table(each.seat)).view });
  }
  return seen;
}

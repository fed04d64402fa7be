// puzzle.ts - a position a day in which one move is far better than all others.
//
// A puzzle is a match up to there (data/puzzles, found by tools/puzzles.py), so that the board draws it,
// the search here judges it, and it can be played on from.
import { puzzleCounts } from '../generated/games';
import { same } from './board';
import { Engine } from './engine';
import { agentName } from './say';
import { settings } from './settings.svelte';
import { t } from './texts.svelte';
import { Told } from './told';
import type { Transport } from './transport';
import type { Action, MatchFile, SeatInfo, Verdict } from './types';

const DAY_MS = 86400000;
const ITERATIONS = 3000;
const KEY = 'parlor.puzzles';

export interface Puzzle {
  player: number;
  best: Action[];
  match: MatchFile;
}

/** What a move was worth: shares of the win, 0 to 1. */
export interface Judged {
  right: boolean;
  wins: boolean; // at once
  mine: number;
  best: number;
}

/** The day as it is written, where the person is. */
export function today(now = new Date()): string {
  return dayName(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS);
}

export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The number of a day that is written so; today's where it is no day that has been. */
export function dayNumber(name: string, latest = today()): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(name) ? Date.parse(name) / DAY_MS : NaN;
  const last = Date.parse(latest) / DAY_MS;
  return Number.isInteger(day) && day <= last && day >= 0 ? day : last;
}

/** The games in turn, of each its puzzles in turn. */
export function puzzleOf(day: number): { game: string; index: number } {
  const games = Object.keys(puzzleCounts);
  const game = games[day % games.length] ?? '';
  return { game, index: Math.floor(day / games.length) % (puzzleCounts[game] ?? 1) };
}

export async function readPuzzle(game: string, index: number): Promise<Puzzle> {
  const answer = await fetch(`data/puzzles/${game}.json`);
  const found = ((await answer.json()) as { puzzles: Puzzle[] }).puzzles[index];
  if (!found) throw new Error(`no puzzle ${index} of ${game}`);
  return found;
}

/** Day by day whether the first answer was right. */
export function answered(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}

export function keepAnswer(day: string, right: boolean): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ [day]: right, ...answered() }));
  } catch {
    // A browser that keeps nothing still asks.
  }
}

/** How many days in a row were right, up to today, or yesterday where today is still open. */
export function streak(days: Record<string, boolean>, now = today()): number {
  let day = Date.parse(now) / DAY_MS;
  if (!(now in days)) day -= 1;
  let count = 0;
  while (days[dayName(day - count)]) count += 1;
  return count;
}

export class PuzzleTable extends Told implements Transport {
  private constructor(
    private engine: Engine,
    readonly puzzle: Puzzle,
    private onanswer: (action: Action) => void,
  ) {
    super();
  }

  static async open(puzzle: Puzzle, onanswer: (action: Action) => void): Promise<PuzzleTable> {
    const engine = new Engine();
    const begun = await engine.load(puzzle.match);
    if (!begun.ok) {
      engine.close();
      throw new Error(t('replay.bad_moves'));
    }
    const made = new PuzzleTable(engine, puzzle, onanswer);
    await made.refresh();
    return made;
  }

  private async refresh(): Promise<void> {
    const { match, player } = this.puzzle;
    const [table, events] = await this.engine.show(player, 0);
    const seats = Array.from({ length: match.players }, (_, i): SeatInfo =>
      i === player
        ? { name: settings.name || t('table.you'), kind: 'you' }
        : { name: agentName('hard'), kind: 'agent', level: 'hard' },
    );
    this.tell({
      game: match.game,
      options: match.options,
      players: match.players,
      you: player,
      seats,
      table,
      events,
      fresh: events.length,
      thinking: false,
      connection: 'here',
      can_undo: false,
    });
  }

  /** The one move there is to make: it is shown, and then judged. */
  async act(action: Action): Promise<Verdict> {
    const verdict = await this.engine.apply(this.puzzle.player, action);
    if (!verdict.valid) return verdict;
    this.onanswer(action);
    await this.refresh();
    return verdict;
  }

  /** What the search here thinks of the move that was made. */
  async judge(action: Action): Promise<Judged> {
    const { best, match, player } = this.puzzle;
    const right = best.some((each) => same(each, action));
    const table = this.session?.table;
    const wins = right && !!table?.over && table.winners.includes(player);
    const { share = 0, loss = 0 } = await this.engine.analyse(match.commands.length, ITERATIONS);
    return { right, wins, mine: Math.max(0, share - loss), best: share };
  }

  /** Back to the question. */
  async again(): Promise<void> {
    await this.engine.go(this.puzzle.match.commands.length);
    await this.refresh();
  }

  names(): string[] {
    return this.session?.seats.map((seat) => seat.name) ?? [];
  }

  validate(action: Action): Promise<Verdict> {
    return this.engine.validate(this.puzzle.player, action);
  }

  save(): Promise<MatchFile> {
    return this.engine.save();
  }

  leave(): void {
    this.engine.close();
  }
}

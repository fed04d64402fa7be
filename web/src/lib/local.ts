// local.ts - a match in this browser: you against machines, through the engine's worker.
import { faceOf } from '../games/games';
import { Engine } from './engine';
import { painted } from './frame';
import { adviser, hasLearned } from './levels';
import { agentName } from './say';
import { settings } from './settings.svelte';
import { Told } from './told';
import type { Session, Transport } from './transport';
import type { Action, MatchFile, OptionValues, SeatInfo, Verdict } from './types';

export interface LocalSetup {
  game: string;
  players: number;
  seed: number | string;
  options: OptionValues;
  you: number; // -1: machines among themselves
  seats: SeatInfo[];
  lesson?: string[]; // a guided game: what has been dealt with
}

const KEY = 'parlor.match.';
const AT_ONCE_MS = 40; // who does not want to wait sees so much of the machines' moves at a time

export interface Kept {
  setup: LocalSetup;
  file: MatchFile;
}

export function keptMatch(game: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + game) ?? 'null') as Kept | null;
    return kept?.file?.parlor === 1 && kept.setup ? kept : null;
  } catch {
    return null;
  }
}

export function forgetMatch(game: string): void {
  localStorage.removeItem(KEY + game);
}

/** A machine's move is seen after a second or two, half of that where it goes on with a turn of many steps; after
 *  your own in any case. */
function pause(goesOn: boolean): Promise<void> {
  if (!settings.wait) return painted();
  const ms = (1000 + Math.random() * 1000) / (goesOn ? 2 : 1);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export class Local extends Told implements Transport {
  private closed = false;
  private busy: Promise<unknown> = Promise.resolve();
  private forced = new Set<number>(); // moves of yours that nobody chose

  private constructor(
    private engine: Engine,
    readonly setup: LocalSetup,
  ) {
    super();
  }

  /** A new match, or one that was kept; the reason as an Error when it cannot be. */
  static async open(setup: LocalSetup, file?: MatchFile): Promise<Local> {
    const engine = new Engine();
    const begun = file ? await engine.load(file) : await engine.start(setup);
    if (!begun.ok) {
      engine.close();
      throw Object.assign(new Error(begun.error?.code ?? 'bad_file'), { refusal: begun.error });
    }
    /* Whoever knows nothing of such a table is named for who plays in its place. */
    for (const [seat, each] of setup.seats.entries())
      if (each.level && hasLearned(each.level)) {
        const level = (await engine.standIn(each.level, seat)) ?? each.level;
        each.name = each.name.replace(agentName(each.level), agentName(level));
        each.level = level;
      }
    const local = new Local(engine, setup);
    await local.refresh(file ? Number.MAX_SAFE_INTEGER : 0); // what was seen before is no news
    void local.machines();
    return local;
  }

  /** Shows the table; what was asked of the engine before has been done by then. A move that was refused changed nothing. */
  private async refresh(fresh: number, move?: Promise<Verdict>, undone = false): Promise<void> {
    const { you } = this.setup;
    const known = this.session && fresh === this.session.events.length ? this.session.events : [];
    const [verdict, [table, more]] = await Promise.all([move, this.engine.show(you, known.length)]);
    if (verdict && !verdict.valid) return;
    const events = [...known, ...more];
    const moved = this.session?.table.to_act;
    const session: Session = {
      game: this.setup.game,
      options: this.setup.options,
      players: this.setup.players,
      you,
      seats: this.setup.seats,
      table,
      events,
      fresh: Math.min(fresh, events.length),
      thinking: !table.over && table.to_act !== you,
      connection: 'here',
      can_undo: you >= 0 && table.moves > 0,
      undone,
    };
    if (this.closed) return;
    /* What machines do on the way is found again from the last decision of yours. */
    if (table.over || table.to_act === you || moved === you) void this.keep(table.over);
    this.tell(session);
  }

  private async keep(over: boolean): Promise<void> {
    if (this.setup.you < 0) return;
    try {
      if (over) forgetMatch(this.setup.game);
      else {
        await painted();
        const kept: Kept = { setup: this.setup, file: await this.engine.save() };
        localStorage.setItem(KEY + this.setup.game, JSON.stringify(kept));
      }
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** Steps happen one after the other, whoever asks for them. */
  private inTurn<T>(step: () => Promise<T>): Promise<T> {
    const next = this.busy.then(step, step);
    this.busy = next.catch(() => undefined);
    return next;
  }

  /** The machines' moves, one after the other; who leaves meanwhile does not wait for them. */
  private async machines(): Promise<void> {
    try {
      await this.moveMachines();
    } catch (error) {
      if (!this.closed) throw error;
    }
  }

  /** What the machine in a seat will do; null where it is not waited for. */
  private planned(seat: number): Promise<Action | null> {
    const level = this.setup.seats[seat]?.level ?? 'greedy';
    return settings.wait ? this.engine.hint(level, this.setup.seed) : Promise.resolve(null);
  }

  private async moveMachines(): Promise<void> {
    const brisk = faceOf(this.setup.game)?.brisk;
    for (let last = -1; ;) {
      const now = this.session;
      if (this.closed || !now || now.table.over || now.table.to_act === this.setup.you) return;
      const { moves, to_act: seat } = now.table;
      const [action] = await Promise.all([this.planned(seat), pause(!!brisk && seat === last)]);
      last = seat;
      const moved = await this.inTurn(async () => {
        if (this.closed || this.session?.table.moves !== moves) return false;
        const before = this.session.events.length;
        const moving = action
          ? this.engine.apply(seat, action)
          : this.engine.machines(
              this.setup.you,
              this.setup.seats.map((each) => each.level),
              this.setup.seed,
              settings.wait ? 0 : AT_ONCE_MS,
            );
        await Promise.all([moving, this.refresh(before)]);
        return true;
      });
      if (!moved) return;
    }
  }

  async act(action: Action, forced = false): Promise<Verdict> {
    const verdict = await this.inTurn(async () => {
      if (forced) this.forced.add(this.session?.table.moves ?? -1);
      else this.forced.delete(this.session?.table.moves ?? -1);
      const before = this.session?.events.length ?? 0;
      const made = this.engine.apply(this.setup.you, action);
      await this.refresh(before, made);
      return made;
    });
    if (verdict.valid) void this.machines();
    return verdict;
  }

  validate(action: Action): Promise<Verdict> {
    return this.engine.validate(this.setup.you, action);
  }

  /** Back to your own last decision. */
  async undo(): Promise<Verdict> {
    await this.inTurn(async () => {
      const file = await this.engine.save();
      let to = file.commands.length - 1;
      while (to > 0 && (file.commands[to]?.seat !== this.setup.you || this.forced.has(to))) to--;
      if (to < 0) return;
      await this.engine.go(to);
      this.session = undefined;
      await this.refresh(Number.MAX_SAFE_INTEGER, undefined, true);
    });
    void this.machines();
    return { valid: true };
  }

  hint(): Promise<Action | null> {
    return this.inTurn(() => this.engine.hint(adviser(this.setup.game), this.setup.seed));
  }

  save(): Promise<MatchFile> {
    return this.engine.save();
  }

  learnt(): string[] {
    return this.setup.lesson ?? [];
  }

  learn(moments: string[]): void {
    this.setup.lesson = moments;
    void this.keep(!!this.session?.table.over);
  }

  leave(): void {
    this.closed = true;
    this.engine.close();
  }
}

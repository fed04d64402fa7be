// replay.ts - a finished match as a table that can be wound back and forth.
import { Engine } from './engine';
import type { Finished } from './finished';
import { plain, sayRefusal } from './say';
import { t } from './texts.svelte';
import { Told } from './told';
import type { Transport } from './transport';
import type { MatchFile, SeatInfo, Verdict } from './types';

export class Replay extends Told implements Transport {
  private viewer = -1;
  private work: Promise<void> = Promise.resolve();
  private shown: number;
  at: number; // where it was sent to
  winners: number[] = [];

  private constructor(
    private engine: Engine,
    private file: MatchFile,
    private seats: SeatInfo[],
  ) {
    super();
    this.at = this.shown = file.commands.length;
  }

  static async open(match: Finished): Promise<Replay> {
    const engine = new Engine();
    const begun = await engine.load(match.file);
    if (!begun.ok) {
      engine.close();
      const { error, move } = begun;
      const speaker = { game: match.file.game, view: {}, seatName: String };
      throw new Error(
        error && move === undefined ? plain(sayRefusal(speaker, error)) : t('replay.bad_moves'),
      );
    }
    const seats = Array.from({ length: match.file.players }, (_, i): SeatInfo => ({
      name: match.names[i] ?? `${i + 1}`,
      kind: 'person',
    }));
    const made = new Replay(engine, match.file, seats);
    made.winners = (await engine.table(-1)).winners;
    await made.go(0, -1);
    return made;
  }

  get game(): string {
    return this.file.game;
  }

  get all(): number {
    return this.file.commands.length;
  }

  /** One step after the other, however quickly they are asked for. */
  go(at: number, viewer: number): Promise<void> {
    const to = Math.max(0, Math.min(at, this.all));
    this.at = to;
    this.work = this.work.then(() => this.wind(to, viewer));
    return this.work;
  }

  private async wind(at: number, viewer: number): Promise<void> {
    const before =
      at > this.shown && viewer === this.viewer
        ? (this.session?.events.length ?? 0)
        : Number.MAX_SAFE_INTEGER;
    this.shown = at;
    this.viewer = viewer;
    const known = before <= (this.session?.events.length ?? 0) ? (this.session?.events ?? []) : [];
    const [, [table, more]] = await Promise.all([this.engine.go(at), this.engine.show(viewer, known.length)]);
    const events = [...known, ...more];
    this.tell({
      game: this.file.game,
      options: this.file.options,
      players: this.file.players,
      you: viewer,
      seats: this.seats,
      table,
      events,
      fresh: Math.min(before, events.length),
      thinking: false,
      connection: 'here',
      can_undo: false,
    });
  }

  act(): Promise<Verdict> {
    return Promise.resolve({ valid: false });
  }

  validate(action: Parameters<Transport['validate']>[0]): Promise<Verdict> {
    return this.engine.validate(Math.max(this.viewer, 0), action);
  }

  save(): Promise<MatchFile> {
    return Promise.resolve(this.file);
  }

  /** The match up to here, as a file to go on from. */
  cut(): MatchFile {
    const { hash: _hash, result: _result, ...rest } = this.file;
    return { ...rest, commands: this.file.commands.slice(0, this.at) };
  }

  leave(): void {
    this.engine.close();
  }
}

// engine.ts - the engine of the browser in node, for the unit tests: views that are real.
import { readFileSync } from 'node:fs';
import { games } from '../src/generated/games';
import type { Action, Decision, OptionValues, Table, TableEvent } from '../src/lib/types';

const folder = new URL('../public/', import.meta.url);

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  client_out(): number;
  client_out_bytes(): number;
  client_catalog(): number;
  client_setup(players: number, seed: bigint): void;
  client_option(index: number, value: number): void;
  client_start(): number;
  client_table(viewer: number): void;
  client_events(since: number, viewer: number): void;
  client_word(): number;
  client_agent(name: number, seed: bigint, ms: number): number;
  client_to_act(): number;
  client_analyse(move: number, iterations: number): void;
  client_things(kind: number): void;
  client_apply(type: number, seat: number, a: number, b: number, c: number): number;
}

export class TestEngine {
  private e!: Exports; // of the game that was started last
  private readonly made = new Map<string, Exports>();

  private open(game: string): Exports {
    const old = this.made.get(game);
    if (old) return old;
    const module = new WebAssembly.Module(readFileSync(new URL(`data/${game}.wasm`, folder)));
    const e = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    e._initialize();
    const bytes = readFileSync(new URL(`data/${game}.bin`, folder));
    const at = e.client_catalog();
    new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
    this.made.set(game, e);
    return e;
  }

  private said<T>(): T {
    return JSON.parse(
      new TextDecoder().decode(
        new Uint8Array(this.e.memory.buffer, this.e.client_out(), this.e.client_out_bytes()),
      ),
    ) as T;
  }

  start(game: string, players: number, seed: number, options: OptionValues = {}): void {
    this.e = this.open(game);
    this.e.client_setup(players, BigInt(seed));
    games
      .find((each) => each.id === game)
      ?.options.forEach((option, i) => {
        const value = options[option.name];
        if (value !== undefined)
          this.e.client_option(
            i,
            option.kind === 'word' ? option.words.indexOf(String(value)) : Number(value),
          );
      });
    if (!this.e.client_start()) throw new Error('refused');
  }

  table(viewer: number): Table {
    this.e.client_table(viewer);
    const table = this.said<Table>();
    return { ...table, legal: table.legal ?? [], costs: table.costs ?? [] };
  }

  events(viewer: number): TableEvent[] {
    this.e.client_events(0, viewer);
    return this.said();
  }

  step(agent: string): boolean {
    new Uint8Array(this.e.memory.buffer, this.e.client_word(), 32).set(
      new TextEncoder().encode(`${agent}\0`),
    );
    return this.e.client_agent(this.e.client_word(), 1n, 0) === 1;
  }

  analyse(move: number, iterations: number): Partial<Decision> {
    this.e.client_analyse(move, iterations);
    return this.said();
  }

  /** A move of the acting seat, its things by their ids. */
  act(game: string, action: Action): boolean {
    const info = games.find((each) => each.id === game);
    const type = info?.actions.findIndex((each) => each.name === action.type) ?? -1;
    const numbers = (info?.actions[type]?.holes ?? []).map((hole) => {
      this.e.client_things(info?.things.indexOf(hole.kind) ?? 0);
      return this.said<string[]>().indexOf(String(action[hole.name])) + 1;
    });
    return this.e.client_apply(type, this.toAct, numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0) === 1;
  }

  get toAct(): number {
    return this.e.client_to_act();
  }
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`data/${path}`, folder), 'utf8'));
}

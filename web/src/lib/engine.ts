// engine.ts - the worker's questions as promises; those of one moment travel together.
import type { Action, Decision, MatchFile, Table, TableEvent, Verdict } from './types';
import type { Answer, Request, Shown, StartRequest } from './worker';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface Started {
  ok: boolean;
  moves?: number;
  move?: number; // the one that was refused
  error?: Verdict['error'];
}

export class Engine {
  private worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: new URL('./', document.baseURI).href,
  });
  private waiting = new Map<number, Waiting>();
  private asked: Request[] = [];
  private last = 0;

  constructor() {
    this.worker.onmessage = (message: MessageEvent<Answer[]>) => {
      for (const { id, json, error } of message.data) {
        const asked = this.waiting.get(id);
        this.waiting.delete(id);
        if (json === undefined) asked?.reject(new Error(error));
        else asked?.resolve(JSON.parse(json));
      }
    };
  }

  private ask<T>(request: Omit<Request, 'id'>): Promise<T> {
    const id = ++this.last;
    if (!this.asked.length) queueMicrotask(() => this.send());
    this.asked.push({ ...request, id });
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  private send(): void {
    this.worker.postMessage(this.asked);
    this.asked = [];
  }

  start(start: StartRequest): Promise<Started> {
    return this.ask({ op: 'start', start: JSON.parse(JSON.stringify(start)) as StartRequest });
  }

  load(file: MatchFile): Promise<Started> {
    return this.ask({ op: 'load', file: JSON.parse(JSON.stringify(file)) as MatchFile });
  }

  async table(viewer: number): Promise<Table> {
    const table = await this.ask<Table>({ op: 'table', viewer });
    return { ...table, legal: table.legal ?? [], costs: table.costs ?? [] };
  }

  /** Whether this engine can read the views of a server with these rules and data. */
  fits(of: Omit<Shown, 'state'>): Promise<boolean> {
    return this.ask({ op: 'fits', shown: { ...of, state: '' } });
  }

  /** The table of a match elsewhere, from the view that was shown; questions are then about it. */
  async look(shown: Shown, viewer: number): Promise<Table> {
    const table = await this.ask<Table>({ op: 'look', shown, viewer });
    return { ...table, legal: table.legal ?? [], costs: table.costs ?? [] };
  }

  /** The table and what has happened since; both are asked for at once. */
  show(viewer: number, since: number): Promise<[Table, TableEvent[]]> {
    return Promise.all([this.table(viewer), this.ask<TableEvent[]>({ op: 'events', since, viewer })]);
  }

  apply(seat: number, action: Action): Promise<Verdict> {
    return this.ask({ op: 'apply', seat, action: { ...action } });
  }

  validate(seat: number, action: Action): Promise<Verdict> {
    return this.ask({ op: 'validate', seat, action: { ...action } });
  }

  /** The machines of the other seats move, until it is the turn of 'seat' or 'ms' have passed; at least once. */
  machines(
    seat: number,
    agents: (string | undefined)[],
    seed: number | string,
    ms: number,
  ): Promise<boolean> {
    return this.ask({ op: 'machines', seat, agents, seed, ms });
  }

  /** What an agent of this level would do now. */
  hint(agent: string, seed: number | string): Promise<Action | null> {
    return this.ask({ op: 'hint', agents: [agent], seed });
  }

  /** Who plays in an agent's place, where it knows nothing of such a table. */
  standIn(agent: string, seat: number): Promise<string | null> {
    return this.ask({ op: 'stand_in', agents: [agent], seat });
  }

  go(moves: number): Promise<boolean> {
    return this.ask({ op: 'go', moves });
  }

  save(): Promise<MatchFile> {
    return this.ask({ op: 'save' });
  }

  /** What one decision was worth; without a seat past the last. */
  analyse(move: number, iterations: number): Promise<Partial<Decision>> {
    return this.ask({ op: 'analyse', moves: move, iterations });
  }

  close(): void {
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.reject(new Error('closed'));
    this.waiting.clear();
  }
}

// online.ts - a room on the server: one socket that comes back by itself, nothing lost.
//
// docs/PROTOCOL.md has the messages. A move carries the number of moves it answers to, so
// one that was sent twice is refused the second time; after a break the room is joined
// again with what is known, and the server sends the rest.
import { Engine } from './engine';
import { eventOf, type EventRow } from './rows';
import { agentName, UNDONE } from './say';
import { tellHere } from './push';
import { settings } from './settings.svelte';
import { t } from './texts.svelte';
import { Told } from './told';
import type { Clocks, Transport, UndoAsk } from './transport';
import {
  parseMatch,
  type Action,
  type MatchFile,
  type OptionValues,
  type Refusal,
  type SeatInfo,
  type Table,
  type TableEvent,
  type Verdict,
} from './types';

export interface RoomSeat {
  person?: string;
  name?: string;
  agent?: string;
  ready?: boolean;
  left?: boolean;
  online?: boolean;
}

export interface RoomInfo {
  code: string;
  game: string;
  players: number;
  options: OptionValues;
  public: boolean;
  quick: boolean; // among strangers: nobody is its host
  absent: string;
  clock: string;
  clock_s: number;
  increment_s: number;
  undo: 'off' | 'agreed';
  asks?: UndoAsk & { n: number }; // void once the match has gone on
  phase: 'open' | 'playing' | 'over';
  host: string;
  match: string | null;
  seats: RoomSeat[];
  spectators: number;
}

export interface ChatLine {
  c: number;
  name: string;
  seat?: number; // nobody's: somebody who watches, whatever they are called
  text: string;
  at: number;
}

interface Turn {
  turn?: number;
  over?: boolean;
  winners?: number[];
  phase?: string;
  view?: Record<string, unknown>;
  legal?: { do: Action; cost?: Record<string, unknown> | null }[];
  only?: 'open' | 'hidden';
  state?: string; // the view as bytes, for the engine here
  score?: Record<string, unknown>; // with state, once it is over
  left_ms?: number[]; // on the clocks
}

interface MoveMessage extends Turn {
  n: number;
  events: EventRow[];
  why?: 'away' | 'time'; // made for the seat, and for what reason
  lines?: string[]; // of a game whose log has a grammar
}

interface UndoMessage extends Turn {
  n: number;
  seat: number;
  taken: number; // of the newest moves
}

interface GameMessage extends Turn {
  match: string;
  n: number;
  rules: number;
  data: string;
  moves?: MoveMessage[];
}

type Answer = Record<string, unknown> & { ok: boolean; error?: Refusal };

/** What the server says unasked; the answer to a move is also the news of it. */
type News =
  | { t?: undefined }
  | { t: 'room'; room: RoomInfo }
  | ({ t: 'chat' } & ChatLine)
  | { t: 'start'; game?: GameMessage }
  | ({ t: 'move' } & MoveMessage)
  | ({ t: 'undo' } & UndoMessage);

const TOKEN = 'parlor.token';
const PING_MS = 20000; // a socket that says nothing for a minute is closed
const RETRY_MS = [400, 800, 1600, 3000, 5000];

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message ?? refusal.code);
  }
}

export interface OnlineState {
  connection: 'connecting' | 'online' | 'lost' | 'gone';
  person: string;
  name: string;
  account: string; // empty: a guest
  room: RoomInfo | null;
  chat: ChatLine[];
  playing: boolean;
}

export class Online extends Told implements Transport {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  private nextId = 1;
  private tries = 0;
  private closed = false;
  private ping = setInterval(() => void this.call('ping').catch(() => undefined), PING_MS);
  private code = '';
  private match = '';
  private n = 0;
  private events: TableEvent[] = [];
  private ends: number[] = []; // how many of them there were before each move that counts
  private rules: Engine | undefined;
  private reads: { rules: number; data: string } | undefined; // what the server's views are written for
  private judging: Promise<void> = Promise.resolve(); // while that is being found out
  private plain = false; // this client has other rules or data than the server
  private work: Promise<unknown> = Promise.resolve();
  state: OnlineState = {
    connection: 'connecting',
    person: '',
    name: '',
    account: '',
    room: null,
    chat: [],
    playing: false,
  };

  constructor(private onstate: (state: OnlineState) => void) {
    super();
  }

  private say(change: Partial<OnlineState>): void {
    this.state = { ...this.state, ...change };
    this.onstate(this.state);
  }

  /** Connect and introduce oneself. */
  async open(introduce = (): Promise<void> => this.hello()): Promise<void> {
    const url = new URL('socket', new URL('/', location.href));
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(url);
      this.socket = socket;
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error('no server'));
      socket.onmessage = (message) => this.hear(String(message.data));
      socket.onclose = () => this.broke(socket);
    });
    await introduce();
    this.tries = 0;
    this.say({ connection: 'online' });
  }

  private async hello(): Promise<void> {
    const wants = { ...this.wants(), lines: true, words: false, lang: settings.language };
    const token = localStorage.getItem(TOKEN);
    let answer: Answer | undefined;
    if (token) answer = await this.call('hello', { token, ...wants }).catch(() => undefined);
    answer ??= await this.call('hello', {
      name: (settings.name || 'Guest').slice(0, 16).trim() || 'Guest',
      ...wants,
    });
    this.known(answer);
    if (settings.name && answer['name'] !== settings.name)
      await this.call('rename', { name: settings.name.slice(0, 16) }).catch(() => undefined);
    void tellHere(this, this.state.person);
  }

  /** Connect as an account; its token takes the place of the one that was kept. */
  async login(account: string, password: string): Promise<void> {
    await this.open(async () => {
      this.known(await this.call('login', { account, password }));
      settings.name = this.state.name;
    });
  }

  /** Who one is from here on, and by which secret one is known again. */
  known(answer: Answer): void {
    if (typeof answer['token'] === 'string') localStorage.setItem(TOKEN, answer['token']);
    const [person, name, account] = ['person', 'name', 'account'].map((key) => String(answer[key] ?? ''));
    this.say({ person: person ?? '', name: name ?? '', account: account ?? '' });
  }

  /** The next connection is a stranger's. */
  static forget(): void {
    localStorage.removeItem(TOKEN);
  }

  /** The view as bytes where the engine here can read them, else all written out. */
  private wants(): Record<string, boolean> {
    return { state: !this.plain, view: this.plain, legal: this.plain };
  }

  private engine(): Engine {
    return (this.rules ??= new Engine());
  }

  private broke(socket: WebSocket): void {
    if (this.socket !== socket) return;
    for (const each of this.waiting.values()) each.reject(new Error('lost'));
    this.waiting.clear();
    if (this.closed || this.state.connection === 'gone') return;
    this.say({ connection: 'lost' });
    if (this.session) this.tell({ ...this.session, connection: 'lost' });
    setTimeout(() => void this.again(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
  }

  private async again(): Promise<void> {
    if (this.closed) return;
    try {
      await this.open();
      if (this.code) await this.join(this.code);
    } catch {
      this.socket?.close();
    }
  }

  call(op: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Error('lost'));
        return;
      }
      this.waiting.set(id, {
        resolve: (answer) =>
          answer.ok ? resolve(answer) : reject(new Refused(answer.error ?? { code: 'error' })),
        reject,
      });
      this.socket.send(JSON.stringify({ id, op, ...fields }));
    });
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as Answer & { id?: number };
    if (message.id !== undefined) {
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    }
    const news = message as News;
    if (news.t === 'room') this.setRoom(news.room);
    else if (news.t === 'chat') this.say({ chat: [...this.state.chat, news].slice(-50) });
    else if (news.t === 'start') this.inTurn(() => this.sync(news.game));
    else if (news.t === 'move') this.inTurn(() => this.moved(news));
    else if (news.t === 'undo') this.inTurn(() => this.undone(news));
  }

  private inTurn(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch(() => undefined);
  }

  private setRoom(room: RoomInfo): void {
    this.say({ room, playing: !!room.match });
    if (!this.session) return;
    const { asks: _, ...session } = this.session;
    this.tell({ ...session, ...this.asked(room), seats: this.seatInfos(room), you: this.seat() });
  }

  /** What is asked about the table as it is here. */
  private asked(room: RoomInfo): { asks?: UndoAsk } {
    return room.asks?.n === this.n ? { asks: room.asks } : {};
  }

  private seat(): number {
    return this.state.room?.seats.findIndex((each) => each.person === this.state.person) ?? -1;
  }

  private seatInfos(room: RoomInfo): SeatInfo[] {
    return room.seats.map((seat): SeatInfo => ({
      name:
        (seat.name === 'Guest' ? t('room.guest') : seat.name) ?? (seat.agent ? agentName(seat.agent) : '–'),
      kind:
        seat.person === this.state.person ? 'you' : seat.agent ? 'agent' : seat.person ? 'person' : 'empty',
      ...(seat.agent ? { level: seat.agent } : {}),
      offline: !!seat.person && !seat.online,
      host: seat.person === room.host,
      ready: !!seat.ready,
    }));
  }

  /** The code of a new room, or of one with whoever asked for the same. */
  async enter(op: 'create' | 'quick', fields: Record<string, unknown>): Promise<string> {
    const answer = await this.call(op, fields);
    return (answer['room'] as RoomInfo).code;
  }

  /** Who waits for strangers looks again, the farther the longer it took, and may find a seat elsewhere. */
  async seek(waited: number): Promise<void> {
    const { game, seats } = this.state.room ?? { game: '', seats: [] };
    await this.joined(await this.call('quick', { game, players: seats.length, waited_s: waited }));
  }

  private async joined(answer: Answer): Promise<void> {
    const room = answer['room'] as RoomInfo;
    this.code = room.code;
    this.setRoom(room);
    this.say({
      chat: [...this.state.chat, ...((answer['chat'] as ChatLine[] | undefined) ?? [])].slice(-50),
    });
    await this.sync(answer['game'] as GameMessage | undefined);
  }

  async join(code: string): Promise<void> {
    this.code = code;
    try {
      await this.joined(
        await this.call('join', {
          room: code,
          have: { match: this.match || '-', n: this.n, c: this.state.chat.at(-1)?.c ?? 0 },
        }),
      );
    } catch (error) {
      if (error instanceof Refused) {
        this.say({ connection: 'gone', room: null });
        this.socket?.close();
      }
      throw error;
    }
  }

  private told(move: MoveMessage): TableEvent[] {
    const game = this.state.room?.game;
    return game
      ? move.events.map((row, i) => ({
          ...eventOf(game, row),
          ...(move.lines?.[i] ? { line: move.lines[i] } : {}),
        }))
      : [];
  }

  /** A server with other rules or data than this client has to write its views out, from here on. */
  private async writesOut(game: GameMessage): Promise<boolean> {
    const room = this.state.room;
    if (!room || this.plain || game.state === undefined) return false;
    const { rules, data } = game;
    if (this.reads?.data !== data || this.reads.rules !== rules) {
      this.judging = this.engine()
        .fits({ game: room.game, rules, data })
        .catch(() => false)
        .then((good) => {
          this.reads = good ? { rules, data } : undefined;
        });
      await this.judging;
    }
    if (this.reads) return false;
    this.plain = true;
    await this.call('prefer', this.wants());
    await this.join(this.code);
    return true;
  }

  private async sync(game: GameMessage | undefined): Promise<void> {
    if (!game || (await this.writesOut(game))) return;
    const fresh = game.match !== this.match || (!game.moves && game.n !== this.n);
    if (fresh) {
      this.match = game.match;
      await this.readHistory(game.n);
    }
    const before = this.events.length;
    for (const move of game.moves ?? []) if (move.n > this.n && !fresh) this.remember(move);
    this.n = game.n;
    await this.show(game, before);
  }

  private async readHistory(n: number): Promise<void> {
    this.events = [];
    this.ends = [];
    for (let from = 0; ;) {
      const answer = await this.call('history', { from });
      const [deal, part] = [answer['deal'], answer['moves']] as [
        MoveMessage | undefined,
        (MoveMessage | UndoMessage)[],
      ];
      if (deal) this.events.push(...this.told(deal));
      for (const each of part)
        if ('taken' in each) this.events.push({ type: UNDONE, seat: each.seat });
        else this.remember(each);
      from = part.at(-1)?.n ?? n;
      if (from >= n) break;
    }
  }

  private remember(move: MoveMessage): void {
    this.ends.push(this.events.length);
    this.events.push(...this.told(move));
  }

  /** The newest moves count no more; what is left is told again with the table. */
  private async undone(undo: UndoMessage): Promise<void> {
    if (undo.n <= this.n) return;
    const kept = this.ends.length - undo.taken;
    if (undo.n !== this.n + 1 || kept < 0) {
      await this.join(this.code);
      return;
    }
    this.events.length = this.ends[kept] ?? this.events.length;
    while (this.events.at(-1)?.type === UNDONE) this.events.pop(); // the last word is enough
    this.ends = this.ends.slice(0, kept);
    const before = this.events.length;
    this.events.push({ type: UNDONE, seat: undo.seat });
    this.n = undo.n;
    await this.show({ ...undo, undone: true }, before);
  }

  private async moved(move: MoveMessage): Promise<void> {
    if (move.n !== this.n + 1) {
      if (move.n > this.n) await this.join(this.code);
      return;
    }
    const before = this.events.length;
    this.remember(move);
    this.n = move.n;
    await this.show(move, before);
  }

  /** The table as the engine here reads it, or as the server has written it out; none before either is known. */
  private async tableOf(room: RoomInfo, turn: Turn): Promise<Table | undefined> {
    await this.judging; // a move may come before the first view is understood
    if (turn.state !== undefined && this.reads) {
      const shown = { ...this.reads, game: room.game, state: turn.state };
      const table = await this.engine().look(shown, this.seat());
      return { ...table, moves: this.n, score: turn.score ?? table.score };
    }
    const view = turn.view ?? this.session?.table.view;
    if (!view) return undefined;
    const score = await this.call('score').then(
      (answer) => answer['score'] as Record<string, unknown>,
      () => this.session?.table.score ?? {},
    );
    return {
      moves: this.n,
      redo: 0,
      to_act: turn.over ? -1 : (turn.turn ?? -1),
      phase: turn.phase ?? '',
      over: !!turn.over,
      winners: turn.winners ?? [],
      view,
      score,
      legal: (turn.legal ?? []).map((each) => each.do),
      costs: (turn.legal ?? []).map((each) => each.cost ?? null),
      only: turn.only ?? null,
    };
  }

  private async show(turn: Turn & { why?: string; undone?: boolean }, before: number): Promise<void> {
    const room = this.state.room;
    if (!room) return;
    const at = performance.now();
    const acted = this.session?.table.to_act ?? -1;
    const table = await this.tableOf(room, turn);
    if (!table) return;
    const you = this.seat();
    const clocks: Clocks | undefined = turn.left_ms ? { left: turn.left_ms, at } : undefined;
    this.tell({
      game: room.game,
      options: room.options,
      players: room.players,
      you,
      seats: this.seatInfos(room),
      table,
      events: [...this.events],
      fresh: before,
      thinking: !table.over && table.to_act !== you,
      connection: 'online',
      can_undo: you >= 0 && room.undo === 'agreed' && !table.over && this.ends.length > 0,
      undone: !!turn.undone,
      ...this.asked(room),
      away: room.absent,
      ...(clocks ? { clocks } : {}),
      ...(turn.why === 'time' ? { late: acted } : {}),
    });
  }

  act(action: Action): Promise<Verdict> {
    return this.verdict('apply', { n: this.n, action });
  }

  undo(): Promise<Verdict> {
    return this.verdict('undo', { n: this.n });
  }

  agree(yes: boolean): Promise<Verdict> {
    return this.verdict('agree', { n: this.n, agree: yes });
  }

  /** A question that the lost connection swallows has no answer, and is no error. */
  validate(action: Action): Promise<Verdict> {
    const answer = this.reads
      ? this.engine().validate(this.seat(), action)
      : this.verdict('validate', { action });
    return answer.catch(() => ({ valid: false }));
  }

  private async verdict(op: string, fields: Record<string, unknown>): Promise<Verdict> {
    try {
      const answer = await this.call(op, fields);
      return {
        valid: answer['valid'] !== false,
        ...(answer.error ? { error: answer.error } : {}),
        cost: (answer['cost'] ?? null) as Verdict['cost'] & object,
      };
    } catch (error) {
      if (error instanceof Refused) return { valid: false, error: error.refusal };
      throw error;
    }
  }

  /** The record of a match is open once it is over. */
  async save(): Promise<MatchFile | null> {
    const answer = await fetch(new URL(`/api/match/${this.match}`, location.href));
    return answer.ok ? (parseMatch(await answer.text()) as { match: MatchFile }).match : null;
  }

  link(): string {
    return new URL(`/#/match/${this.match}`, location.href).href;
  }

  chat(text: string): void {
    void this.call('chat', { text }).catch(() => undefined);
  }

  leave(): void {
    this.closed = true;
    clearInterval(this.ping);
    this.rules?.close();
    this.socket?.close();
  }
}

const LAST = 'parlor.room';

/** The room one was in, to find back to; nothing once it is left or gone. */
export function lastRoom(): { code: string; game: string } | null {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? 'null') as { code: string; game: string } | null;
  } catch {
    return null;
  }
}

export function keepLastRoom(room: { code: string; game: string } | null): void {
  if (room) localStorage.setItem(LAST, JSON.stringify({ code: room.code, game: room.game }));
  else localStorage.removeItem(LAST);
}

/** Whether a server with rooms is behind this page. */
export async function hasServer(): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/healthz', location.href));
    return answer.ok;
  } catch {
    return false;
  }
}

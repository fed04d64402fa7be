// worker.ts - the engine, in a thread of its own: one match, asked by messages.
//
// What is asked at once comes as one list of requests, {id, op, ...}; their answers go back as one, each
// with its id and as JSON, which is what the module says at client_out. The module imports nothing.
import { games } from '../generated/games';
import { hasLearned } from './levels';
import { isSameData, otherData, type Facts } from './played';
import {
  parseMatch,
  type Action,
  type GameSpec,
  type MatchFile,
  type OptionValues,
  type Played,
  type SpecInfo,
} from './types';

type Engine = {
  memory: WebAssembly.Memory;
  _initialize(): void;
  client_out(): number;
  client_out_bytes(): number;
  client_word(): number;
  client_catalog_bytes(): number;
  client_catalog(): number;
  client_catalog_hash(): bigint;
  client_state_bytes(): number;
  client_shown(): number;
  client_setup(players: number, seed: bigint): void;
  client_option(index: number, value: number): void;
  client_start(): number;
  client_things(kind: number): void;
  client_table(viewer: number): void;
  client_events(since: number, viewer: number): void;
  client_validate(type: number, seat: number, a: number, b: number, c: number): void;
  client_apply(type: number, seat: number, a: number, b: number, c: number): number;
  client_agent(name: number, seed: bigint, budget: number): number;
  client_net(): number;
  client_net_take(bytes: number): number;
  client_stand_in(name: number, seat: number): void;
  client_go(moves: number): number;
  client_to_act(): number;
  client_save(): void;
  client_analyse(move: number, iterations: number): void;
};

export interface StartRequest {
  game: string;
  players: number;
  seed: number | string;
  options: OptionValues;
}

const base = self.name; // where the page lives
const wide = new TextEncoder();
const narrow = new TextDecoder();

let engine: Engine | undefined;
let info: GameSpec | undefined;
const kept: Record<string, Promise<Played>> = {}; // what matches keep of their data, by game
let taught: Engine | undefined; // the one that has its game's network
let things = new Map<string, string[]>();

/** The engine with the rules and the data of a game; the one there is when it has that game. */
async function open(id: string): Promise<Engine> {
  if (engine && info?.id === id) return engine;
  const spec = games.find((each) => each.id === id);
  if (!spec) throw new Error(`no game called ${id}`);
  const data = fetch(`${base}data/${id}.bin`).then((answer) => answer.arrayBuffer());
  const module = await WebAssembly.compileStreaming(fetch(`${base}data/${id}.wasm`));
  const made = (await WebAssembly.instantiate(module, {})).exports as Engine;
  made._initialize();
  const bytes = new Uint8Array(await data);
  if (bytes.length !== made.client_catalog_bytes())
    throw new Error(`the catalog of ${id} has the wrong size`);
  const at = made.client_catalog(); // which may give the memory another buffer
  new Uint8Array(made.memory.buffer, at, bytes.length).set(bytes);
  engine = made;
  info = spec;
  things = new Map();
  return made;
}

/** The network of the game, fetched when somebody first plays or judges by it: it is larger than all the
 *  rest. Without it others play in the place of those who need it. */
async function learn(e: Engine): Promise<void> {
  if (taught === e || !info?.learned) return;
  const answer = await fetch(`${base}data/${info.id}.net.bin`).catch(() => undefined);
  if (!answer?.ok) return;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const at = e.client_net(); // which may give the memory another buffer
  new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
  if (e.client_net_take(bytes.length)) taught = e;
}

function said(from: Engine): string {
  return narrow.decode(new Uint8Array(from.memory.buffer, from.client_out(), from.client_out_bytes()));
}

/** What a match of the game keeps of its data. */
function played(id: string): Promise<Played> {
  return (kept[id] ??= fetch(`${base}data/${id}.played.json`).then(
    (answer) => answer.json() as Promise<Played>,
  ));
}

async function save(e: Engine): Promise<MatchFile> {
  e.client_save();
  const file = parseMatch(said(e)) as MatchFile;
  return { ...file, ...(await played(file.game)) };
}

function word(to: Engine, text: string): number {
  const at = to.client_word();
  new Uint8Array(to.memory.buffer, at, 256).set(wide.encode(`${text}\0`));
  return at;
}

function optionNumber(option: GameSpec['options'][number], value: string | number | boolean): number {
  if (value === 'auto') return -1;
  if (option.kind === 'flag') return value ? 1 : 0;
  return option.kind === 'word' ? option.words.indexOf(String(value)) : Number(value);
}

async function start(request: StartRequest): Promise<unknown> {
  const e = await open(request.game);
  things = new Map(); // options choose among them
  e.client_setup(request.players, BigInt.asUintN(64, BigInt(request.seed)));
  info?.options.forEach((option, i) => {
    const value = request.options[option.name];
    if (value !== undefined) e.client_option(i, optionNumber(option, value));
  });
  return e.client_start() ? { ok: true } : { ok: false, ...(JSON.parse(said(e)) as object) };
}

/** The number of a thing; 0 where there is none. */
function thingNumber(e: Engine, kind: string, id: string): number {
  let list = things.get(kind);
  if (!list) {
    e.client_things(info?.things.indexOf(kind) ?? 0);
    list = JSON.parse(said(e)) as string[];
    things.set(kind, list);
  }
  return list.indexOf(id) + 1;
}

function holeNumber(e: Engine, spec: SpecInfo, i: number, action: Action): number {
  const hole = spec.holes[i];
  const value = hole ? action[hole.name] : undefined;
  if (!hole || value === undefined || value === null) return 0;
  switch (hole.kind) {
    case 'number':
      return Number(value);
    case 'most':
      return Number(value) + 1;
    case 'flag':
      return value ? 1 : 0;
    case 'seat':
      return Number(value) + 1;
    case 'action':
      return info?.actions.findIndex((each) => each.name === value) ?? 0;
    default:
      return thingNumber(e, hole.kind, String(value));
  }
}

function packed(e: Engine, seat: number, action: Action): [number, number, number, number, number] {
  const type = info?.actions.findIndex((each) => each.name === action.type) ?? -1;
  const spec = info?.actions[type];
  if (type < 0 || !spec) return [255, seat, 0, 0, 0];
  return [
    type,
    seat,
    holeNumber(e, spec, 0, action),
    holeNumber(e, spec, 1, action),
    holeNumber(e, spec, 2, action),
  ];
}

function apply(e: Engine, seat: number, action: Action): string {
  e.client_apply(...packed(e, seat, action));
  return said(e);
}

async function load(file: MatchFile): Promise<unknown> {
  const now = await played(file.game);
  if (!isSameData(file, now)) {
    const facts = await fetch(`${base}data/${file.game}/facts.json`);
    return { ok: false, error: otherData(file, now, (await facts.json()) as Facts) };
  }
  const begun = (await start(file)) as { ok: boolean };
  const e = await open(file.game);
  if (!begun.ok) return begun;
  for (const [i, command] of file.commands.entries()) {
    const verdict = JSON.parse(apply(e, command.seat === 'table' ? -1 : command.seat, command.do)) as {
      valid: boolean;
      error?: unknown;
    };
    if (!verdict.valid) return { ok: false, move: i, error: verdict.error };
  }
  e.client_save();
  const { hash } = parseMatch(said(e)) as MatchFile;
  return { ok: !file.hash || hash === file.hash, moves: file.commands.length };
}

/** What a server shows of its match: which rules and which data it is written for, and its bytes. */
export interface Shown {
  game: string;
  rules: number;
  data: string; // the hash of the catalog
  state: string; // in base 64
}

/** Whether such a view can be read here: the same rules, the same data, the same size. */
async function fits(of: Omit<Shown, 'state'>): Promise<boolean> {
  const e = await open(of.game);
  things = new Map();
  const hash = BigInt.asUintN(64, e.client_catalog_hash()).toString(16).padStart(16, '0');
  return info?.rules === of.rules && hash === of.data;
}

async function look(shown: Shown, viewer: number): Promise<string> {
  const e = await open(shown.game);
  const bytes = Uint8Array.from(atob(shown.state), (letter) => letter.charCodeAt(0));
  if (bytes.length !== e.client_state_bytes()) throw new Error('a view of another size');
  new Uint8Array(e.memory.buffer, e.client_shown(), bytes.length).set(bytes);
  return table(e, viewer);
}

function table(e: Engine, viewer: number): string {
  e.client_table(viewer);
  return said(e);
}

/** The machines move until it is the turn of 'you', or for so long; at least one move. */
function machines(e: Engine, r: Request): boolean {
  const end = performance.now() + (r.ms ?? 0);
  const seed = BigInt.asUintN(64, BigInt(r.seed ?? 0));
  do {
    const seat = e.client_to_act();
    if (seat < 0 || seat === r.seat) return true;
    if (!e.client_agent(word(e, r.agents?.[seat] ?? 'greedy'), seed, 0)) return false;
  } while (performance.now() < end);
  return true;
}

/** What an agent would do now, from what the seat may know; it is taken back again. */
function hint(e: Engine, r: Request): Action | null {
  const seed = BigInt.asUintN(64, BigInt(r.seed ?? 0));
  if (!e.client_agent(word(e, r.agents?.[0] ?? 'greedy'), seed, 0)) return null;
  e.client_save();
  const { commands } = parseMatch(said(e)) as MatchFile;
  e.client_go(commands.length - 1);
  return commands.at(-1)?.do ?? null;
}

export interface Request {
  id: number;
  op:
    | 'start'
    | 'load'
    | 'table'
    | 'events'
    | 'apply'
    | 'validate'
    | 'machines'
    | 'go'
    | 'save'
    | 'analyse'
    | 'fits'
    | 'look'
    | 'hint'
    | 'stand_in';
  start?: StartRequest;
  file?: MatchFile;
  viewer?: number;
  since?: number;
  seat?: number;
  action?: Action;
  agents?: (string | undefined)[];
  seed?: number | string;
  ms?: number;
  moves?: number;
  iterations?: number;
  shown?: Shown;
}

/** As JSON. */
async function answer(r: Request): Promise<string> {
  switch (r.op) {
    case 'start':
      return JSON.stringify(await start(r.start as StartRequest));
    case 'load':
      return JSON.stringify(await load(r.file as MatchFile));
    case 'fits':
      return JSON.stringify(await fits(r.shown as Shown));
    case 'look':
      return look(r.shown as Shown, r.viewer ?? -1);
    default:
      if (!engine) throw new Error('nothing was started');
      if (r.op === 'analyse' || r.agents?.some(hasLearned)) await learn(engine);
      if (r.op === 'save') return JSON.stringify(await save(engine));
      return answerAt(engine, r);
  }
}

/** About the match there is. */
function answerAt(e: Engine, r: Request): string {
  switch (r.op) {
    case 'table':
      return table(e, r.viewer ?? -1);
    case 'events':
      e.client_events(r.since ?? 0, r.viewer ?? -1);
      return said(e);
    case 'apply':
      return apply(e, r.seat ?? -1, r.action as Action);
    case 'validate':
      e.client_validate(...packed(e, r.seat ?? -1, r.action as Action));
      return said(e);
    case 'machines':
      return JSON.stringify(machines(e, r));
    case 'hint':
      return JSON.stringify(hint(e, r));
    case 'stand_in':
      e.client_stand_in(word(e, r.agents?.[0] ?? ''), r.seat ?? 0);
      return JSON.stringify((JSON.parse(said(e)) as { stand_in?: string }).stand_in ?? null);
    case 'go':
      return JSON.stringify(e.client_go(r.moves ?? 0) === 1);
    case 'analyse':
      e.client_analyse(r.moves ?? 0, r.iterations ?? 0);
      return said(e);
    default:
      throw new Error(r.op);
  }
}

export interface Answer {
  id: number;
  json?: string;
  error?: string;
}

async function tried(request: Request): Promise<Answer> {
  try {
    return { id: request.id, json: await answer(request) };
  } catch (error) {
    return { id: request.id, error: String(error) };
  }
}

let queue: Promise<void> = Promise.resolve();

self.onmessage = (message: MessageEvent<Request[]>) => {
  queue = queue.then(async () => {
    const answers: Answer[] = [];
    for (const request of message.data) answers.push(await tried(request));
    self.postMessage(answers);
  });
};

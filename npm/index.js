// index.js - the rules as WebAssembly, for node and for pages: a match is an object.
//
// Each match has an instance of its own; the compiled modules, one a game, and the catalogs
// are shared.
const here = new URL('./', import.meta.url);
const wide = new TextEncoder();
const narrow = new TextDecoder();

async function bytesOf(name) {
  const address = new URL(name, here);
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be read`);
  return new Uint8Array(await answer.arrayBuffer());
}

const kept = new Map();

/** Read once, however many matches there are. */
function once(name, make) {
  if (!kept.has(name)) kept.set(name, bytesOf(name).then(make));
  return kept.get(name);
}

const known = () => once('data/games.json', (bytes) => JSON.parse(narrow.decode(bytes)));
const compiled = (id) => once(`data/${id}.wasm`, (bytes) => WebAssembly.compile(bytes));

/** The games there are: ids, numbers of players, options. */
export async function games() {
  return (await known()).games.map(({ id, rules, players_min, players_max, options, actions }) => ({
    id,
    rules,
    players_min,
    players_max,
    options,
    actions: actions.slice(1).map((each) => each.name),
  }));
}

/** The names of the agents. */
export async function agents() {
  return (await known()).agents;
}

/** What a move may not be, as an error that says which rule stands against it. */
export class Refused extends Error {
  constructor(refusal) {
    super(refusal.code ?? 'refused');
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

/** A new match: await start('duel', { players: 2, seed: 7, options: {} }). */
export async function start(id, { players, seed = 0, options = {} } = {}) {
  const info = (await known()).games.find((each) => each.id === id);
  if (!info) throw new Error(`there is no game called ${id}`);
  const instance = await WebAssembly.instantiate(await compiled(id), {});
  const catalog = await once(`data/${id}.bin`, (bytes) => bytes);
  return new Match(instance.exports, info, catalog, players ?? info.players_min, seed, options);
}

/** A match saved by save(), by the terminal or by the line protocol. */
export async function load(saved) {
  const text = typeof saved === 'string' ? saved : JSON.stringify(saved);
  const seed = /"seed":\s*(\d+)/.exec(text)?.[1] ?? '0';
  const file = JSON.parse(text);
  const inside = file.match ?? file;
  const match = await start(inside.game, { players: inside.players, seed, options: inside.options });
  for (const command of inside.commands)
    match.apply(command.do, command.seat === 'table' ? -1 : command.seat);
  return match;
}

function optionNumber(option, value) {
  if (value === 'auto') return -1;
  if (option.kind === 'flag') return value ? 1 : 0;
  return option.kind === 'word' ? option.words.indexOf(String(value)) : Number(value);
}

class Match {
  #e;
  #info;
  #things = new Map();

  constructor(engine, info, catalog, players, seed, options) {
    this.#e = engine;
    this.#info = info;
    engine._initialize();
    if (catalog.length !== engine.client_catalog_bytes())
      throw new Error(`the catalog of ${info.id} has the wrong size`);
    const at = engine.client_catalog(); // which may give the memory another buffer
    new Uint8Array(engine.memory.buffer, at, catalog.length).set(catalog);
    engine.client_setup(players, BigInt.asUintN(64, BigInt(seed)));
    info.options.forEach((option, i) => {
      const value = options[option.name];
      if (value !== undefined) engine.client_option(i, optionNumber(option, value));
    });
    if (!engine.client_start()) throw new Refused(JSON.parse(this.#said()));
  }

  get game() {
    return this.#info.id;
  }

  /** The seat that acts; -1 when the match is over. */
  get toAct() {
    return this.#e.client_to_act();
  }

  get over() {
    return this.toAct < 0;
  }

  get winners() {
    return this.#table(-1).winners;
  }

  /** The moves that can be made now. */
  legal() {
    return this.over ? [] : this.#table(this.toAct).legal;
  }

  /** The table as a seat may know it; -1: as everybody does. */
  view(seat = -1) {
    return this.#table(seat).view;
  }

  /** The points of each seat with how they come about. */
  score() {
    return this.#table(-1).score;
  }

  /** Whether a move can be made, and if not, why. */
  validate(action, seat = this.toAct) {
    this.#e.client_validate(...this.#packed(seat, action));
    return JSON.parse(this.#said());
  }

  /** Makes a move, or throws and changes nothing. */
  apply(action, seat = this.toAct) {
    if (!this.#e.client_apply(...this.#packed(seat, action)))
      throw new Refused(JSON.parse(this.#said()));
    return this;
  }

  /** An agent moves for the seat that acts, from what that seat may know. */
  agent(name, seed = 0) {
    return this.#e.client_agent(this.#word(name), BigInt.asUintN(64, BigInt(seed)), 0) === 1;
  }

  /** What has happened from the event of that number on, as a seat may know it. */
  events(since = 0, viewer = -1) {
    this.#e.client_events(since, viewer);
    return JSON.parse(this.#said());
  }

  /** To any point of the match, back or forth. */
  go(moves) {
    return this.#e.client_go(moves) === 1;
  }

  get moves() {
    return this.#table(-1).moves;
  }

  /** The match as JSON text: what `parlor replay` and the line protocol's load take. */
  save() {
    this.#e.client_save();
    return this.#said();
  }

  #table(viewer) {
    this.#e.client_table(viewer);
    return JSON.parse(this.#said());
  }

  #said() {
    const e = this.#e;
    return narrow.decode(new Uint8Array(e.memory.buffer, e.client_out(), e.client_out_bytes()));
  }

  #word(text) {
    const at = this.#e.client_word();
    new Uint8Array(this.#e.memory.buffer, at, 256).set(wide.encode(`${text}\0`).subarray(0, 255));
    return at;
  }

  #thing(kind, id) {
    if (!this.#things.has(kind)) {
      this.#e.client_things(this.#info.things.indexOf(kind));
      this.#things.set(kind, JSON.parse(this.#said()));
    }
    return this.#things.get(kind).indexOf(id) + 1;
  }

  #hole(hole, value) {
    if (!hole || value === undefined || value === null) return 0;
    if (hole.kind === 'number') return Number(value);
    if (hole.kind === 'most' || hole.kind === 'seat') return Number(value) + 1;
    if (hole.kind === 'flag') return value ? 1 : 0;
    if (hole.kind === 'action') return this.#info.actions.findIndex((each) => each.name === value);
    return this.#thing(hole.kind, String(value));
  }

  #packed(seat, action) {
    const type = this.#info.actions.findIndex((each) => each.name === action.type);
    if (type < 0) return [255, seat, 0, 0, 0];
    const { holes } = this.#info.actions[type];
    return [type, seat, ...[0, 1, 2].map((i) => this.#hole(holes[i], action[holes[i]?.name]))];
  }
}

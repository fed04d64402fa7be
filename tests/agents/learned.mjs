// learned.mjs - who has learned plays the same in the browser's module as natively.
//
// node learned.mjs PARLOR WASM-FOLDER DESCRIBE NETS: the native program, the folder of the modules, the
// program that writes the catalogs as bytes, and the folder of the networks.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [parlor, modules, describe, nets] = process.argv.slice(2);
const folder = mkdtempSync(`${tmpdir()}/parlor-`);
const MOVES = 50;
const SEED = 7;
execFileSync(describe, [folder]);

function put(e, at, bytes) {
  new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
}

function said(e) {
  const bytes = new Uint8Array(e.memory.buffer, e.client_out(), e.client_out_bytes());
  return JSON.parse(new TextDecoder().decode(bytes));
}

function word(e, text) {
  const at = e.client_word();
  put(e, at, new TextEncoder().encode(`${text}\0`));
  return at;
}

function open(game) {
  const module = new WebAssembly.Module(readFileSync(join(modules, `${game}.wasm`)));
  const e = new WebAssembly.Instance(module, {}).exports;
  e._initialize();
  put(e, e.client_catalog(), readFileSync(join(folder, `${game}.catalog`)));
  return e;
}

function start(e, players) {
  e.client_setup(players, BigInt(SEED));
  if (!e.client_start()) throw new Error('no match began');
}

function teach(e, game) {
  const bytes = readFileSync(join(nets, `${game}.net`));
  const at = e.client_net();
  put(e, at, bytes);
  return e.client_net_take(bytes.length);
}

function playedHere(e, agent, moves, ms) {
  for (let i = 0; i < moves && e.client_to_act() >= 0; i += 1)
    if (!e.client_agent(word(e, agent), 9n, ms)) throw new Error(`${agent} made no move`);
  e.client_save();
  return said(e).commands.map((each) => JSON.stringify(each.do));
}

function playedNatively(game, agent, moves) {
  const played = [];
  const ask = (lines) =>
    execFileSync(parlor, ['rpc'], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join('') })
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const begin = { op: 'new', game, players: 2, seed: SEED };
  /* What is chosen is known only after it is asked: a match a move. */
  for (const lines = [begin]; played.length < moves;) {
    const answer = ask([...lines, { op: 'agent', name: agent, seed: 9 }]).at(-1);
    if (!answer.ok || answer.stand_in) break;
    lines.push({ op: 'apply', action: answer.action, player: answer.player });
    played.push(JSON.stringify(answer.action));
  }
  return played;
}

const checks = [];
for (const game of readdirSync(nets).map((name) => name.replace('.net', ''))) {
  checks.push([
    `${game}: instinct plays the same in the browser`,
    () => {
      const e = open(game);
      start(e, 2);
      if (!teach(e, game)) throw new Error('the network was refused');
      const here = playedHere(e, 'instinct', MOVES, 0);
      const there = playedNatively(game, 'instinct', here.length);
      if (!there.length || here.join() !== there.join()) throw new Error(`${here}\n${there}`);
    },
  ]);
  checks.push([
    `${game}: the expert thinks in the browser, or says who does`,
    () => {
      const e = open(game);
      start(e, 2);
      e.client_stand_in(word(e, 'expert'), 0);
      if (said(e).stand_in !== 'hard') throw new Error('an expert without a network');
      teach(e, game);
      e.client_stand_in(word(e, 'expert'), 0);
      if (said(e).stand_in) throw new Error('the expert has a network');
      if (playedHere(e, 'expert', 6, 5).length !== 6) throw new Error('it did not move');
    },
  ]);
}
checks.push([
  'a network of another game is refused',
  () => {
    const e = open('duel');
    start(e, 2);
    if (teach(e, 'sea-salt')) throw new Error('it was taken');
  },
]);

let failed = 0;
console.log(`1..${checks.length}`);
checks.forEach(([name, check], i) => {
  try {
    check();
    console.log(`ok ${i + 1} - ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${i + 1} - ${name}\n# ${String(error.stack).replaceAll('\n', '\n# ')}`);
  }
});
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;

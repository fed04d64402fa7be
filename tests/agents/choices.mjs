// choices.mjs - the agents choose the same in WebAssembly as natively.
//
// node choices.mjs WASM GOLDEN-PROGRAM CHOICES-PROGRAM: the module that plays, the native
// program that writes the catalogs as bytes, and the one that prints what is to be chosen.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const [wasmFile, golden, choices] = process.argv.slice(2);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)));
const folder = mkdtempSync(`${tmpdir()}/parlor-`);
execFileSync(golden, ['--catalogs', folder]);
exports._initialize?.();

function text(at) {
  if (!at) return '';
  const bytes = new Uint8Array(exports.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function* chosen() {
  for (let game = 0; exports.game_id(game); game += 1) {
    const id = text(exports.game_id(game));
    const bytes = readFileSync(`${folder}/${id}.catalog`);
    const place = exports.catalog_place(game);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    for (let agent = 0; exports.agent_name(agent); agent += 1) {
      const hash = BigInt.asUintN(64, exports.choose(game, agent));
      yield `${id} ${text(exports.agent_name(agent))} ${hash.toString(16).padStart(16, '0')}`;
    }
  }
}

/* Those who play by a network are held to the browser's own module: learned.mjs. */
const learned = (line) => /^\S+ (expert|instinct) /.test(line);
const native = execFileSync(choices, { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((line) => !learned(line));
const here = [...chosen()].filter((line) => !learned(line));
let failed = 0;
console.log(`1..${native.length}`);
native.forEach((line, i) => {
  const good = line === here[i];
  failed += !good;
  const [game, agent] = line.split(' ');
  console.log(`${good ? 'ok' : 'not ok'} ${i + 1} - ${game}: ${agent} chooses the same in WebAssembly`);
  if (!good) console.log(`# ${line}, here ${here[i]}`);
});
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;

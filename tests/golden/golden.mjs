// golden.mjs - plays the golden games in WebAssembly, and looks at what the rules need.
//
// node golden.mjs WASM RULES GOLDEN-PROGRAM GOLDEN-FOLDER: the module that plays, the
// rules alone as one object file, the native program that writes the catalogs as bytes,
// and tests/golden. The output is TAP: a line for each of the two files, one for their number and one a game.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const [wasmFile, rulesFile, program, golden] = process.argv.slice(2);
const wasm = new WebAssembly.Module(readFileSync(wasmFile));
let number = 0;
let failed = 0;

function point(good, what, detail) {
  number += 1;
  console.log(`${good ? 'ok' : 'not ok'} ${number} - ${what}`);
  if (!good) {
    failed += 1;
    console.log(`# ${detail}`);
  }
}

function imported(module) {
  return WebAssembly.Module.imports(module)
    .filter((each) => each.kind === 'function')
    .map((each) => each.name);
}

function text(exports, at) {
  const bytes = new Uint8Array(exports.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function playAll(exports, game, catalogs) {
  const id = text(exports, exports.game_id(game));
  const what = `${id} plays as written, in WebAssembly`;
  const catalog = readFileSync(`${catalogs}/${id}.catalog`);
  if (catalog.length !== exports.catalog_bytes(game)) {
    point(false, what, `${catalog.length} bytes of catalog, here ${exports.catalog_bytes(game)}`);
    return;
  }
  new Uint8Array(exports.memory.buffer, exports.catalog_place(), catalog.length).set(catalog);
  const wrong = [];
  const lines = readFileSync(`${golden}/${id}.txt`, 'utf8').trim().split('\n');
  for (const line of lines) {
    const [players, options, seed, moves, hash] = line.split(' ');
    const made = exports.play(game, Number(players), Number(options), BigInt(seed));
    const reached = BigInt.asUintN(64, exports.hash()).toString(16).padStart(16, '0');
    if (made !== Number(moves) || reached !== hash) wrong.push(`${line}: ${made} ${reached}`);
  }
  point(lines.length > 0 && wrong.length === 0, what, `${wrong.length} lines differ: ${wrong[0]}`);
}

const allowed = ['memcpy', 'memset', 'memcmp'];
const extra = imported(new WebAssembly.Module(readFileSync(rulesFile)))
  .filter((name) => !allowed.includes(name));
point(extra.length === 0, 'the rules call nothing but memcpy, memset and memcmp', extra.join(' '));

const imports = imported(wasm);
point(imports.length === 0, 'the module imports nothing', imports.join(' '));
if (imports.length === 0) {
  const { exports } = new WebAssembly.Instance(wasm);
  const catalogs = mkdtempSync(`${tmpdir()}/parlor-`);
  execFileSync(program, ['--catalogs', catalogs]);
  exports._initialize?.();
  const games = readdirSync(catalogs).length;
  point(exports.game_count() === games, 'every game is there', `${exports.game_count()} of ${games}`);
  for (let game = 0; game < exports.game_count(); game += 1) playAll(exports, game, catalogs);
  rmSync(catalogs, { recursive: true });
}
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;

// npm.mjs - the npm package, packed, installed into an empty folder and used: npm.mjs BUILD PARLOR. TAP.
//
// What it plays is played again by the program over the line protocol: the same hash, or it is not the same game.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [build, parlor] = process.argv.slice(2).map((name) => resolve(name));
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'parlor-npm-'));
const user = join(folder, 'user');
const run = (program, words, options = {}) =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'], ...options });

function expect(truth, what) {
  if (!truth) throw new Error(what);
}

function rpc(...requests) {
  const input = requests.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n') + '\n';
  return run(parlor, ['rpc'], { input }).trim().split('\n').map((line) => JSON.parse(line));
}

/** As npm lays it out: unpacked below node_modules. */
function install() {
  const tarball = run('bash', [join(root, 'tools/npm.sh'), build, folder]).trim();
  const files = run('tar', ['tzf', tarball]);
  expect(!files.includes('node_modules') && files.includes('package/index.d.ts'), files);
  run('mkdir', ['-p', join(user, 'node_modules/parlor-games')]);
  run('tar', ['xzf', tarball, '-C', join(user, 'node_modules/parlor-games'), '--strip-components=1']);
  writeFileSync(join(user, 'package.json'), '{"type":"module","private":true}');
  const named = JSON.parse(readFileSync(join(user, 'node_modules/parlor-games/package.json'), 'utf8'));
  for (const file of [named.main, named.types]) expect(existsSync(join(user, 'node_modules/parlor-games', file)), file);
  expect(run(parlor, ['--version']).trim() === `parlor ${named.version}`, named.version);
}

function exampleRuns() {
  const example = readFileSync(join(user, 'node_modules/parlor-games/example.mjs'), 'utf8');
  expect(example.split('\n').length <= 12, 'the example is longer than ten lines');
  expect(readFileSync(join(root, 'npm/README.md'), 'utf8').includes(example.split('console')[0].trim()), 'the README has another example');
  writeFileSync(join(user, 'example.mjs'), example);
  const saved = run('node', ['example.mjs'], { cwd: user }).trim().split('\n').at(-1);
  const [loaded] = rpc(`{"op":"load","match":${saved}}`);
  expect(loaded.ok && loaded.over, JSON.stringify(loaded).slice(0, 300));
  expect(loaded.hash === JSON.parse(saved).hash, 'another end');
}

function everyGamePlays() {
  writeFileSync(
    join(user, 'all.mjs'),
    `import { agents, games, load, start, Refused } from 'parlor-games';
for (const game of await games()) {
  const match = await start(game.id, { players: game.players_max, seed: 11n });
  const other = await start(game.id, { seed: 5 });
  let refused = 0;
  try { match.apply({ type: 'zebra' }); } catch (error) { refused += error instanceof Refused; }
  for (let i = 0; i < 60 && !match.over; i++) {
    const moves = match.legal();
    const move = moves[(i * 7) % moves.length];
    if (!match.validate(move).valid) throw new Error('a listed move is refused');
    match.apply(move);
  }
  const again = await load(match.save());
  if (again.save() !== match.save()) throw new Error('loaded is another match');
  if (other.moves !== 0 || refused !== 1) throw new Error('matches are not apart');
  console.log(match.save());
}
if (!(await agents()).includes('hard')) throw new Error('no agents');
`,
  );
  const lines = run('node', ['all.mjs'], { cwd: user }).trim().split('\n');
  expect(lines.length >= 4, lines.length);
  for (const saved of lines) {
    const [loaded] = rpc(`{"op":"load","match":${saved}}`);
    expect(loaded.ok && loaded.hash === JSON.parse(saved).hash, JSON.stringify(loaded).slice(0, 300));
  }
}

function typesHold() {
  const tsc = join(root, 'web/node_modules/.bin/tsc');
  if (!existsSync(tsc)) return;
  writeFileSync(
    join(user, 'typed.ts'),
    `import { start, type Match } from 'parlor-games';
const match: Match = await start('duel', { seed: 7n, options: { first_player: 1 } });
match.apply(match.legal()[0]!).agent('greedy');
// @ts-expect-error a seat is a number
match.view('all');
`,
  );
  run('node', [tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'typed.ts'], { cwd: user });
}

const checks = [
  ['the package installs into an empty folder and has the version of the program', install],
  ['its example runs, and the program plays the same match', exampleRuns],
  ['every game plays, refuses, saves and loads as the program does', everyGamePlays],
  ['its types hold', typesHold],
];
console.log(`1..${checks.length}`);
let failed = 0;
checks.forEach(([name, check], i) => {
  try {
    check();
    console.log(`ok ${i + 1} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${i + 1} - ${name}\n# ${String(error.stack ?? error).replaceAll('\n', '\n# ')}`);
  }
});
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);

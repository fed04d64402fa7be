// bench.mjs - how quick the browser client is: figures for docs/WEB.md, not a test.
//
// node bench.mjs PARLOR DIST [visit] [clicks] [GAME ...]: all of it, or only that. What a first visit brings over the wire, interactive from loopback,
// a click until its move is painted and frames while pieces travel, both with the processor slowed
// down four times, a move against easy, random playouts against native.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, dist, ...words] = process.argv.slice(2);
const parts = ['visit', 'clicks'].filter((part) => words.includes(part));
const wants = (part) => !parts.length || parts.includes(part);
const need = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = need('playwright-core');
const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
const server = spawn(
  program,
  ['serve', '--listen', '127.0.0.1:0', '--store', join(folder, 'bench.db'), '--web', dist, '--log', 'error'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
process.on('exit', () => server.kill());
const url = await new Promise((done) =>
  server.stdout.once('data', (text) => done(/http:\/\/[^\s/]+/.exec(String(text))[0])),
);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const all = JSON.parse(readFileSync(join(dist, 'games.json'), 'utf8'));
const games = all.some((game) => words.includes(game)) ? all.filter((game) => words.includes(game)) : all;
const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const line = (what, value) => console.log(`${what.padEnd(64)} ${value}`);

async function person(settings = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, deviceScaleFactor: 2 });
  await context.addInitScript((wanted) => localStorage.setItem('parlor.settings', JSON.stringify(wanted)), {
    name: 'Ann',
    language: 'en',
    theme: 'light',
    calm: false,
    wait: false,
    level: 'easy',
    seen: {},
    ...settings,
  });
  return context.newPage();
}

/** All bytes that the server sends to a new browser until the first table of a game can be played. */
async function firstVisit(game) {
  let bytes = 0;
  const wire = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    far.on('data', (part) => (bytes += part.length));
    for (const end of [near, far]) end.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  await new Promise((done) => wire.listen(0, '127.0.0.1', done));
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${wire.address().port}/`);
  await page.click(`[data-testid=play-${game}]`);
  await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
  await page.waitForTimeout(500);
  await context.close();
  wire.close();
  return bytes;
}
for (const game of wants('visit') ? games : [])
  line(
    `first visit to a table of ${game}, on the wire`,
    `${Math.round((await firstVisit(game)) / 1024)} KiB`,
  );

const UNANSWERED_MS = 20000; // a click that changes nothing for so long is said, and no more waited for

const REST_MS = 250; // whoever clicks has seen the table as it is: a moment since it last changed

/** Begins to click on moves, and notes how long each takes from the click to the frame that shows it. */
function clicking(page) {
  return page.evaluate(
    ([most, rest]) => {
      const took = (window.took = []);
      let start = 0,
        seen = 0, // the frame is on its way
        changed = 0,
        n = 1;
      new MutationObserver(() => {
        changed = performance.now();
        if (!start || seen) return;
        seen = start;
        const { port1, port2 } = new MessageChannel(); // heard before anything that waits for the frame to be seen
        port1.onmessage = () => {
          took.push(performance.now() - start);
          [start, seen, changed] = [0, 0, performance.now()];
        };
        requestAnimationFrame(() => port2.postMessage(0));
      }).observe(document.querySelector('.table'), { attributeFilter: ['data-moves'] });
      window.ends = () =>
        start && performance.now() - start > most
          ? `no answer to ${window.last}`
          : document.querySelector('[data-testid=watch-again]')
            ? 'over'
            : '';
      setInterval(() => {
        document.querySelector('dialog[open] .button.main')?.click();
        const open = [...document.querySelectorAll('[data-testid=moves] button')];
        if (start || !open.length || performance.now() - changed < rest) return;
        start = performance.now();
        const move = open[(n += 7) % open.length];
        window.last = move.textContent;
        move.click();
      }, 40);
    },
    [UNANSWERED_MS, REST_MS],
  );
}

/** Everybody goes on until there are enough of all: whoever stopped would leave the others waiting. */
async function clicks(pages, count) {
  await Promise.all(pages.map(clicking));
  for (;;) {
    await new Promise((done) => setTimeout(done, 250));
    const now = await Promise.all(pages.map((page) => page.evaluate(() => ({ took, end: ends() }))));
    const end = now.map((each) => each.end).find(Boolean);
    const all = now.flatMap(({ took }) => took);
    if (!end && all.length < count * pages.length) continue;
    if (end && end !== 'over') console.log(end);
    return all;
  }
}

/** What the pages have worked so far, in milliseconds: script, style and layout, and all of it with painting. */
async function worked(pages) {
  const sum = { Script: 0, RecalcStyle: 0, Layout: 0, Task: 0 };
  for (const page of pages) {
    const { metrics } = await page.devtools.send('Performance.getMetrics');
    for (const name of Object.keys(sum))
      sum[name] += 1000 * metrics.find((each) => each.name === `${name}Duration`).value;
  }
  return sum;
}

async function slowly(page) {
  page.devtools = await page.context().newCDPSession(page);
  await page.devtools.send('Performance.enable');
  await page.devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Until the client is kept for later: what is still being fetched on a first visit is another figure. */
function isKept(page) {
  return page.evaluate(async () => {
    const cache = await caches.open('parlor-2');
    for (let i = 0; i < 600 && !(await cache.match('./build')); i++)
      await new Promise((done) => setTimeout(done, 100));
  });
}

/* Two of them, so that nobody waits for a machine. */
async function inRoom(game) {
  const [host, guest] = [await person({ calm: true }), await person({ calm: true })];
  await host.goto(`${url}/`);
  await host.selectOption('.rooms select', game);
  await host.click('[data-testid=create-room]');
  await guest.goto(await host.inputValue('[data-testid=link]'));
  for (const page of [host, guest]) await page.click('[data-testid=ready]');
  await host.waitForFunction(() => document.querySelectorAll('.seats .ok').length === 2);
  await host.click('[data-testid=start-room]');
  for (const page of [host, guest]) await page.waitForSelector('[data-testid=prompt]');
  return [host, guest];
}

const share = (list, part) =>
  Math.round([...list].sort((a, b) => a - b)[Math.floor(list.length * part)] ?? 0);
async function measure(what, pages, count) {
  await Promise.all(pages.map(slowly));
  const before = await worked(pages);
  const took = await clicks(pages, count);
  const after = await worked(pages);
  await Promise.all(pages.map((page) => page.context().close()));
  const each = Object.keys(before).map((name) => Math.round((after[name] - before[name]) / took.length));
  line(
    `click to paint, ${what}, processor at a quarter, p50 / p90`,
    `${share(took, 0.5)} / ${share(took, 0.9)} ms; script ${each[0]}, style ${each[1]}, layout ${each[2]}, all ${each[3]} ms a click; load ${loadavg()[0].toFixed(1)}`,
  );
}
/** A page that only changes a word when it is clicked: no table can be quicker here. */
async function floor() {
  const page = await person();
  await page.goto(`${url}/healthz`);
  await page.setContent(
    '<div class="table" data-moves="0"><p>0</p><ol data-testid="moves"><li><button>go on</button></ol></div>',
  );
  await page.evaluate(() =>
    document.querySelector('button').addEventListener('click', () => {
      document.querySelector('p').textContent = ++document.querySelector('.table').dataset.moves;
    }),
  );
  return page;
}
if (wants('clicks')) await measure('one word on an empty page', [await floor()], 30);
for (const game of wants('clicks') ? games : []) {
  const page = await person({ calm: true });
  await page.goto(`${url}/#/play/${game}/new`);
  await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
  await isKept(page);
  await measure(`${game}, alone`, [page], 30);
  const both = await inRoom(game);
  await Promise.all(both.map(isKept));
  await measure(`${game}, online`, both, 12);
}
if (words.length) {
  await browser.close();
  rmSync(folder, { recursive: true });
  process.exit();
}

const opened = [];
for (let i = 0; i < 7; i++) {
  const page = await person();
  await page.goto(`${url}/`);
  await page.waitForSelector('[data-testid=play-duel]');
  opened.push(await page.evaluate(() => performance.getEntriesByName('parlor-ready')[0].startTime));
  await page.context().close();
}
line('interactive from loopback, median of 7', `${Math.round(middle(opened))} ms`);

for (const game of games) {
  const page = await person({ calm: true });
  await page.goto(`${url}/#/play/${game}/new`);
  await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
  const times = await page.evaluate(
    () =>
      new Promise((done) => {
        const took = [];
        let start = 0;
        let n = 1;
        const timer = setInterval(() => {
          const open = [...document.querySelectorAll('[data-testid=moves] button')];
          if (took.length >= 25 || document.querySelector('[data-testid=watch-again]')) {
            clearInterval(timer);
            done(took);
            return;
          }
          document.querySelector('dialog[open] .button.main')?.click();
          if (!open.length) {
            start ||= performance.now();
            return;
          }
          if (start) took.push(performance.now() - start);
          start = 0;
          open[(n += 7) % open.length].click();
        }, 4);
      }),
  );
  if (times.length)
    line(
      `turn of easy, ${game}, offline, median / slowest`,
      `${Math.round(middle(times))} / ${Math.round(Math.max(...times))} ms`,
    );
  await page.context().close();
}

for (const game of games) {
  const page = await person();
  await page.goto(`${url}/#/play/${game}/new`);
  await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
  await slowly(page);
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        const gaps = [];
        let last = performance.now();
        let n = 1;
        const end = last + 6000;
        const moves = setInterval(() => {
          document.querySelector('dialog[open] .button.main')?.click();
          const open = [...document.querySelectorAll('[data-testid=moves] button')];
          const auto = document.querySelector('[data-testid=auto]'); // in a battle somebody has to walk
          (auto ?? open[(n += 7) % open.length])?.click();
        }, 450);
        const tick = (now) => {
          if (
            document
              .getAnimations()
              .some(
                (each) => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity,
              )
          )
            gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(tick);
          else {
            clearInterval(moves);
            done(gaps);
          }
        };
        requestAnimationFrame(tick);
      }),
  );
  const late = frames.filter((gap) => gap > 25).length;
  line(
    `frames while animating, ${game}, processor at a quarter`,
    frames.length
      ? `${Math.round(1000 / middle(frames))} a second; ${Math.round((100 * late) / frames.length)} % of ${frames.length} late; load ${loadavg()[0].toFixed(1)}`
      : 'nothing moved',
  );
  await page.context().close();
}
await browser.close();
server.kill();
rmSync(folder, { recursive: true });

/* Wasm and native by turns, both by processor time, so that whatever else the machine does meets both. */
const ROUNDS = 7;
const SLICE_S = 0.5;

function wasmSteps(e) {
  const start = process.cpuUsage();
  let steps = 0,
    seconds = 0;
  for (let seed = 1000; seconds < SLICE_S; seed++) {
    steps += e.client_playout(2, BigInt(seed));
    if (seed % 16 === 0) seconds = process.cpuUsage(start).user / 1e6;
  }
  return steps / seconds;
}

function nativeSteps(game) {
  return JSON.parse(
    execFileSync(program, ['bench', game, '--seconds', String(SLICE_S), '--json'], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  ).steps_per_s;
}

for (const game of games) {
  const module = new WebAssembly.Module(readFileSync(join(dist, `data/${game}.wasm`)));
  const e = new WebAssembly.Instance(module, {}).exports;
  e._initialize();
  const bytes = readFileSync(join(dist, `data/${game}.bin`));
  const at = e.client_catalog(); // may grow the memory
  new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
  for (let seed = 0; seed < 200; seed++) e.client_playout(2, BigInt(seed));
  const rounds = Array.from({ length: ROUNDS }, () => ({ here: wasmSteps(e), native: nativeSteps(game) }));
  const [here, native] = [middle(rounds.map((each) => each.here)), middle(rounds.map((each) => each.native))];
  const ratio = middle(rounds.map((each) => each.here / each.native));
  line(
    `random steps a second, ${game}: wasm / native, medians of ${ROUNDS}`,
    `${(here / 1e6).toFixed(2)} M / ${(native / 1e6).toFixed(2)} M = ${Math.round(100 * ratio)} %`,
  );
}
line('load of the machine at the end', loadavg()[0].toFixed(1));

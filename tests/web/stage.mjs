// stage.mjs - what the browser tests stand on: the server, people with browsers, moves by clicks.
//
// node browser.mjs PARLOR DIST SHOTS [WORDS]: the program, the built client, where pictures
// go, and optionally words that the names of the wanted tests contain.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const [program, dist, shots, ...words] = process.argv.slice(2);
const need = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = need('playwright-core');
export const readCode = need('jsqr');
const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');
export const folder = mkdtempSync(join(tmpdir(), 'parlor-web-'));
mkdirSync(shots, { recursive: true });

export class Server {
  constructor(name, requests = 0) {
    this.store = join(folder, `${name}.db`);
    this.requests = requests; // so many a second from one address; 0: as many as one likes
    this.port = 0;
  }

  async start() {
    const options = [
      '--store',
      this.store,
      '--web',
      dist,
      '--log',
      'error',
      '--messages-per-second',
      '0',
      '--requests-per-second',
      String(this.requests),
      '--agent-ms',
      '50',
      '--push',
      'mailto:nobody@example.org',
      '--push-within',
      '1',
    ];
    this.process = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.url = await new Promise((resolve, reject) => {
      this.process.once('exit', () => reject(new Error('the server did not start')));
      this.process.stdout.on('data', (text) => {
        const found = /http:\/\/[^\s/]+/.exec(String(text));
        if (found) resolve(found[0]);
      });
    });
    this.port = Number(this.url.split(':').at(-1));
    return this;
  }

  stop(signal = 'SIGTERM') {
    return new Promise((resolve) => {
      this.process.removeAllListeners('exit');
      this.process.once('exit', resolve);
      this.process.kill(signal);
    });
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: flags,
});
export const server = await new Server('main').start();

/** A cable between a browser and the server, to be pulled and put back. */
export class Cable {
  async lay() {
    this.ends = new Set();
    this.wire = createServer((near) => {
      const far = this.isCut ? null : connect(server.port, '127.0.0.1');
      if (!far) return near.destroy();
      for (const [a, b] of [
        [near, far],
        [far, near],
      ]) {
        this.ends.add(a);
        a.on('error', () => b.destroy()).on('close', () => {
          this.ends.delete(a);
          b.destroy();
        });
        a.pipe(b);
      }
    });
    await new Promise((done) => this.wire.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${this.wire.address().port}`;
    return this;
  }

  pull() {
    this.isCut = true;
    for (const end of this.ends) end.destroy();
  }

  mend() {
    this.isCut = false;
  }

  close() {
    this.pull();
    this.wire.close();
  }
}
/** Of the test that runs: the browsers of its people, and what their consoles said. */
export const scene = new AsyncLocalStorage();
const calmly = ['offline', 'net::', 'WebSocket connection'];
export const MINUTE = 60000; // how long anything may take: a slow machine is no fault of the client

export async function person(
  name,
  {
    size = { width: 1280, height: 820 },
    language = 'en',
    theme = 'light',
    only = false,
    calm = true,
    ...rest
  } = {},
) {
  const { contexts, complaints, traced } = scene.getStore();
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-US',
    ...rest,
  });
  contexts.push(context);
  if (traced) await context.tracing.start({ screenshots: true, snapshots: true });
  const settings = {
    name,
    language,
    theme,
    calm,
    wait: false,
    only, // what leaves no choice: pressed by the test, or it would not know how far the game is
    level: 'medium',
    seen: { 'sea-salt': true, duel: true, 'duel-sets': true, smashup: true, combat: true },
  };
  await context.addInitScript((wanted) => {
    if (!localStorage.getItem('parlor.settings'))
      localStorage.setItem('parlor.settings', JSON.stringify(wanted));
  }, settings);
  await context.addInitScript(stepper);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !calmly.some((part) => message.text().includes(part)))
      complaints.push(`${name}: ${message.text()}`);
  });
  page.setDefaultTimeout(MINUTE);
  return page;
}

export function must(fact, what) {
  if (!fact) throw new Error(what);
}

/** In every page: what is open is closed, whoever is asked moves. 'moved' is said once the table
 * has changed; a move that a lost connection swallowed is made again. */
export function stepper() {
  const quick = /let the machine decide|Let it happen|Begin the turns|No follow-up/; // a battle by chance takes long
  const RETRY_MS = 5000;
  let answered = '',
    since = 0,
    wanted = 1;
  globalThis.boardDrawn = () => {
    const board = document.querySelector('.board')?.cloneNode(true);
    for (const each of board?.querySelectorAll('[data-testid=here], [data-testid=announce]') ?? [])
      each.remove();
    return board?.innerHTML.replace(/ tabindex="-?\d"| cursor\b/g, '');
  };
  globalThis.playStep = (how) => {
    const at = (selector) => document.querySelector(selector);
    const now = at('.table')?.dataset.moves ?? '';
    if (at('[data-testid=watch-again]')) {
      answered = '';
      return 'over';
    }
    if (answered && answered !== now) {
      answered = '';
      return 'moved';
    }
    const dialog = at('dialog[open] .button.main');
    if (dialog) {
      dialog.click();
      return 'closed';
    }
    /* A battle's turns begin by themselves after a second: on a busy machine before anybody has pressed. Either
     * way it is no move of ours, or the same game would not come out twice. */
    const begin = at('[data-testid=tick]');
    if (begin && !how) {
      begin.click();
      return 'waits';
    }
    const [auto, end] = [at('[data-testid=auto]'), at('[data-testid=end]')];
    const moves = [...document.querySelectorAll('[data-testid=moves] button')];
    if (!moves.length || (answered && Date.now() - since < RETRY_MS)) return 'waits';
    [answered, since] = [now, Date.now()];
    wanted += 7; // not always the same of what is offered: that may go round in circles
    if (how === 'hurry' && end && wanted % 4) end.click();
    else if (how && auto && wanted % 5) auto.click();
    else
      ((how && moves.find((each) => quick.test(each.textContent))) || moves[wanted % moves.length]).click();
    return 'answers';
  };
}

/** So many moves, by whoever of these is asked; false where the game ends before. */
export async function moves(pages, count) {
  let end = Date.now() + MINUTE;
  for (let made = 0; made < count;) {
    for (const page of pages) {
      const what = await page.evaluate(() => globalThis.playStep(''));
      if (what === 'over') return false;
      if (what === 'moved') {
        made += 1;
        end = Date.now() + MINUTE;
      }
    }
    must(Date.now() < end, `after ${made} of ${count} moves nobody has moved for a minute`);
    await pages[0].waitForTimeout(10);
  }
  return true;
}

/** Waits until all show the same table and go on showing it: the last press may still be on its way. */
export async function inStep(pages) {
  const end = Date.now() + MINUTE;
  for (let before = ''; ;) {
    const now = await Promise.all(pages.map((page) => page.getAttribute('.table', 'data-moves')));
    if (new Set(now).size === 1 && now[0] === before) return;
    must(Date.now() < end, `the tables do not meet: ${now.join(', ')} moves`);
    before = now[0];
    await pages[0].waitForTimeout(400);
  }
}

/** Plays until the condition holds; the game may not end before. */
export async function until(page, condition) {
  while (!(await page.evaluate(condition)))
    must(await moves([page], 1), `the game is over before ${condition}`);
}

/** Does something that is a move, and waits for the next question or the end. */
export async function after(page, act) {
  const before = await page.getAttribute('.table', 'data-moves');
  await act();
  await page.waitForFunction(
    (then) =>
      document.querySelector('.table')?.dataset.moves !== then &&
      document.querySelector('[data-testid=moves] button, [data-testid=watch-again], dialog[open]'),
    before,
  );
}

/** Waits until a place says something. */
export async function says(page, selector, pattern) {
  await page
    .waitForFunction(
      ([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
      [selector, pattern.source],
    )
    .catch(async () => {
      throw new Error(
        `${selector} does not say ${pattern}: ${await page.textContent(selector, { timeout: 1 }).catch(() => 'it is not there')}`,
      );
    });
}

/** Plays in all pages at once, whoever is asked, until each shows the result. */
export async function playOut(pages, how = 'quick') {
  await Promise.all(
    pages.map((page) =>
      page.evaluate(
        ([limit, wanted]) =>
          new Promise((resolve, reject) => {
            let end = Date.now() + limit,
              seen = '';
            const timer = setInterval(() => {
              const what = globalThis.playStep(wanted);
              const now = document.querySelector('.table')?.dataset.moves ?? '';
              if (now !== seen) [seen, end] = [now, Date.now() + limit];
              if (what !== 'over' && Date.now() < end) return;
              clearInterval(timer);
              if (what === 'over') resolve();
              else reject(new Error(`for a minute nobody has moved after ${now} moves`));
            }, 8);
          }),
        [MINUTE, how],
      ),
    ),
  );
}

/** Cards of hands that a spectator was told without having been shown them: a card that went
 * back to a hand from the table, in everybody's sight, is no secret. */
export function secretsIn(messages) {
  const shown = new Set(),
    secrets = [];
  for (const { view, ...rest } of messages) {
    const open = {
      ...view,
      seats: view?.seats?.map(({ hand, known, ...seat }) => (seat.locked ? { ...seat, hand } : seat)),
    };
    for (const [, card] of JSON.stringify([rest, open]).matchAll(/"(\w+_\d+)"/g)) shown.add(card);
    for (const seat of view && !rest.over ? (view.seats ?? []) : [])
      for (const card of seat.hand ?? []) if (card && !shown.has(card)) secrets.push(card);
  }
  return secrets;
}

/** No finding of any weight. */
export async function accessible(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const bad = found.violations;
  must(
    bad.length === 0,
    `${where}: ${bad
      .map(
        (each) =>
          `${each.id}: ${each.nodes
            .slice(0, 3)
            .map((node) => node.html.slice(0, 160))
            .join(' | ')}`,
      )
      .join('; ')}`,
  );
}

/** Two at a time: more would only wait for each other. */
export async function byTwos(list, each) {
  for (let i = 0; i < list.length; i += 2) await Promise.all(list.slice(i, i + 2).map(each));
}

/* Short games where the rules allow it: what is shown is the same. */
export const short = { 'sea-salt': { target: 10 }, smashup: { target: 5 } };
/* In a room every move is on the disk before it is answered: six rounds are enough. */
export const shortRoom = { ...short, combat: { scenario: 'shrine' } };

/** An option in a dialog or a room: chosen where it is a list, else typed. */
export async function setOption(page, option, value) {
  const field = `[data-option=${option}]`;
  if (await page.$eval(field, (node) => node.tagName === 'SELECT'))
    await page.selectOption(field, String(value));
  else await page.fill(field, String(value));
}

/** As a person begins a game of a certain kind: "Choose how", the fields, "Start". */
export async function openGame(page, game, seed = 7, options = {}, players = 2, level = '') {
  await page.goto(`${server.url}/#/`);
  await page.click(`[data-testid=setup-${game}]`);
  await page.fill('[data-testid=seed]', String(seed));
  if (level) await page.selectOption('[data-testid=level]', level);
  if (players > 2) await page.selectOption('[data-testid=players]', String(players));
  for (const [option, value] of Object.entries(options)) await setOption(page, option, value);
  await page.click('[data-testid=start]');
  await page.waitForSelector('[data-testid=prompt]');
}

export async function room(host, game, url = server.url) {
  await host.goto(`${url}/`);
  await host.click(`[data-testid=room-${game}]`);
  return host.inputValue('[data-testid=link]');
}

export async function begin(host, guest, game) {
  await guest.waitForSelector('[data-testid=ready]');
  for (const [option, value] of Object.entries(shortRoom[game] ?? {})) {
    if (!(await host.$eval('.options', (details) => details.open))) await host.click('.options summary');
    if (typeof value === 'string') await host.selectOption(`[data-option=${option}]`, value);
    else await host.fill(`[data-option=${option}]`, String(value));
    await host.press(`[data-option=${option}]`, 'Tab');
  }
  await host.waitForFunction(() => document.querySelectorAll('.seats .tag').length >= 3);
  await guest.click('[data-testid=ready]');
  await host.waitForFunction(() => document.querySelectorAll('.seats .ok').length === 1);
  await host.click('[data-testid=start-room]'); // whoever starts is ready
  for (const page of [host, guest]) await page.waitForSelector('[data-testid=prompt]');
}

export const games = JSON.parse(
  readFileSync(new URL('../../web/public/games.json', import.meta.url), 'utf8'),
);

// sizes.mjs - what is pressed is large enough for a finger, what is read is large enough for the eye.
import { join } from 'node:path';
import {
  byTwos,
  games,
  moves,
  must,
  openGame,
  person,
  playOut,
  says,
  server,
  shots,
  until,
} from './stage.mjs';

const TARGET_PX = 44;
const TEXT_PX = 12;

/* A link within a sentence is as tall as its line, and what has the same press right beside it is no
 * target of its own: WCAG 2.5.5 leaves out both. */
function tooSmall([target, text]) {
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const clipped = (node) => node.closest('.sr, .skip');
  const say = (node) =>
    `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 30)}"`;
  const found = new Set();
  const all = document.querySelector('dialog[open]') ?? document.body; // what lies below cannot be pressed
  for (const node of all.querySelectorAll('button, a[href], input, select, summary, [role=button]')) {
    if (
      !seen(node) ||
      clipped(node) ||
      node.closest('[inert]') ||
      node.closest('p, li > .thing, [data-testid=log]')
    )
      continue;
    /* What takes the press around the middle: the thing itself, or the air it was given. */
    const taken = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (node.contains(hit) || hit.contains(node));
    };
    const box = (node.matches('input[type=checkbox]') ? node.closest('label') : node).getBoundingClientRect();
    if (box.width + 0.5 >= target && box.height + 0.5 >= target) continue;
    node.scrollIntoView({ block: 'center', inline: 'nearest' });
    const at = node.getBoundingClientRect();
    const [x, y, reach] = [at.left + at.width / 2, at.top + at.height / 2, target / 2 - 1];
    if (
      ![-reach, reach].every(
        (d) =>
          (box.width + 0.5 >= target || taken(x + d, y)) && (box.height + 0.5 >= target || taken(x, y + d)),
      )
    )
      found.add(`${say(node)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  const walk = document.createTreeWalker(all, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement;
    if (!node.data.trim() || !at || !seen(at) || at.closest('.sr, script, style, option')) continue;
    const scale = at instanceof SVGElement ? (at.getScreenCTM?.()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(at).fontSize) * scale;
    if (size + 0.01 < text) found.add(`text of ${say(at)} ${size.toFixed(1)} px`);
  }
  return [...found];
}

/** Buttons of the board that are not whole in sight, scrolled to or as it is. */
function outOfReach(scrolls = true) {
  return [...document.querySelectorAll('.board :is(.button, .call)')]
    .filter((node) => {
      if (scrolls) node.scrollIntoView({ block: 'center' });
      const { left, top, bottom, width } = node.getBoundingClientRect();
      const shows = (y) => node.contains(document.elementFromPoint(left + width / 2, y));
      return node.checkVisibility() && !(shows(top + 4) && shows(bottom - 4));
    })
    .map((node) => `"${node.textContent.trim().slice(0, 30)}" cannot be seen whole`);
}

/** Of these, what is not whole in sight as the page lies there; none at all is wrong too. */
function outOfSight(selector) {
  const all = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  if (!all.length) return [`no ${selector}`];
  const name = (node) => (node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 30);
  return all
    .filter((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return true;
      const shows = (x, y) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (node.contains(hit) || hit.contains(node));
      };
      const middle = (left + right) / 2;
      return !shows(middle, top + 6) || !shows(middle, bottom - 6);
    })
    .map((node) => `${selector} "${name(node)}" is out of sight`);
}

const sizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

export const tests = {
  async 'every button of every page is large enough for a finger, every text for the eye'() {
    const bad = [];
    const phone = { hasTouch: true, isMobile: true, size: sizes[0] };
    const measure = async (page, where) => {
      for (const each of await page.evaluate(tooSmall, [TARGET_PX, TEXT_PX])) bad.push(`${where}: ${each}`);
    };
    const page = await person('Ann', phone);
    const pages = ['', 'replays', 'about', 'you', 'leaders/duel', ...games.map((game) => `rules/${game}`)];
    for (const each of pages) {
      await page.goto(`${server.url}/#/${each}`);
      await page.waitForSelector('main h1');
      await page.waitForTimeout(150); // what comes with the page is there
      await measure(page, each || 'home');
    }
    await page.click('.gear');
    await measure(page, 'settings');
    await page.keyboard.press('Escape');
    for (const game of games) {
      await page.goto(`${server.url}/#/`);
      await page.click(`[data-testid=setup-${game}]`);
      await measure(page, `setup of ${game}`);
      await page.keyboard.press('Escape');
    }
    await page.click('[data-testid=create-room]');
    await page.waitForSelector('[data-testid=ready]');
    await page.click('.options summary');
    await measure(page, 'a room');
    await byTwos(games, async (game) => {
      const table = await person('Ann', phone);
      await openGame(table, game, 5, {}, game === 'sea-salt' ? 3 : 2);
      await moves([table], 6);
      await until(table, () => document.querySelector('.can, .mine .buttons') !== null);
      for (const size of sizes) {
        await table.setViewportSize(size);
        await measure(table, `${game}, ${size.width} × ${size.height}`);
        for (const each of await table.evaluate(outOfReach)) bad.push(`${game}, ${size.width}: ${each}`);
        await table.screenshot({ path: join(shots, `sizes-${game}-${size.width}.png`) });
      }
      await table.click('[data-testid=rules]');
      await measure(table, `rules at the table of ${game}`);
      await table.context().close();
    });
    const over = await person('Ann', phone);
    await openGame(over, 'sea-salt', 5, { target: 20 });
    await playOut([over]);
    await over.waitForSelector('dialog[open] .chart');
    await says(over, 'dialog[open]', /Totals, round by round/);
    await measure(over, 'the result');
    must(bad.length === 0, `${bad.length} too small:\n${[...new Set(bad)].join('\n')}`);
  },

  async 'what a move is made with is in sight on every screen, without scrolling'() {
    const desk = { width: 1280, height: 820 };
    const all = [...sizes, { width: 820, height: 1180 }, desk];
    const sets = { pantheon: true, agora: true };
    const cases = [
      { game: 'sea-salt', players: 4, count: 18, shows: '.stacks button' },
      { game: 'duel', count: 0, shows: '.draft button.wonder' },
      { game: 'duel', count: 14, shows: '.slot.can' },
      { game: 'duel-sets', options: sets, count: 14, shows: '.slot.can' },
      {
        game: 'smashup',
        players: 4,
        options: { factions: 'random' },
        count: 6,
        shows: '.base .head',
        on: [desk],
      },
      { game: 'combat', count: 1, shows: '.order li', on: [desk, all[2]] },
    ];
    const bad = [];
    await byTwos(cases, async ({ game, players = 2, options = {}, count, shows, on = all }) => {
      const page = await person('Ann');
      await openGame(page, game, 5, options, players, 'easy');
      await moves([page], count);
      await until(page, () => document.querySelector('[data-testid=prompt].yours') !== null);
      if (shows === '.slot.can') await until(page, () => document.querySelector('.slot.can') !== null);
      for (const size of on) {
        await page.setViewportSize(size);
        for (let i = 0; i < 3; i++) await page.mouse.click(2, 2); // whatever is being announced
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        for (const each of await page.evaluate(outOfSight, shows))
          bad.push(`${game}, ${size.width} × ${size.height}: ${each}`);
        await page.screenshot({ path: join(shots, `sight-${game}-${count}-${size.width}.png`) });
      }
      await page.context().close();
    });
    must(bad.length === 0, bad.join('\n'));
  },

  async 'the call that ends a round is seen whole on every screen, without scrolling'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 5);
    await until(page, () => document.querySelector('.call') !== null);
    for (let i = 0; i < 4; i++) await page.mouse.click(2, 2); // whatever is being announced
    const screens = [...sizes, { width: 1280, height: 820 }, { width: 1366, height: 768 }];
    for (const size of screens) {
      await page.setViewportSize(size);
      const bad = await page.evaluate(outOfReach, false);
      must(bad.length === 0, `${size.width} × ${size.height}: ${bad.join(', ')}`);
      await page.screenshot({ path: join(shots, `call-${size.width}.png`) });
    }
  },
};

// sets.mjs - the duel with Pantheon, with Agora and with both: chosen, begun and played by presses on the table.
import { join } from 'node:path';
import { MINUTE, accessible, must, openGame, person, shots } from './stage.mjs';

const combinations = [
  { pantheon: true, agora: false },
  { pantheon: false, agora: true },
  { pantheon: true, agora: true },
];
const nameOf = (sets) =>
  Object.keys(sets)
    .filter((set) => sets[set])
    .join('-');

/** In the page: plays by what glows on the table, never by the list of moves, until a selector is there or
 * the game is over; what was pressed. */
function byPresses([limit, until, start]) {
  const seen = new Set();
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const follow = '[data-testid=way], [data-testid=activate], [data-testid=deed]';
  let turn = start,
    before = '',
    opened = false, // something on the table: its ways are offered
    end = Date.now() + limit;
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const finish = (how, what) => {
        clearInterval(timer);
        how(what);
      };
      const moves = document.querySelector('.table')?.dataset.moves ?? '';
      if (moves !== before) [before, opened, end] = [moves, false, Date.now() + limit];
      if (document.querySelector(until || '[data-testid=watch-again]')) return finish(resolve, [...seen]);
      if (Date.now() > end) return finish(reject, new Error(`nothing to press after ${moves} moves`));
      const ways = visible(follow);
      const things = visible('.board .can').filter((node) => !node.matches(follow));
      if (!things.length && !ways.length) return;
      turn += 7;
      const from = opened && ways.length ? ways : things;
      const node = from[turn % from.length];
      if (!node) return;
      opened = !opened || !ways.length;
      seen.add(
        node.dataset.testid ?? (node.closest('.tray') ? 'tray' : node.closest('.tokens') ? 'token' : 'other'),
      );
      node.click();
    }, 12);
  });
}

async function play(page, until = '', start = 1) {
  return page.evaluate(byPresses, [MINUTE, until, start]);
}

const sizes = [
  { width: 1280, height: 820 },
  { width: 390, height: 844 },
];

export const tests = Object.fromEntries(
  combinations.flatMap((sets) =>
    // with Agora on a desk, with Pantheon on a phone, with both on either
    sizes
      .filter((size) => (size.width < 500 ? sets.pantheon : sets.agora))
      .map((size) => [
        `the duel with ${nameOf(sets)} is played to the end by presses on the table, ${size.width} wide`,
        async () => {
          const phone = size.width < 500 ? { hasTouch: true, isMobile: true } : {};
          const page = await person('Ann', { size, ...phone });
          const name = `sets-${nameOf(sets)}-${size.width}`;
          await openGame(page, 'duel-sets', 11, sets, 2, 'easy');
          must(!!(await page.$('.senate')) === sets.agora, 'the senate');
          const first = await play(page, sets.pantheon ? '.pantheon .god' : '.chamber.ours, .chamber.theirs');
          await page.screenshot({ path: join(shots, `${name}-age-1.png`) });
          must(!!(await page.$('.pantheon')) === sets.pantheon, 'the pantheon');
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          must(sideways <= 0, `${sideways} px too wide`);
          await accessible(page, name);
          const seen = new Set([...first, ...(await play(page, '', 3))]);
          const pressed = `pressed were ${[...seen].join(', ')}`;
          for (const part of ['open-card', 'way']) must(seen.has(part), `${part}: ${pressed}`);
          // which of a set's own parts a game comes by is left to chance; none of a set that is not in play
          const parts = { pantheon: ['space', 'god', 'activate'], agora: ['chamber', 'deed'] };
          for (const [set, its] of Object.entries(parts))
            must(its.some((part) => seen.has(part)) === sets[set], `${set}: ${pressed}`);
          const sheet = await page.textContent('dialog[open]');
          must(/Military|Blue cards/.test(sheet), sheet);
          must(sets.pantheon || !/Divinities/.test(sheet), sheet); // a row of nothing but 0 is not shown
          must(sets.agora || !/Senate/.test(sheet), sheet);
          await page.screenshot({ path: join(shots, `${name}-end.png`) });
          await accessible(page, `${name}, the end`);
        },
      ]),
  ),
);

// puzzles.mjs - the puzzle of the day, as somebody meets it day after day.
import { join } from 'node:path';
import { accessible, must, person, says, server, shots } from './stage.mjs';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']; // a game each
const LATER = '2026-12-24';

async function open(page, date, where = '') {
  await page.clock.setFixedTime(new Date(`${date}T12:00:00`));
  await page.goto(`${server.url}/mark.svg`); // nothing of the day before is left
  await page.goto(`${server.url}/#/puzzle${where}`);
  await page.waitForSelector('[data-testid=moves] button');
  return page.textContent('.strip b');
}

async function press(page, words) {
  const list = page.locator('[data-testid=moves] button span:first-of-type');
  const all = await list.allTextContents();
  const at = words === undefined ? 0 : all.findIndex((each) => each.trim() === words);
  must(at >= 0, `no move is called ${words}: ${all}`);
  await list.nth(at).click();
  await says(page, '[data-testid=puzzle-said]', /That is it!|There is better\./);
  return page.textContent('[data-testid=puzzle-said]');
}

/** The best move in words, out of what is said to a wrong answer. */
async function learn(page, day) {
  await open(page, LATER, `/${day}`);
  const first = (await page.textContent('[data-testid=moves] button span')).trim();
  const said = await press(page);
  const best = /Best was: (.*?)\s+With it you win about \d+ times in 100, with yours \d+\./.exec(said)?.[1];
  await page.click('[data-testid=puzzle-again]');
  await page.waitForSelector('[data-testid=moves] button');
  must(!/That is it/.test(said) === !!best, `no reason is told: ${said}`);
  return best ? best.split(' / ')[0] : first;
}

export const tests = {
  async 'a puzzle a day: four games in turn, the answer told, days in a row counted, and played on from'() {
    const page = await person('Ann');
    const best = {};
    for (const day of DAYS) best[day] = await learn(page, day);
    must(
      (await page.textContent('[data-testid=streak]')).includes('0'),
      'what was practised later counts as a day',
    );
    const games = new Set();
    for (const [i, day] of DAYS.entries()) {
      games.add(await open(page, day));
      await page.screenshot({ path: join(shots, `puzzle-${i}.png`) });
      must(/That is it!/.test(await press(page, best[day])), `${day}: the best move is not right`);
      await says(page, '[data-testid=streak]', new RegExp(`: ${i + 1}$`));
      await accessible(page, `the puzzle of ${day}`);
    }
    must(games.size === 4, `not every game has its day: ${[...games]}`);
    await page.screenshot({ path: join(shots, 'puzzle-right.png') });
    /* Only the first answer of a day counts, and a day without one ends the row. */
    await page.click('[data-testid=puzzle-again]');
    await page.waitForSelector('[data-testid=moves] button');
    await press(page);
    await says(page, '[data-testid=streak]', /: 4$/);
    await page.goto(`${server.url}/#/`);
    await says(page, '[data-testid=puzzle]', /Puzzle of the day: .*Days in a row: 4/);
    await open(page, LATER);
    await says(page, '[data-testid=streak]', /: 0$/);
    const moves = await page.getAttribute('.table', 'data-moves');
    await page.click('[data-testid=puzzle-on]');
    await page.waitForSelector('[data-testid=hint]');
    must((await page.getAttribute('.table', 'data-moves')) === moves, 'it goes on from elsewhere');
  },
};

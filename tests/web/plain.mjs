// plain.mjs - games that have no folder in web/src/games: any game has a board all the same.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { begin, games, must, openGame, person, playOut, room, shots } from './stage.mjs';

const faceless = games.filter(
  (game) => !existsSync(new URL(`../../web/src/games/${game}/index.ts`, import.meta.url)),
);

async function oneMove(page) {
  const before = await page.getAttribute('.table', 'data-moves');
  await page.click('.generic .moves button');
  await page.waitForFunction((then) => document.querySelector('.table').dataset.moves !== then, before);
}

async function asked(pages) {
  for (;;) for (const page of pages) if (await page.$('.generic .moves button')) return page;
}

export const tests = faceless.length
  ? {
      async 'a game without a board of its own is played by its moves in words'() {
        for (const game of faceless) {
          const page = await person('Ann');
          await openGame(page, game);
          await page.waitForSelector('.generic .moves button');
          must(!/undefined|\{\w+\}/.test(await page.textContent('.generic')), 'a word is missing');
          const across = await page.$$eval('.generic .grid', (grids) =>
            grids.map((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
          );
          must(across.join() === '4', `what lies in rows of four lies in rows of ${across}`);
          await oneMove(page);
          await page.screenshot({ path: join(shots, `plain-${game}.png`) });
          await playOut([page]);
          must((await page.$$('[data-testid=total]')).length >= 2, 'no totals');
          await page.click('[data-testid=analyse]');
          await page.waitForSelector('[data-testid=curve] polyline');
          await page.click('[data-testid=watch-again]');
          await page.waitForSelector('[data-testid=step]');
          await page.context().close();
        }
      },

      async 'a game without a board of its own is played in a room'() {
        for (const game of faceless) {
          const [host, guest] = [await person('Ann'), await person('Bob')];
          const link = await room(host, game);
          await guest.goto(link);
          await begin(host, guest, game);
          for (let made = 0; made < 4; made += 1) await oneMove(await asked([host, guest]));
          await playOut([host, guest]);
          await host.context().close();
          await guest.context().close();
        }
      },
    }
  : {};

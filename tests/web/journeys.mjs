// journeys.mjs - whole journeys as people make them, by clicks, taps and keys alone.
import { join } from 'node:path';
import {
  MINUTE,
  accessible,
  after,
  begin,
  byTwos,
  games,
  moves,
  must,
  openGame,
  person,
  playOut,
  room,
  says,
  server,
  short,
  shots,
} from './stage.mjs';

/** Sets what a room is set to, as its host. */
async function setRoom(host, fields) {
  if (!(await host.$eval('.options', (details) => details.open))) await host.click('.options summary');
  for (const [field, value] of Object.entries(fields)) {
    const at = await host.waitForSelector(`[data-testid=${field}]`);
    if (typeof value === 'string') await at.selectOption(value);
    else await at.fill(String(value));
    await at.press('Tab');
  }
}

const shown = (page, seat) => page.$$eval('[data-testid=clocks] b', (list, n) => list[n].textContent, seat);
const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

export const tests = {
  async 'a clock is set, seen and runs out: that is said, the match ends, is wanted again and watched again'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const link = await room(ann, 'sea-salt');
    await ben.goto(link);
    await ben.waitForSelector('[data-testid=ready]');
    await setRoom(ann, { clock: 'game', clock_s: 7, increment_s: 1 });
    await says(ben, '.options', /7/);
    await begin(ann, ben, 'sea-salt');
    for (const page of [ann, ben]) await page.waitForSelector('[data-testid=clocks]');
    must(seconds(await shown(ann, 0)) <= 8, await shown(ann, 0));
    await accessible(ann, 'a table with clocks');
    await ann.screenshot({ path: join(shots, 'clocks.png') });
    await says(ann, '[data-testid=message]', /ran out/);
    await ann.screenshot({ path: join(shots, 'time-up.png') });
    must(!/away/.test(await ann.textContent('[data-testid=log]')), 'who is there is called away');
    await playOut([ann, ben]);
    await ann.click('[data-testid=again]');
    await ann.waitForSelector('[data-testid=again-asked]');
    await says(ben, '[data-testid=again-wanted]', /Ann/);
    await ben.screenshot({ path: join(shots, 'rematch.png') });
    await ben.click('[data-testid=watch-again]');
    await ben.waitForSelector('[data-testid=step]');
    await ben.goto(link);
    await ben.click('[data-testid=again]');
    for (const page of [ann, ben])
      await page.waitForSelector('.table[data-moves="0"], [data-testid=moves] button');
  },

  async 'a board in a room asks the server nothing that it can answer itself'() {
    await byTwos(games, async (game) => {
      const [ann, ben] = [await person('Ann'), await person('Ben')];
      const sent = [];
      const bytes = [];
      ann.on('websocket', (socket) => {
        socket.on('framesent', (frame) => sent.push(JSON.parse(String(frame.payload)).op));
        socket.on('framereceived', (frame) => bytes.push(String(frame.payload).length));
      });
      const link = await room(ann, game);
      await ben.goto(link);
      await begin(ann, ben, game);
      sent.length = 0;
      await moves([ann, ben], 30);
      const asked = sent.filter((op) => !['apply', 'ping'].includes(op));
      must(asked.length === 0, `${game}: ${asked.join(', ')}`);
      for (const page of [ann, ben]) await page.context().close();
    });
  },

  async 'the focus stays on the table from move to move, and what can be chosen says so'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await openGame(page, game, 5);
      await page.waitForSelector('.board .can');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.board .can')].every((node) => node.getAttribute('aria-describedby')),
      );
      must((await page.$$('h1')).length === 1, `${game}: the page has no first heading`);
      const focused = () => page.evaluate(() => document.activeElement?.closest('.table') !== null);
      await page.focus('.board .can');
      for (let i = 0; i < 6; i++) {
        if (!(await page.$('[data-testid=moves] button'))) break;
        await after(page, () => page.keyboard.press('1'));
        if (await page.$('dialog[open]')) break;
        must(await focused(), `${game}: after ${i + 1} moves the focus is lost`);
      }
      await page.context().close();
    });
  },
};

// rooms.mjs - the client in rooms: with others, watched, reloaded, through a server that dies.
import { join } from 'node:path';
import {
  accessible,
  begin,
  byTwos,
  games,
  inStep,
  MINUTE,
  moves,
  must,
  person,
  playOut,
  room,
  says,
  secretsIn,
  server,
  shots,
} from './stage.mjs';

const LATE = 50; // moves

/** What lies on the board, and the numbers on it. */
function lying(page) {
  return page.$$eval('.board :is([data-piece], [data-unit], [data-count])', (list) =>
    list
      .map(({ dataset, textContent }) =>
        [dataset.piece, dataset.unit, dataset.count && `${dataset.count} ${textContent}`]
          .filter(Boolean)
          .join(' '),
      )
      .join(', '),
  );
}

export const tests = {
  async 'what leaves no choice is made without a press, and said where others cannot see why'() {
    const [ann, ben] = [await person('Ann', { only: true }), await person('Ben', { only: true })];
    await ben.goto(await room(ann, 'sea-salt'));
    await begin(ann, ben, 'sea-salt');
    const turn = (page) =>
      page.evaluate(() => document.querySelectorAll('[data-testid=moves] button').length > 0);
    /* The first draw is the only move there is: nobody presses, and two cards lie there to choose from. */
    const [first, second] = (await turn(ann)) ? [ann, ben] : [ben, ann];
    await first.waitForSelector('[data-testid=look]', { timeout: MINUTE });
    await says(first, '[data-testid=message]', /Nothing else was possible/);
    await moves([first], 1);
    /* One card makes no pair: the turn goes on by itself. */
    await second.waitForFunction(() => document.querySelectorAll('[data-testid=moves] button').length > 1);
    must((await second.getAttribute('.table', 'data-moves')) === '3', 'another move was made');
  },

  async 'a move is taken back when the other agrees, stays when they play on, and both are said'() {
    const [ann, ben, cid] = [await person('Ann'), await person('Ben'), await person('Cid')];
    const link = await room(ann, 'duel');
    await ben.goto(link);
    await begin(ann, ben, 'duel');
    await cid.goto(link);
    await cid.waitForSelector('[data-testid=prompt]');
    const turn = (page) =>
      page.evaluate(() => document.querySelectorAll('[data-testid=moves] button').length > 0);
    const drawn = (page) => page.textContent('.board');
    const logged = (page) => page.$$eval('[data-testid=log] li', (lines) => lines.length);
    const [first, second] = (await turn(ann)) ? [ann, ben] : [ben, ann];
    const pages = [first, second, cid];
    const [boards, lines] = [await Promise.all(pages.map(drawn)), await Promise.all(pages.map(logged))];
    await moves([first], 1);
    await first.click('[data-testid=undo]');
    await says(first, '[data-testid=take-back]', /You asked to take your move back/);
    await says(second, '[data-testid=take-back]', /would like to take a move back/);
    must((await cid.$('[data-testid=agree]')) === null, 'who watches is asked');
    await accessible(second, 'the question');
    await second.screenshot({ path: join(shots, 'undo-asked.png') });
    await second.reload(); // the question is still there
    await second.click('[data-testid=agree]');
    for (const [i, page] of pages.entries()) {
      await says(page, '[data-testid=log]', /take(s)? a move back/);
      await page.waitForFunction((text) => document.querySelector('.board').textContent === text, boards[i]);
      must((await logged(page)) === lines[i] + 1, 'the log still has the move');
      must((await page.$('[data-testid=take-back]')) === null, 'the question is still there');
    }
    await cid.reload(); // who comes later reads the same
    await says(cid, '[data-testid=log]', /takes a move back/);
    must((await logged(cid)) === lines[2] + 1, 'a later log is another');
    await moves([first], 1);
    await first.click('[data-testid=undo]');
    await second.click('[data-testid=disagree]');
    await says(first, '[data-testid=take-back]', /The others want to play on/);
    await first.click('[data-testid=undo]');
    await says(first, '[data-testid=message]', /The others want to play on/);
    await moves([second], 1);
    await first.waitForSelector('[data-testid=take-back]', { state: 'detached' });
    await playOut([ann, ben]);
    await ann.click('[data-testid=watch-again]'); // the record is of what counted
    await ann.waitForSelector('[data-testid=step]');
  },

  async 'two browsers play every game by a link, and a third watches without seeing hands'() {
    await byTwos(games, async (game) => {
      const [ann, ben, cid] = [await person('Ann'), await person('Ben'), await person('Cid')];
      const frames = [];
      cid.on('websocket', (socket) =>
        socket.on('framereceived', (frame) => frames.push(String(frame.payload))),
      );
      const link = await room(ann, game);
      await ben.goto(link);
      await begin(ann, ben, game);
      await cid.goto(link);
      await cid.waitForSelector('[data-testid=prompt]');
      /* How many cards of hands the spectator's page shows, while it is played. */
      const watched = cid.evaluate(
        () =>
          new Promise((resolve) => {
            const counts = [];
            const shown = new Set();
            const timer = setInterval(() => {
              for (const each of ['starter', 'announce', 'settle-done'])
                if (document.querySelector(`[data-testid=${each}]`)) shown.add(each);
              counts.push(
                document.querySelectorAll(
                  '.hand .card, [data-testid=hand-card], .hand .plain, [data-testid=look]',
                ).length,
              );
              if (document.querySelector('[data-testid=watch-again]')) {
                clearInterval(timer);
                resolve({ counts, shown: [...shown] });
              }
            }, 30);
          }),
      );
      /* Who comes at the fiftieth move sees what they see who have been there from the first. */
      const goesOn = await moves([ann, ben], LATE);
      const dee = await person('Dee');
      await dee.goto(link);
      await dee.waitForSelector('[data-testid=prompt]');
      if (goesOn) {
        await inStep([ann, cid, dee]);
        const [early, late] = [await lying(cid), await lying(dee)];
        must(early === late && early.length > 20, `${game}: who came late sees ${late}, not ${early}`);
      }
      await dee.context().close();
      const [seen] = await Promise.all([watched, playOut([ann, ben], 'hurry')]);
      const result = 'dialog[open]:has([data-testid=watch-again]) h2'; // a round's end may lie below
      must(
        (await ann.textContent(result)) !== (await ben.textContent(result)) || game === 'combat',
        'both say the same',
      );
      const told = frames
        .map((text) => JSON.parse(text))
        .filter((message) => (message.state || message.view) && !message.over);
      must(told.length > 3, `${game}: the spectator was told nothing`);
      if (['sea-salt', 'smashup'].includes(game)) {
        must(
          secretsIn(frames.map((text) => JSON.parse(text))).length === 0,
          `${game}: a hand was sent to a spectator`,
        );
        must(
          told.every((message) =>
            (message.events ?? []).every(([type, , card]) => !['kept', 'card_drawn'].includes(type) || !card),
          ),
          `${game}: a drawn card was sent to a spectator`,
        );
        must(
          seen.counts.every((shown) => shown === 0),
          `${game}: a hand was drawn for a spectator`,
        );
      }
      if (game === 'sea-salt') {
        const called = /calls|declares|Stop|Last Chance/.test(await cid.textContent('[data-testid=log]'));
        for (const each of ['starter', 'settle-done', ...(called ? ['announce'] : [])])
          must(seen.shown.includes(each), `who watches has not been shown: ${each}`);
      }
      await ann.click('[data-testid=again]');
      await says(ben, '[data-testid=again-wanted]', /Ann/);
      await ben.click('[data-testid=watch-again]');
      await ben.waitForSelector('[data-testid=step]');
      await ben.click('[data-testid=step]');
      await ben.waitForFunction(() => /\b1\b/.test(document.querySelector('[data-testid=at]').textContent));
      for (const page of [ann, ben, cid]) await page.context().close();
    });
  },

  async 'who reloads, returns to or watches a room sees its cards, however slowly they come'() {
    const late = (page) =>
      page.route('**/facts.json', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
    /* The board, but for what the mouse happened to lie on. */
    const drawn = (page) => page.evaluate(() => globalThis.boardDrawn());
    const draws = (page, wanted, what) =>
      page
        .waitForFunction((html) => globalThis.boardDrawn() === html, wanted)
        .catch(async () => {
          const is = await drawn(page);
          let at = 0;
          while (at < is.length && is[at] === wanted[at]) at++;
          const around = (html) => html.slice(Math.max(0, at - 40), at + 80);
          throw new Error(`${what}: the board has\n${around(is)}\nand should have\n${around(wanted)}`);
        });
    await byTwos(games, async (game) => {
      const [ann, ben, cid] = [
        await person('Ann', { serviceWorkers: 'block' }),
        await person('Ben'),
        await person('Cid', { serviceWorkers: 'block' }),
      ];
      const link = await room(ann, game);
      await ben.goto(link);
      await begin(ann, ben, game);
      await cid.goto(`${server.url}/#/play/${game}/new`); // its cards are known from here on
      await cid.waitForSelector('[data-testid=moves] button');
      await cid.goto(`${server.url}/#/room/${link.split('/').at(-1)}`);
      await cid.waitForSelector('.board');
      const [own, watched] = [await drawn(ann), await drawn(cid)];
      await late(ann);
      await late(cid);
      await ann.reload();
      await draws(ann, own, `${game}, reloaded`);
      await ann.goto(`${server.url}/#/`);
      await ann.reload();
      await ann.click('[data-testid=last-room]');
      await draws(ann, own, `${game}, returned to`);
      await cid.reload();
      await draws(cid, watched, `${game}, watched`);
      for (const page of [ann, ben, cid]) await page.context().close();
    });
  },

  async 'a room changes hands, shows who is away, and two tabs of one player stay in step'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const link = await room(ann, 'duel');
    await ben.goto(link);
    await ann.waitForSelector('[data-testid=make-host]');
    await accessible(ann, 'room');
    await ann.screenshot({ path: join(shots, 'room.png') });
    await ann.click('[data-testid=make-host]');
    await ben.waitForSelector('[data-testid=start-room]');
    await ann.waitForFunction(() => !document.querySelector('[data-testid=start-room]'));
    await ben.click('[data-testid=make-host]');
    await begin(ann, ben, 'duel');
    const second = await ann.context().newPage();
    await second.goto(link);
    await second.waitForSelector('[data-testid=moves] button, .dim');
    await moves([ann, ben], 7);
    await inStep([ann, ben, second]);
    must(
      (await ann.textContent('[data-testid=log]')) === (await second.textContent('[data-testid=log]')),
      'the tabs say different things',
    );
    await second.close();
    await ben.context().close();
    await ann.waitForSelector('[data-testid=away]');
    await ann.goto(`${server.url}/#/`);
    await ann.click('[data-testid=last-room]');
    await ann.waitForSelector('[data-testid=away]');
  },
};

/** Tests that need the server for themselves. */
export const alone = {
  async 'the server is killed and comes back; the game goes on'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const link = await room(ann, 'duel');
    await ben.goto(link);
    await begin(ann, ben, 'duel');
    await moves([ann, ben], 12);
    const log = await ann.locator('[data-testid=log] li').count();
    await server.stop('SIGKILL');
    await ann.waitForSelector('.banner');
    await server.start();
    await ann.waitForFunction(
      () => !document.querySelector('.banner') || document.querySelector('.banner.good'),
    );
    must((await ann.locator('[data-testid=log] li').count()) >= log, 'something of the log is lost');
    await moves([ann, ben], 12);
  },
};

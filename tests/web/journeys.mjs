// journeys.mjs - whole journeys as people make them, by clicks, taps and keys alone.
import { join } from 'node:path';
import {
  accessible,
  after,
  begin,
  byTwos,
  Cable,
  games,
  inStep,
  moves,
  must,
  openGame,
  person,
  playOut,
  readCode,
  room,
  says,
  server,
  setOption,
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

/** In a page: what of the line above the table lies over something else, or beyond the screen. */
function crowded() {
  const parts = [
    ...document.querySelectorAll('.bar .ask, .bar [data-testid=clocks], .bar .tools, .bar .tag'),
  ];
  const boxes = parts.map((node) => [node, node.getBoundingClientRect()]);
  const over = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const name = (node) => node.dataset.testid ?? node.className;
  return boxes.flatMap(([node, box], i) => [
    ...(box.right > innerWidth + 1 || node.scrollWidth > node.clientWidth + 1
      ? [`${name(node)} is too wide`]
      : []),
    ...(box.height > 110 ? [`${name(node)} is ${Math.round(box.height)} px tall`] : []),
    ...boxes
      .slice(i + 1)
      .flatMap(([other, its]) => (over(box, its) ? [`${name(node)} over ${name(other)}`] : [])),
  ]);
}

const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

export const tests = {
  async 'a clock is set, seen and runs out: that is said, the match ends, is wanted again and watched again'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const link = await room(ann, 'sea-salt');
    await ben.goto(link);
    await ben.waitForSelector('[data-testid=ready]');
    await setRoom(ann, { clock: 'game', clock_s: 9, increment_s: 1 });
    await says(ben, '.options', /9/);
    await begin(ann, ben, 'sea-salt');
    for (const page of [ann, ben]) await page.waitForSelector('[data-testid=clocks]');
    must(seconds(await shown(ann, 0)) <= 10, await shown(ann, 0));
    for (const width of [390, 844, 1280]) {
      await ann.setViewportSize({ width, height: width === 390 ? 844 : 820 });
      const bad = await ann.evaluate(crowded);
      must(bad.length === 0, `with clocks, ${width} wide: ${bad.join(', ')}`);
      await ann.screenshot({ path: join(shots, `clocks-${width}.png`) });
    }
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

  async 'a board in a room asks nothing that it can answer itself, and goes on after its cable was pulled'() {
    await byTwos(games, async (game) => {
      const [ann, ben] = [await person('Ann', { serviceWorkers: 'block' }), await person('Ben')];
      const cable = await new Cable().lay();
      const sent = [];
      const bytes = [];
      ann.on('websocket', (socket) => {
        socket.on('framesent', (frame) => sent.push(JSON.parse(String(frame.payload)).op));
        socket.on('framereceived', (frame) => bytes.push(String(frame.payload).length));
      });
      const link = await room(ann, game, cable.url);
      await ben.goto(link.replace(cable.url, server.url));
      await begin(ann, ben, game);
      sent.length = 0;
      const goesOn = await moves([ann, ben], 30);
      const asked = sent.filter((op) => !['apply', 'ping'].includes(op));
      must(asked.length === 0, `${game}: ${asked.join(', ')}`);
      cable.pull();
      await says(ann, '.banner', /lost/);
      await ben.waitForSelector('[data-testid=away]');
      cable.mend();
      await says(ann, '.banner', /Connected again/);
      await ben.waitForSelector('[data-testid=away]', { state: 'detached' });
      if (goesOn && (await moves([ann, ben], 6))) {
        await inStep([ann, ben]);
        must(
          (await ann.locator('[data-testid=log] li').count()) ===
            (await ben.locator('[data-testid=log] li').count()),
          `${game}: the log has a gap after the cable was pulled`,
        );
      }
      cable.close();
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

  async 'every option of every game can be chosen, and a game begins with it'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      const open = async () => {
        await page.goto(`${server.url}/#/`);
        await page.click(`[data-testid=setup-${game}]`);
      };
      await open();
      /* Of each option something else than what is there: another of the list, or the least. */
      const changes = await page.$$eval('dialog[open] [data-option]', (fields) =>
        fields.map((field) => [
          field.dataset.option,
          field.tagName === 'SELECT' ? [...field.options].find((each) => !each.selected)?.value : field.min,
        ]),
      );
      must(changes.length > 0, `${game}: no options`);
      if (game === 'duel') {
        // it said that chance decides, and the first seat began
        const begins = await page.$eval('[data-option=first_player]', (field) =>
          [...(field.options ?? [])].map((each) => `${each.text}${each.selected ? ' *' : ''}`).join(', '),
        );
        must(begins === 'chance decides, the first seat *, the second seat', `who begins: ${begins}`);
      }
      await page.keyboard.press('Escape');
      for (const [option, value] of changes.filter((each) => each[1] !== undefined)) {
        await open();
        await setOption(page, option, value);
        await page.click('[data-testid=start]');
        await page.waitForSelector('[data-testid=prompt], .failed');
        const said = await page.$eval('.failed p', (node) => node.textContent).catch(() => '');
        /* Some only go with others: then that is said, in words. */
        must(!/Error|unreachable|_/.test(said), `${game}, ${option} = ${value}: ${said}`);
      }
      await page.context().close();
    });
  },

  async 'who reloads at any kind of question finds the same table, and a hint for the next move'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await openGame(page, game, 11);
      /* At every kind of question that the game comes by, and at most so many. */
      const KINDS = 5,
        MOVES = 40;
      const seen = new Set();
      for (let made = 0; seen.size < KINDS && made < MOVES; made++) {
        await page.waitForSelector('[data-testid=moves] button, [data-testid=watch-again]');
        if (await page.$('[data-testid=watch-again]')) break;
        const kind = await page.getAttribute('.table', 'data-asks');
        if (seen.has(kind) || kind.startsWith('phase_start')) {
          // known, or it goes on by itself
          if (await moves([page], 1)) continue;
          break;
        }
        seen.add(kind);
        const before = [
          await page.innerText('[data-testid=moves]'),
          await page.getAttribute('.table', 'data-moves'),
        ];
        await page.reload();
        await page.waitForSelector('[data-testid=moves] button');
        const after = [
          await page.innerText('[data-testid=moves]'),
          await page.getAttribute('.table', 'data-moves'),
        ];
        must(
          before.join() === after.join(),
          `${game}, ${kind}: after a reload ${after.join()}, before ${before.join()}`,
        );
        must(!(await page.$('dialog[open]')), `${game}, ${kind}: what was seen before is shown again`);
      }
      must(seen.size > 1, `${game}: only ${[...seen].join()} was asked`);
      if (await page.$('[data-testid=watch-again]')) return page.context().close();
      if (await page.$('[data-testid=hint]')) {
        await page.click('[data-testid=hint]');
        await says(page, '[data-testid=message]', /A good move: ./);
      }
      must(/Your turn/.test(await page.title()), `the title says ${await page.title()}`);
      await page.context().close();
    });
  },

  async 'a match that is wound back shows no count of a round that has not been played there'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 7, { target: 10 });
    await playOut([page]);
    await page.click('[data-testid=watch-again]');
    await page.waitForSelector('[data-testid=step]');
    const all = Number(await page.getAttribute('input[type=range]', 'max'));
    const to = async (move) => {
      await page.fill('input[type=range]', String(move));
      await says(page, '[data-testid=at]', new RegExp(`\\b${move}\\b.*\\b${all}\\b`));
    };
    await to(all);
    must(!(await page.$('dialog[open]')), 'whoever leaps to the end is shown a round on the way');
    await to(all - 1);
    await page.click('[data-testid=step]');
    await page.waitForSelector('dialog[open]');
    await page.evaluate(() => document.querySelector('[aria-label="A step back"], .controls button').click());
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  },

  async 'a code to scan leads to the room, and a move decided ahead is made when the turn comes'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const link = await room(ann, 'sea-salt');
    await ann.click('[data-testid=show-qr]');
    await ann.waitForSelector('[data-testid=qr]');
    const picture = await ann.$eval('[data-testid=qr]', async (svg) => {
      const side = 300;
      const image = new Image(side, side);
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
      await image.decode();
      const canvas = new OffscreenCanvas(side, side).getContext('2d');
      canvas.drawImage(image, 0, 0, side, side);
      return { side, data: [...canvas.getImageData(0, 0, side, side).data] };
    });
    const read = readCode(Uint8ClampedArray.from(picture.data), picture.side, picture.side)?.data;
    must(read === link, `the code says ${read}`);
    await ben.goto(read);
    await begin(ann, ben, 'sea-salt');
    await Promise.race([ann, ben].map((page) => page.waitForSelector('[data-testid=moves] button')));
    const [first, second] = (await ann.$('[data-testid=moves] button')) ? [ann, ben] : [ben, ann];
    await second.click('[data-testid=ahead] button');
    await second.waitForSelector('[data-testid=ahead] [aria-pressed=true]');
    while (!(await second.$('[data-testid=look]'))) {
      await first.evaluate(() => globalThis.playStep(''));
      await second.waitForTimeout(20);
    }
    must((await second.textContent('[data-testid=log]')).includes('You look at'), 'it was not made');
  },

  async 'who comes late watches from there, and the match is found by its link when it is over'() {
    const [ann, ben, cid] = [await person('Ann'), await person('Ben'), await person('Cid')];
    const link = await room(ann, 'duel');
    await ben.goto(link);
    await begin(ann, ben, 'duel');
    await moves([ann, ben], 10);
    await cid.goto(link);
    await cid.waitForSelector('[data-testid=prompt]');
    const lines = (page) => page.locator('[data-testid=log] li').count();
    await cid.waitForFunction(
      (n) => document.querySelectorAll('[data-testid=log] li').length >= n,
      await lines(ann),
    );
    await cid.click('.chat summary');
    await cid.fill('.chat input', 'hello');
    await cid.press('.chat input', 'Enter');
    await says(ann, '[data-testid=unread]', /1/);
    await playOut([ann, ben]);
    await cid.waitForSelector('[data-testid=copy-match]');
    await cid.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await cid.click('[data-testid=copy-match]');
    const match = await cid.evaluate(() => navigator.clipboard.readText());
    const eve = await person('Eve');
    await eve.goto(match);
    await eve.waitForSelector('[data-testid=step]');
    await eve.click('[data-testid=step]');
    await eve.click('[data-testid=step]');
    await eve.screenshot({ path: join(shots, 'match-link.png') });
    await accessible(eve, 'a match by its link');
    await eve.click('[data-testid=go-on]');
    await eve.waitForSelector('[data-testid=moves] button');
  },

  async 'a phone and a tablet play by taps, upright and on their side'() {
    const sizes = [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 820, height: 1180 },
    ];
    await byTwos(games, async (game) => {
      for (const size of sizes) {
        const page = await person('Ann', { size, hasTouch: true, isMobile: true });
        await page.goto(`${server.url}/`);
        await page.tap(`[data-testid=play-${game}]`);
        await page.waitForSelector('[data-testid=prompt]');
        for (let i = 0; i < 3; i++) {
          const before = await page.getAttribute('.table', 'data-moves');
          await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
          if (!(await page.isVisible('aside'))) await page.tap('.only-narrow');
          await page.tap('[data-testid=moves] button');
          await page.waitForFunction((n) => document.querySelector('.table').dataset.moves !== n, before);
          if (await page.$('dialog[open]')) break;
          if (await page.isVisible('.only-narrow')) await page.tap('.only-narrow');
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        must(wide <= 0, `${game}, ${size.width} × ${size.height}: ${wide} pixels too wide`);
        await page.screenshot({ path: join(shots, `taps-${game}-${size.width}.png`) });
        await page.context().close();
      }
    });
  },
};

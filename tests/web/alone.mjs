// alone.mjs - the client against machines: every board, every way to play it, in every language and light.
import { join } from 'node:path';
import { looksAsKept } from './kept.mjs';
import {
  MINUTE,
  Server,
  accessible,
  after,
  browser,
  byTwos,
  folder,
  games,
  moves,
  must,
  openGame,
  person,
  playOut,
  says,
  scene,
  server,
  short,
  shots,
  until,
} from './stage.mjs';

export const tests = {
  async 'the home page is light and names every game'() {
    const page = await person('Ann');
    let bytes = 0;
    page.on('response', async (answer) => {
      if (/\.js$/.test(new URL(answer.url()).pathname)) bytes += (await answer.body()).length;
    });
    await page.goto(`${server.url}/`);
    await page.waitForSelector('[data-testid=play-sea-salt]');
    for (const game of games) must(await page.$(`[data-testid=play-${game}]`), game);
    must(bytes < 750_000, `${bytes} bytes of script, uncompressed`);
    await page.screenshot({ path: join(shots, 'home.png') });
    await accessible(page, 'home');
  },

  async 'a kept match that was played with other data says what differs'() {
    const page = await person('Ann');
    await openGame(page, 'smashup');
    await page.waitForFunction(() => localStorage.getItem('parlor.match.smashup'));
    await page.reload();
    await page.waitForSelector('[data-testid=prompt]'); // with the same data it goes on
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('parlor.match.smashup'));
      const pirates = kept.file.files['smashup/factions/pirates.json'];
      pirates.cards = `${pirates.cards.slice(0, 8)}zzzz${pirates.cards.slice(12)}`;
      kept.file.data = '0123456789abcdef';
      localStorage.setItem('parlor.match.smashup', JSON.stringify(kept));
    });
    await page.reload();
    const said = await page.textContent('[role=alert]');
    must(said.includes('smashup/factions/pirates.json, cards[2] (pirate_saucy_wench) is not the same'), said);
  },

  async 'a call is shown large to everybody, and goes away by itself'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 4, { target: 20 }, 3);
    const shown = page.evaluate(
      () =>
        new Promise((resolve) => {
          const said = [];
          const watch = new MutationObserver(() => {
            const now = document.querySelector('[data-testid=announce].call')?.textContent ?? '';
            if (now && said.at(-1) !== now) said.push(now);
            const over = document.querySelector('[data-testid=watch-again]');
            if (!over || document.querySelector('[data-testid=announce]')) return; // those waiting come yet
            watch.disconnect();
            resolve(said);
          });
          watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        }),
    );
    await playOut([page], 'hurry');
    const said = await shown;
    const calls = (await page.textContent('[data-testid=log]')).match(/ calls? (Stop|Last Chance)/g) ?? [];
    must(calls.length > 0, 'nobody called in this match');
    must(
      said.length > 0 && said.every((each) => /Stop|Last Chance/.test(each)),
      `shown: ${said.join(' / ')}`,
    );
  },

  async 'whoever is robbed bears a mark for a while, and the thief sees the card'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 37, { start_hand: 5 }, 3); // a Shark and a Swimmer in the first hand
    const press = (words) =>
      page.waitForFunction((source) => {
        const move = [...document.querySelectorAll('[data-testid=moves] button')].find((each) =>
          new RegExp(source).test(each.textContent),
        );
        move?.click();
        return !!move;
      }, words);
    await press('Draw two');
    await press('Keep');
    await press('Shark.*Swimmer|Swimmer.*Shark');
    await press('Steal from');
    const marked = await page.waitForSelector('.who:has([data-testid=robbed]) b');
    const victim = await marked.textContent();
    await says(page, '[data-testid=announce]', new RegExp(`You steal .* from ${victim}`));
    must(await page.$('[data-testid=announce] .card .figure'), 'the stolen card is not shown');
    must((await page.$$('[data-testid=robbed]')).length === 1, 'another seat is marked');
    await page.waitForSelector('[data-testid=robbed]', { state: 'detached' });
  },

  async 'a machine takes its second for every move, also for those that go on with its turn'() {
    const page = await person('Ann');
    await page.goto(`${server.url}/`);
    await page.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('parlor.settings'));
      localStorage.setItem('parlor.settings', JSON.stringify({ ...settings, wait: true }));
    });
    await page.reload();
    await openGame(page, 'sea-salt', 37, { start_hand: 5 }, 3);
    const turns = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const at = [];
          let last = document.querySelector('.table').dataset.moves;
          setInterval(() => {
            const now = document.querySelector('.table').dataset.moves;
            const own = !!document.querySelector('[data-testid=prompt].yours');
            if (now !== last) at.push({ ms: performance.now(), own });
            last = now;
            if (own) globalThis.playStep('');
            /* Between two moves that were not ours a machine took its time. */
            const machines = at.slice(1).filter((each, i) => !each.own && !at[i].own);
            if (machines.length >= 5)
              resolve(at.slice(1).flatMap((each, i) => (each.own || at[i].own ? [] : [each.ms - at[i].ms])));
          }, 5);
        }),
    );
    must(
      turns.every((ms) => ms > 900),
      `a move came after ${turns.map(Math.round).join(', ')} ms`,
    );
  },

  async 'a game begins as it was chosen, whatever is chosen'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await page.goto(`${server.url}/`);
      await page.click(`[data-testid=setup-${game}]`);
      await page.click('[data-testid=start]');
      await page.waitForSelector('[data-testid=moves] button');
      await page.goto(`${server.url}/#/`);
      await page.click(`[data-testid=setup-${game}]`);
      const chosen = await page.$$eval('dialog[open] .row select', (lists) =>
        lists.map((list) => [list.dataset.testid, list.options[list.options.length - 1].value]),
      );
      for (const [field, value] of chosen) await page.selectOption(`[data-testid=${field}]`, value);
      await page.fill('[data-testid=seed]', '12');
      await page.click('[data-testid=start]');
      await page.waitForSelector('[data-testid=prompt]');
      await page.waitForSelector('[data-testid=moves] button');
      must(page.url().endsWith(`#/play/${game}`), page.url());
      await page.context().close();
    });
  },

  async 'every game is played to the end against a machine, judged, and played on from the middle'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await openGame(page, game, 7, short[game]);
      await playOut([page]);
      const totals = (await page.$$('[data-testid=total]')).length;
      if (game === 'combat')
        must(!/Points for|the points/.test(await page.textContent('dialog[open]')), 'points in a battle');
      else must(totals >= 2, `${game}: no totals`);
      await page.screenshot({ path: join(shots, `result-${game}.png`) });
      await accessible(page, `result, ${game}`);
      await page.click('[data-testid=analyse]');
      await page.waitForSelector('[data-testid=curve] polyline');
      if (game === 'sea-salt') {
        // the shortest: a match is judged to its end once
        await page.waitForSelector('.analysis h3 ~ h3', { timeout: 5 * MINUTE });
        await page.screenshot({ path: join(shots, 'analysis.png') });
      } else {
        const stop = page.click('.analysis .row .button', { timeout: 5000 });
        await stop.catch(() => undefined); // or it has come to the end already
      }
      await page.click('[data-testid=watch-again]');
      await page.waitForSelector('[data-testid=step]');
      const all = Number(await page.getAttribute('input[type=range]', 'max'));
      await page.fill('input[type=range]', String(Math.floor(all / 2)));
      await page.click('[data-testid=go-on]');
      await page.waitForFunction((name) => location.hash === `#/play/${name}`, game);
      await page.waitForSelector('[data-testid=moves] button');
      await page.context().close();
    });
  },

  async 'when a match is over hands and cities lie open, on a phone too, and the log says who won'() {
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      const page = await person('Ann', { size, hasTouch: true, isMobile: true });
      const end = async (game, options, players = 2) => {
        await openGame(page, game, 1, options, players, 'easy');
        await playOut([page]);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
      };
      await end('sea-salt', { target: 10 }, 3); // somebody calls Stop
      const shown = await page.locator('.other .held:has(.figure)').count();
      const hands = await page.locator('.other [data-count^=hand]').allTextContents();
      const all = hands.reduce((sum, each) => sum + Number(each), 0);
      must(shown === all && all > 0, `${shown} of ${all} cards are shown`);
      const said = await page.textContent('[data-testid=log] li:last-child');
      must(/target was reached: \S/.test(said), said);
      await end('duel', {});
      must((await page.locator('.city .rest:visible').count()) === 2, 'a city is shut');
      await page.screenshot({ path: join(shots, `over-duel-${size.width}.png`) });
      await page.context().close();
    }
  },

  async 'a guided first game says what to do, and goes on whatever is done'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await page.goto(`${server.url}/`);
      await page.click(`[data-testid=learn-${game}]`);
      await page.waitForSelector('[data-testid=coach][data-moment=welcome]');
      const seen = new Set();
      let reloaded = false;
      while (seen.size < 5) {
        const moment = await page.getAttribute('[data-testid=coach]', 'data-moment');
        if (moment && !seen.has(moment)) {
          seen.add(moment);
          await page
            .waitForFunction(
              (id) =>
                document.querySelector('[data-testid=coach]').dataset.moment !== id ||
                document.querySelector('[data-pointed]'),
              moment,
            )
            .catch(() => {
              throw new Error(`${game}: ${moment} points at nothing`);
            });
        }
        const next = await page.$('[data-testid=coach-next]');
        if (next) await next.click();
        else if (!(await moves([page], 1))) break;
        if (seen.size === 3 && !reloaded) {
          reloaded = true;
          await page.reload();
          await page.waitForSelector('[data-testid=coach]');
          must(
            (await page.getAttribute('[data-testid=coach]', 'data-moment')) !== 'welcome',
            `${game}: the lesson begins again`,
          );
        }
      }
      must(seen.size >= 5, `${game}: only ${[...seen].join(', ')}`);
      await page.screenshot({ path: join(shots, `lesson-${game}.png`) });
      await accessible(page, `lesson, ${game}`);
      await page.context().close();
    });
  },

  async 'Sea Salt is played on the table itself'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 5);
    for (let i = 0; i < 4; i++) {
      await page.waitForSelector('[data-testid=deck].can');
      await page.click('[data-testid=deck]');
      await page.waitForSelector('[data-testid=look].can');
      await page.click('[data-testid=look].can');
      await page.waitForFunction(
        () =>
          document.querySelector('[data-testid=pile-left].can') ||
          !document.querySelector('[data-testid=look]'),
      );
      if (await page.$('[data-testid=look]')) await page.click('[data-testid=pile-left]');
      await page.waitForFunction(() => !document.querySelector('[data-testid=look]'));
      await page.waitForFunction(() => document.querySelector('[data-testid=moves] button'));
      if (!(await page.$('[data-testid=deck].can'))) {
        await page.evaluate(() =>
          [...document.querySelectorAll('[data-testid=moves] button')].at(-1)?.click(),
        );
      }
    }
    await page.waitForSelector('.hand button');
    await page.screenshot({ path: join(shots, 'sea-salt.png') });
    await accessible(page, 'sea-salt');
  },

  async 'the duel is played on the table itself, and says why not'() {
    const page = await person('Ann');
    await openGame(page, 'duel', 5);
    for (let i = 0; i < 9; i++) {
      await after(page, async () => {
        const can = await page.waitForSelector(
          '[data-testid=wonder].can, [data-testid=open-card], .tray button',
        );
        const card = await can.evaluate((node) => node.dataset.testid === 'open-card');
        await can.click();
        if (card) await page.click('[data-testid=way]');
      });
    }
    await page.click('[data-testid=open-card]');
    await page.waitForSelector('[data-testid=way]');
    await page.screenshot({ path: join(shots, 'duel.png') });
    await accessible(page, 'duel');
    await page.keyboard.press('Escape');
    await page.click('.slot.under:has(.card)', { position: { x: 12, y: 6 } });
    await says(page, '[data-testid=message]', /covered/);
  },

  async 'a battle is fought on the field itself, and says why not'() {
    const page = await person('Ann');
    await openGame(page, 'combat', 7);
    await page.waitForSelector('[data-testid=do-Move]'); // the hold of a second is over by itself
    await page.click('[data-testid=end]');
    await says(page, '.dock h3', /Lancer acts/);
    await page.keyboard.press('u');
    await says(page, '.dock h3', /Bulwark acts/);
    await says(page, '[data-testid=log]', /Bulwark acts: 6 s/);
    await page.check('.log input'); // the rules' own lines are behind a switch
    const lines = await page.$$eval('[data-testid=log] li', (list) =>
      list.map((each) => each.textContent.trim()),
    );
    must(
      lines[0] === '[Turn] T1(P1) Begin' && lines.at(-1) === '[Unit] T1(Bul) Begin TT=6 Prepaid=0 Remain=6',
      lines.at(-1),
    );
    await page.click('[data-testid=do-Move]');
    await page.waitForSelector('[data-testid=cell-open]');
    await page.hover('[data-cell="5,3"]');
    await says(page, '[data-testid=plan]', /Steps: 4; 1 s and 10 energy/);
    must((await page.$$('.way')).length === 2, 'no way is drawn');
    must(
      /5 of 6|6 of 6.*takes 1/.test(await page.getAttribute('[data-testid=time]', 'aria-label')),
      'no seconds',
    );
    await page.hover('[data-cell="11,3"]');
    await page.screenshot({ path: join(shots, 'combat-move.png') });
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-testid=do-shield_slam]');
    await page.click('[data-testid=do-shield_slam]');
    await page.waitForSelector('[data-testid=cell-open]');
    await page.hover('[data-cell="9,2"]');
    await says(page, '[data-testid=plan]', /Ghoul 1 95 %/);
    await page.click('[data-cell="4,4"]');
    await says(page, '[data-testid=message]', /Nobody stands at \(4,4\)/);
    await accessible(page, 'combat');
    await page.screenshot({ path: join(shots, 'combat.png') });
    await page.click('[data-cell="9,2"]');
    await page.waitForSelector('[data-testid=chain]');
    await page.click('[data-testid=let-it]');
    await says(page, '[data-testid=log]', /\[Attack\] RolledBack U=Bul/);
    await page.waitForSelector('[data-testid=end]');
    await page.click('[data-testid=do-shield_slam]', { force: true });
    await says(page, '[data-testid=message]', /cooling down: 12 s/);
    await page.uncheck('.log input');
    await says(page, '[data-testid=log]', /Bulwark will not get to strike/);
  },

  async 'a battle is fought with the arrow keys, and with a finger'() {
    const page = await person('Ann');
    await openGame(page, 'combat', 7);
    await page.waitForSelector('[data-testid=do-Move]');
    await page.keyboard.press('1');
    await page.waitForSelector('[data-testid=cell-open]');
    await page.focus('[data-cell="2,3"]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const name = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    must(/^\(\d,4\), Plain, 1 s, 10 energy$/.test(name), name);
    await page.keyboard.press('Enter');
    await says(page, '[data-testid=log]', /Bulwark now stands at|can be answered/);
    await page.context().close();
    const phone = await person('Ann', {
      size: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await openGame(phone, 'combat', 7);
    await phone.waitForSelector('[data-testid=do-Move]');
    await phone.tap('[data-testid=do-Move]');
    await phone.waitForSelector('[data-testid=cell-open]');
    await phone.tap('[data-cell="3,2"]');
    await says(phone, '[data-testid=plan]', /1 s and 10 energy/);
    must(!/now stands at/.test(await phone.textContent('[data-testid=log]')), 'the first touch has moved');
    await phone.screenshot({ path: join(shots, 'phone-combat-move.png') });
    await phone.tap('[data-cell="3,2"]');
    await says(phone, '[data-testid=log]', /Bulwark now stands at|can be answered/);
    const cell = () =>
      phone.$eval('[data-cell="3,2"]', (node) => {
        const box = node.getBoundingClientRect();
        return { x: box.left, y: box.top, width: box.width };
      });
    const touch = await phone.context().newCDPSession(phone);
    const fingers = (type, apart) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart
          ? [
              { x: 195 - apart, y: 330, id: 1 },
              { x: 195 + apart, y: 330, id: 2 },
            ]
          : [],
      });
    for (const [from, to] of [
      [30, 60],
      [60, 25],
    ]) {
      const before = (await cell()).width;
      await fingers('touchStart', from);
      for (let i = 1; i <= 5; i++) await fingers('touchMove', from + ((to - from) * i) / 5);
      await fingers('touchEnd', 0);
      const after = (await cell()).width;
      must(
        to > from ? after > before * 1.5 : after < before * 0.7,
        `two fingers from ${from} to ${to}: a cell of ${before} px has ${after} px`,
      );
    }
  },

  async 'Smash Up is played on the table itself, from the draft on'() {
    const page = await person('Ann');
    await openGame(page, 'smashup', 5, {}, 4);
    for (let i = 0; i < 2; i++) {
      await page.waitForSelector('[data-testid=faction]');
      if (i === 1) await accessible(page, 'smashup draft');
      if (i === 1) await page.screenshot({ path: join(shots, 'smashup-draft.png') });
      await after(page, () => page.click('[data-testid=faction]'));
    }
    await page.waitForSelector('[data-testid=end-play]');
    await page.click('[data-testid=hand-card].can:has(.power)');
    await page.click('[data-testid=base]');
    await page.waitForSelector('.minion');
    /* An action is read before it is played: the first press shows its words, the second plays it. */
    const action = '[data-testid=hand-card].can:not(:has(.power))';
    for (let i = 0; i < 20 && !(await page.$(action)); i++) await moves([page], 1);
    const made = await page.getAttribute('.table', 'data-moves');
    const words = await page.getAttribute(action, 'title');
    await page.click(action);
    await says(page, '[data-testid=read]', new RegExp(words.slice(0, 20).replace(/\W/g, '.')));
    must((await page.getAttribute('.table', 'data-moves')) === made, 'an action is played before it is read');
    if (await page.$('[data-testid=play-it]'))
      await after(page, () => page.click('[data-testid=hand-card].chosen'));
    await moves([page], 25);
    await page.screenshot({ path: join(shots, 'smashup.png') });
    await accessible(page, 'smashup');
  },

  async 'a card of the deck that is looked at is shown where it is asked what becomes of it'() {
    const page = await person('Ann');
    for (let seed = 9; seed < 16; seed++) {
      await openGame(page, 'smashup', seed, { factions: 'random' });
      const asked = () => document.querySelector('.table').dataset.asks.endsWith('what_with_it');
      for (let i = 0; i < 60 && !(await page.evaluate(asked)); i++) if (!(await moves([page], 1))) break;
      if (!(await page.evaluate(asked)) || !/look/.test(await page.textContent('[data-testid=log]')))
        continue;
      const shown = await page.getAttribute('[data-testid=looked]', 'aria-label');
      await says(page, '[data-testid=log]', new RegExp(`(look at|reveal) ${shown}`));
      return;
    }
    must(false, 'nobody has looked at a card');
  },

  async 'a game is won or lost with the keyboard alone'() {
    const page = await person('Ann');
    await page.goto(`${server.url}/`);
    await page.waitForSelector('[data-testid=play-duel]');
    for (
      let i = 0;
      i < 40 && !(await page.evaluate(() => document.activeElement?.dataset?.testid === 'play-duel'));
      i++
    )
      await page.keyboard.press('Tab');
    must(
      await page.evaluate(() => document.activeElement.matches(':focus-visible')),
      'the focus is not seen',
    );
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-testid=prompt]');
    for (let i = 0; !(await page.$('[data-testid=watch-again]')); i++) {
      await page.waitForSelector('[data-testid=moves] button, [data-testid=watch-again]');
      const open = await page.$$('[data-testid=moves] button');
      if (open.length)
        await after(page, () => page.keyboard.press(String(1 + (i % Math.min(open.length, 9)))));
    }
  },

  async 'a move can be taken back against a machine'() {
    const page = await person('Ann');
    await openGame(page, 'duel', 3);
    const before = await page.textContent('[data-testid=moves]');
    await page.keyboard.press('1');
    await page.waitForFunction(
      (text) =>
        document.querySelector('[data-testid=moves]')?.textContent &&
        document.querySelector('[data-testid=moves]').textContent !== text,
      before,
    );
    await page.keyboard.press('u');
    await page.waitForFunction(
      (text) => document.querySelector('[data-testid=moves]')?.textContent === text,
      before,
    );
  },

  async 'another game has the players and options of the last'() {
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 7, { target: 10 }, 3);
    await playOut([page]);
    await page.click('text=Play again');
    await page.waitForSelector('[data-testid=moves] button');
    const text = await page.innerText('.table');
    must(text.includes('Medium 2') && text.includes('/10'), text.slice(0, 300));
  },

  async 'the language changes in the middle of every game, the log with it'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      await openGame(page, game, 4);
      await moves([page], 3);
      await page.click('.gear');
      if (game === games[0]) await accessible(page, 'settings');
      await page.check('text=Sounds');
      await page.selectOption('dialog[open] select >> nth=0', 'zh-Hans');
      await page.waitForFunction(
        () =>
          document.documentElement.lang === 'zh-Hans' &&
          /[\u4e00-\u9fff]/.test(document.querySelector('[data-testid=log]').textContent),
      );
      const left = await page.evaluate(
        () =>
          /\b(the|You|takes|builds|plays|draws|keeps|acts|Take|Draw|Play|Move)\b.*/.exec(
            document.querySelector('.table').innerText,
          )?.[0],
      );
      must(!left, `${game}: English is left over: ${left}`);
      await page.keyboard.press('Escape');
      await moves([page], 1);
      await page.context().close();
    });
  },

  async 'three languages and four sizes: every sentence is a sentence, every board looks as it did'() {
    const sizes = [
      [1280, 820],
      [1920, 1080],
      [390, 844],
      [844, 390],
    ];
    await byTwos(['zh-Hans', 'zh-Hant', 'en'], async (language) => {
      const page = await person('Ann', { language });
      const studio = await (await browser.newContext()).newPage();
      for (const game of games) {
        await openGame(page, game, 4, game === 'smashup' ? { factions: 'random' } : {}, 2, 'greedy');
        must((await page.getAttribute('html', 'lang')) === language, language);
        await moves([page], 5);
        await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
        const text = await page.evaluate(() => document.body.innerText);
        must(
          !/\b(web|salt|duel|table|score|home)\.[a-z_]+|\{[a-z_]+\}/.test(text),
          /\S*(\.[a-z_]+|\{[a-z_]+\})\S*/.exec(text)?.[0],
        );
        must(language === 'en' || !/Your turn|What happened|Undo/.test(text), 'English is left over');
        await page.mouse.move(0, 0);
        for (let i = 0; i < 4; i++) await page.mouse.click(2, 2); // whatever is being announced
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          must(over <= 1 || width < height, `${game}, ${width} × ${height}: ${over} pixels too tall`);
          await looksAsKept(page, studio, `${game}-${width}-${language}`);
        }
        await page.setViewportSize({ width: 1280, height: 820 });
      }
      await studio.context().close();
      await page.context().close();
    });
  },

  async 'a phone shows it all without scrolling sideways'() {
    const page = await person('Ann', {
      size: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    for (const game of games) {
      await openGame(page, game, 5);
      await moves([page], 6);
      await until(page, () => document.querySelector('.can') !== null);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      must(wide <= 0, `${game}: ${wide} pixels too wide`);
      await page.screenshot({ path: join(shots, `phone-${game}.png`) });
    }
    await page.tap('text=Log and moves');
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('aside')).visibility === 'visible',
    );
    await accessible(page, 'phone');
  },

  async 'dark and high contrast can be read'() {
    for (const theme of ['dark', 'contrast']) {
      const page = await person('Ann', { theme });
      await page.goto(`${server.url}/`);
      for (const each of ['', 'you', 'leaders/duel', 'rules/combat', 'replays', 'about']) {
        await page.goto(`${server.url}/#/${each}`);
        await page.waitForSelector('main h1');
        await accessible(page, `${each || 'home'}, ${theme}`);
      }
      for (const game of games) {
        await openGame(page, game, 5);
        await moves([page], 6);
        await page.screenshot({ path: join(shots, `${game}-${theme}.png`) });
        await accessible(page, `${game}, ${theme}`);
      }
      await page.context().close();
    }
  },

  async 'a match is watched again, saved, opened and played on'() {
    const page = await person('Ann');
    await openGame(page, 'duel', 9);
    await playOut([page]);
    await page.click('[data-testid=watch-again]');
    await page.waitForSelector('[data-testid=step]');
    for (let i = 0; i < 12; i++) await page.click('[data-testid=step]');
    await page.waitForFunction(() => /12/.test(document.querySelector('[data-testid=at]').textContent));
    await page.screenshot({ path: join(shots, 'replay.png') });
    await accessible(page, 'replay');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('text=Save the match')]);
    const file = join(folder, 'match.json');
    await saved.saveAs(file);
    await page.goto(`${server.url}/#/replays`);
    await page.setInputFiles('input[type=file]', file);
    await page.waitForSelector('[data-testid=step]');
    for (let i = 0; i < 10; i++) await page.click('[data-testid=step]');
    await page.waitForFunction(() => /10/.test(document.querySelector('[data-testid=at]').textContent));
    await page.click('[data-testid=go-on]');
    await page.waitForFunction(() => location.hash.startsWith('#/play/duel'));
    await page.waitForSelector('[data-testid=moves] button');
    await page.goto(`${server.url}/#/replays`);
    await page.setInputFiles('input[type=file]', {
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"parlor":2}'),
    });
    await page.waitForSelector('[role=alert]');
  },

  async 'a server that has had enough for now is asked again, and the table opens'() {
    const busy = await new Server('busy', 15).start();
    try {
      const page = await person('Ann');
      await page.goto(`${busy.url}/`);
      await page.waitForSelector('[data-testid=play-duel]');
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      /* Somebody else at the same address: for two seconds there is nothing left. */
      await page.evaluate(() => {
        const more = setInterval(() => void fetch('/api/rooms').catch(() => undefined), 5);
        setTimeout(() => clearInterval(more), 2000);
        return new Promise((done) => setTimeout(done, 1000));
      });
      await page.click('[data-testid=play-duel]');
      await page.waitForSelector('[data-testid=moves] button', { timeout: 30000 });
    } finally {
      await busy.stop();
    }
    const { complaints } = scene.getStore();
    must(
      complaints.every((said) => said.includes('429')),
      complaints.join('; '),
    );
    complaints.length = 0;
  },

  async 'every game plays without a connection after the first load of the home page'() {
    const page = await person('Ann');
    await page.goto(`${server.url}/`);
    await page.waitForSelector('[data-testid=play-duel]');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const cache = await caches.open('parlor-2');
      for (let i = 0; i < 1200 && !(await cache.match('./build')); i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await page.context().setOffline(true);
    for (const game of games) {
      await page.goto(`${server.url}/`);
      await page.waitForSelector('[data-testid=play-duel]');
      await page.click(`[data-testid=play-${game}]`);
      await page.waitForSelector('[data-testid=moves] button');
      if (game === 'duel') await playOut([page]);
    }
  },
};

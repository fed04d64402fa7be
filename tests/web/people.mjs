// people.mjs - who one is: accounts, ratings, matches played, and the rules at hand; by clicks alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessible,
  folder,
  games,
  must,
  openGame,
  person,
  playOut,
  says,
  server,
  shots,
  until,
} from './stage.mjs';

const secret = 'correct horse';

async function signIn(page, way, account, password) {
  await page.click(`[data-testid=to-${way}]`);
  await page.fill('[data-testid=account]', account);
  await page.fill('[data-testid=password]', password);
  await page.click('[data-testid=sign-in]');
}

/** Says of the server's page who one is. */
async function you(page) {
  await page.goto(`${server.url}/#/`);
  await page.click('[data-testid=you]');
  await page.waitForSelector('[data-testid=who]');
}

export const tests = {
  async 'an account is made, used from two browsers, its password changed, taken along and deleted'() {
    const [ann, far] = [await person('Ann'), await person('')];
    await you(ann);
    await signIn(ann, 'register', 'ann.example', 'short');
    await says(ann, '[role=alert]', /at least 8/);
    await signIn(ann, 'register', 'ann.example', secret);
    await says(ann, '[data-testid=who]', /ann\.example/);
    await accessible(ann, 'account');
    await ann.screenshot({ path: join(shots, 'account.png'), fullPage: true });
    await you(far);
    await accessible(far, 'sign in');
    await signIn(far, 'register', 'ann.example', secret);
    await says(far, '[role=alert]', /already/);
    await signIn(far, 'login', 'ann.example', 'wrong horse');
    await says(far, '[role=alert]', /wrong/);
    await signIn(far, 'login', 'ann.example', secret);
    await says(far, '[data-testid=who]', /ann\.example/);
    must((await far.textContent('h1')) === 'Ann', 'the account has another name here');
    await ann.reload();
    await ann.waitForSelector('[data-testid=session] >> nth=1');
    await ann.click('[data-testid=end-others]');
    await ann.waitForFunction(() => document.querySelectorAll('[data-testid=session]').length === 1);
    await far.reload();
    await says(far, '[data-testid=who]', /guest/);
    await ann.fill('[data-testid=old-password]', secret);
    await ann.fill('[data-testid=new-password]', 'battery staple');
    await ann.click('[data-testid=change-password]');
    await says(ann, '[data-testid=said]', /changed/);
    await ann.click('[data-testid=logout]');
    await says(ann, '[data-testid=who]', /guest/);
    await signIn(ann, 'login', 'ann.example', secret);
    await says(ann, '[role=alert]', /wrong/);
    await signIn(ann, 'login', 'ann.example', 'battery staple');
    await says(ann, '[data-testid=who]', /ann\.example/);
    const [saved] = await Promise.all([ann.waitForEvent('download'), ann.click('[data-testid=export]')]);
    const file = join(folder, 'account.json');
    await saved.saveAs(file);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    must(kept.account === 'ann.example' && kept.name === 'Ann' && !('hash' in kept), JSON.stringify(kept));
    await ann.click('details summary');
    await ann.fill('[data-testid=delete-password]', 'battery staple');
    await ann.click('[data-testid=delete]');
    await says(ann, '[data-testid=who]', /guest/);
    await signIn(ann, 'login', 'ann.example', 'battery staple');
    await says(ann, '[role=alert]', /wrong/);
  },

  async 'two strangers find each other, are rated, stand among the leaders and watch their match again'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    for (const page of [ann, ben]) {
      await page.goto(`${server.url}/`);
      await page.waitForSelector('[data-testid=quick]');
      await page.selectOption('.rooms select', 'duel');
      await page.click('[data-testid=quick]');
      if (page === ann) await page.waitForSelector('[data-testid=seeking]');
    }
    for (const page of [ann, ben]) await page.waitForSelector('[data-testid=prompt]');
    await playOut([ann, ben]);
    const won = /You win/.test(await ann.textContent('dialog[open] h2')) ? ann : ben;
    await ann.goto(`${server.url}/#/leaders/duel`);
    await ann.waitForSelector('[data-testid=leaders]');
    const names = await ann.$$eval('[data-testid=leaders] tbody th', (list) =>
      list.map((each) => each.textContent),
    );
    must(names.length === 2 && names[0] === (won === ann ? 'Ann' : 'Ben'), names.join());
    await accessible(ann, 'leaders');
    await ann.screenshot({ path: join(shots, 'leaders.png') });
    await ann.click(`[data-testid=leaders] a >> text=${won === ann ? 'Ben' : 'Ann'}`);
    await says(ann, '[data-testid=ratings]', /7 Wonders Duel.*1[34]\d\d/);
    await accessible(ann, 'a person');
    await ann.goto(`${server.url}/#/leaders/combat`);
    await ann.waitForSelector('[data-testid=no-leaders]');
    await you(won);
    await says(won, '[data-testid=ratings]', /1[56]\d\d ± \d+/);
    must(
      Date.now() - Date.parse(await won.getAttribute('time', 'datetime')) < 600_000,
      'the history does not say when',
    );
    await won.click('[data-testid=history-match]');
    await won.waitForSelector('[data-testid=step]');
    await won.click('[data-testid=step]');
    await says(won, '[data-testid=at]', /\b1\b/);
    // Far apart now, they wait in two rooms, and are brought together when they waited long enough.
    for (const page of [ann, ben]) {
      await page.goto(`${server.url}/`);
      await page.waitForSelector('[data-testid=quick]');
      await page.selectOption('.rooms select', 'duel');
      await page.click('[data-testid=quick]');
      await page.waitForSelector('[data-testid=seeking]');
    }
    must(ann.url() !== ben.url(), `both wait at ${ann.url()}`);
    for (const page of [ann, ben]) await page.waitForSelector('[data-testid=prompt]');
    must(ann.url() === ben.url(), `${ann.url()} is not ${ben.url()}`);
  },

  async 'what a title says is read by a finger that rests and by the keyboard'() {
    const phone = await person('Ann', {
      size: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await openGame(phone, 'smashup', 5, { factions: 'random' });
    const touch = await phone.context().newCDPSession(phone);
    const hold = async (selector) => {
      const box = await (await phone.waitForSelector(selector)).boundingBox();
      const point = {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        id: 1,
      };
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [point],
      });
      await phone.waitForSelector('[data-testid=tip], dialog[open]');
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchEnd',
        touchPoints: [],
      });
    };
    await hold('.fac');
    const named = await phone.getAttribute('.fac', 'title');
    must((await phone.textContent('[data-testid=tip]')) === named, `${named} is not said`);
    must(!(await phone.$('dialog[open]')), 'the finger that only asked has pressed');
    await hold('[data-testid=hand-card]');
    await phone.waitForSelector('dialog[open]');
    await phone.context().close();
    const page = await person('Ann');
    await openGame(page, 'sea-salt', 5);
    await page.waitForSelector('.hand button, [data-testid=deck].can');
    await until(page, () => document.querySelector('.hand button') !== null);
    await page.focus('.hand button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    const rule = await page.getAttribute('.hand button', 'title');
    must((await page.textContent('[data-testid=tip]')) === rule, `${rule} is not said`);
  },

  async 'the rules of every game are at hand: the book, every card and sign, and a search'() {
    const page = await person('Ann');
    for (const game of games) {
      await page.goto(`${server.url}/#/`);
      await page.click(`[data-testid=rules-${game}]`);
      await page.waitForSelector('[data-testid=book-short]');
      await page.click('[data-testid=book-icons]');
      await page.waitForSelector('[data-testid=legend] li >> nth=3');
      await accessible(page, `signs, ${game}`);
      await page.screenshot({ path: join(shots, `signs-${game}.png`) });
      await page.click('[data-testid=book-cards]');
      const all = await page.locator('[data-testid=book-card]').count();
      const name = await page.textContent('[data-testid=book-card] >> nth=2 >> b');
      await page.fill('[data-testid=book-search]', name.replace(/ ?×\d+$/, '').trim());
      await page.waitForFunction((n) => document.querySelectorAll('[data-testid=book-card]').length < n, all);
      await page.click('[data-testid=book-card]');
      await page.waitForSelector('dialog[open]');
      await accessible(page, `a card of the book, ${game}`);
      await page.keyboard.press('Escape');
      await page.click('[data-testid=book-book]');
      await page.fill('[data-testid=book-search]', '');
      await page.waitForSelector('[data-testid=book] section, p');
      if (!(await page.$('[data-testid=book]'))) continue; // its book is not written yet
      await page.waitForSelector('[data-testid=book] h2 >> nth=3');
      const sections = await page.locator('[data-testid=book] section').count();
      await page.fill('[data-testid=book-search]', 'shuffle');
      await page.waitForFunction(
        (n) => document.querySelectorAll('[data-testid=book] section').length < n,
        sections,
      );
      await accessible(page, `the book, ${game}`);
      await page.screenshot({ path: join(shots, `book-${game}.png`) });
    }
  },
};

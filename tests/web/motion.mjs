// motion.mjs - what happens is seen to happen: on its way, skipped at will, and not at all for who wants calm.
import { join } from 'node:path';
import { begin, games, moves, must, openGame, person, playOut, room, says, short, shots } from './stage.mjs';

/* In the page: everything that is set in motion is written down, and lasts 'slower' times as long. */
function watchMotion(slower) {
  const animate = Element.prototype.animate;
  globalThis.moved = new Set();
  globalThis.announced = new Set();
  globalThis.cut = new Set();
  Element.prototype.animate = function (frames, timing) {
    const { motion, piece, unit } = this.dataset;
    globalThis.moved.add(motion ?? (unit === undefined ? piece : 'unit'));
    return animate.call(this, frames, { ...timing, duration: timing.duration * slower });
  };
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[data-testid=announce]'))
        globalThis.announced.add(each.textContent.trim());
      for (const each of document.querySelectorAll('[data-testid=announce] .words'))
        if (each.scrollHeight > each.clientHeight + 1) globalThis.cut.add(each.textContent);
      for (const each of document.querySelectorAll('.board [data-motion]'))
        globalThis.moved.add(each.dataset.motion);
    }).observe(document.body, { subtree: true, childList: true }),
  );
}

async function lively(rest = {}, slower = 1) {
  const page = await person('Ann', { calm: false, ...rest });
  await page.addInitScript(watchMotion, slower);
  return page;
}

const onItsWay = '.motion > [data-motion=leaves]';

/** To the first turn in which a card is taken. */
async function toStructure(pages) {
  while (!(await pages[0].$('.structure .slot'))) must(await moves(pages, 1), 'no structure');
}

/** Takes an open card and throws it away for coins. */
async function discard(page, card) {
  await page.click(`[data-testid=open-card]${card ? `[data-piece=${card}]` : ''}`);
  await page.click('[data-testid=way]:has-text("Discard")');
}

/* What a whole game is sure to show, by game, and when a picture of it is taken. */
const shown = {
  duel: {
    moved: ['flies', 'leaves', 'gain', 'loss', 'pawn'],
    announced: /Age 2/,
    taken: '[data-testid=announce]',
  },
  smashup: {
    moved: ['flies', 'leaves', 'gain'],
    announced: /scores[^]*\+[1-9]\d* VP/,
    taken: '[data-testid=announce] ol',
  },
  combat: { moved: ['unit', 'hurt', 'felled'], announced: /wins/, taken: '[data-testid=announce]' },
};

export const tests = {
  async 'a card that is thrown away flies to the pile, its coins rise, and Escape ends it'() {
    const page = await lively({}, 12);
    await openGame(page, 'duel', 7, {}, 2, 'easy');
    await toStructure([page]);
    await discard(page);
    await page.waitForSelector(onItsWay);
    await page.waitForSelector('.motion > [data-motion=gain]:has-text("+2")');
    const [from, way] = await page.$eval(onItsWay, (node) => {
      const [flight] = node.getAnimations();
      const place = (at) => {
        flight.currentTime = at;
        return node.getBoundingClientRect().toJSON();
      };
      return [place(0), place(flight.effect.getTiming().duration / 2)];
    });
    await page.screenshot({ path: join(shots, 'motion-duel.png') });
    must(way.width > 10 && Math.hypot(way.x - from.x, way.y - from.y) > 20, 'it does not go anywhere');
    must(
      await page.$eval(onItsWay, (node) => getComputedStyle(node.parentElement).pointerEvents === 'none'),
      'it is in the way',
    );
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.motion > *'));
  },

  async 'what games do is seen and announced, but nothing moves for who wants calm'() {
    for (const game of games.filter((each) => shown[each])) {
      const [page, calm] = [await lively(), await lively({ reducedMotion: 'reduce' })];
      await openGame(page, game, 5, { ...short[game], ...(game === 'smashup' && { factions: 'random' }) });
      await openGame(calm, game, 5, { ...short[game], ...(game === 'smashup' && { factions: 'random' }) });
      const taken = page
        .waitForSelector(shown[game].taken)
        .then(() => page.screenshot({ path: join(shots, `motion-${game}-event.png`) }));
      await Promise.all([playOut([page], 'hurry'), playOut([calm], 'hurry'), taken]);
      const seen = (of) =>
        of.evaluate(() => ({
          moved: [...globalThis.moved],
          announced: [...globalThis.announced].join('\n'),
          cut: [...globalThis.cut],
        }));
      const [live, still] = [await seen(page), await seen(calm)];
      for (const each of shown[game].moved)
        must(live.moved.includes(each), `${game}: no ${each} among ${live.moved.join(', ')}`);
      for (const each of [live, still])
        must(shown[game].announced.test(each.announced), `${game}: announced is ${each.announced}`);
      for (const each of [live, still]) must(!each.cut.length, `${game}: cut off is ${each.cut.join('; ')}`);
      const drawn = ['hurt', 'heal', 'state', 'hit']; // numbers stand still until the next step
      const stir = still.moved.filter((each) => !drawn.includes(each));
      must(stir.length === 0, `${game}, calm: ${stir.join(', ')}`);
      for (const each of [page, calm]) await each.context().close();
    }
  },

  async 'a card of the duel wanted ahead is taken when the turn comes, or it is said that it is gone'() {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    await ben.goto(await room(ann, 'duel'));
    await begin(ann, ben, 'duel');
    await toStructure([ann, ben]);
    await Promise.race([ann, ben].map((page) => page.waitForSelector('[data-testid=open-card]')));
    const [first, second] = (await ann.$('[data-testid=open-card]')) ? [ann, ben] : [ben, ann];
    const open = (page) =>
      page.$$eval('[data-testid=open-card]', (list) => list.map((each) => each.dataset.piece));
    const [wanted, other] = await open(first);
    await second.click(`.slot[data-piece=${wanted}]`);
    await second.waitForSelector(`.slot[data-piece=${wanted}] [data-testid=planned]`);
    await second.screenshot({ path: join(shots, 'motion-planned.png') });
    await discard(first, other);
    await says(second, '[data-testid=log]', /You build/);
    await first.waitForSelector('[data-testid=open-card]');
    const [next] = await open(first);
    await second.click(`.slot[data-piece=${next}]`);
    await second.waitForSelector('[data-testid=planned]');
    await discard(first, next);
    await says(second, '[data-testid=message]', /no longer possible/);
    must((await second.$('[data-testid=planned]')) === null, 'it is still wanted');
  },
};

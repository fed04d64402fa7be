// walks.mjs - the pictures of the documents and of links: the first moves of every game, a frame a moment.
//
// docs/pictures/GAME.webp is what README.md shows. A test plays the same moves and holds each frame to what the
// client draws now, in blocks as kept.mjs does; with PARLOR_KEEP=1 the pictures are made anew instead. So is web/public/preview/GAME.jpg,
// which stands beside a link to a room where that is passed on.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { browser, byTwos, games, moves, must, openGame, person, server, shots } from './stage.mjs';
import { asUrl, blocksOff, SHARE, shrink } from './kept.mjs';

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const previews = fileURLToPath(new URL('../../web/public/preview', import.meta.url));
const SCALE = 1280 / 800;
const BLOCK_PX = 20;
const MOMENTS = [5, 6, 6]; // moves before each frame
const FRAME_MS = 2000;

const u24 = (value) => [value & 255, (value >> 8) & 255, value >> 16];

function chunk(name, ...parts) {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** The chunks of a RIFF file, or of a part of one. */
function* chunks(bytes, from = 12) {
  for (let at = from; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    yield { name: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + length) };
    at += 8 + length + (length % 2);
  }
}

const riff = (...parts) => chunk('RIFF', Buffer.from('WEBP'), ...parts);
const pixels = (bytes, from) => [...chunks(bytes, from)].find(({ name }) => name === 'VP8 ').body;

/** Still pictures of one size, one after the other. */
function animated(frames, width, height) {
  const size = [...u24(width - 1), ...u24(height - 1)];
  const each = frames.map((frame) =>
    chunk('ANMF', [0, 0, 0, 0, 0, 0, ...size, ...u24(FRAME_MS), 2], chunk('VP8 ', pixels(frame))),
  );
  return riff(chunk('VP8X', [2, 0, 0, 0, ...size]), chunk('ANIM', [255, 255, 255, 255, 0, 0]), ...each);
}

/** And back. */
const stills = (bytes) =>
  [...chunks(bytes)]
    .filter(({ name }) => name === 'ANMF')
    .map(({ body }) => riff(chunk('VP8 ', pixels(body, 16))));

async function frame(page, studio, place = page, ...shape) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => Promise.all([...document.images].map((each) => each.decode().catch(() => 0))));
  const shot = await place.screenshot({ animations: 'disabled', caret: 'hide' });
  return studio.evaluate(shrink, [asUrl('png', shot), SCALE, BLOCK_PX, ...shape]);
}

async function walk(page, studio, game) {
  const frames = [];
  if (game === 'duel') {
    await page.goto(`${server.url}/#/`);
    await page.waitForSelector('[data-testid=setup-duel]');
    frames.push(await frame(page, studio));
  }
  await openGame(page, game, 4, game === 'smashup' ? { factions: 'random' } : {}, 2, 'greedy');
  for (const count of MOMENTS) {
    await moves([page], count);
    await page.waitForSelector('[data-testid=moves] button', { state: 'attached' });
    for (let i = 0; i < 4; i++) await page.mouse.click(2, 2); // whatever is being announced
    frames.push(await frame(page, studio));
  }
  return frames;
}

async function holds(studio, game, frames) {
  const path = join(folder, `${game}.webp`);
  const files = frames.map(({ file }) => Buffer.from(file, 'base64'));
  const now = animated(files, frames[0].width, frames[0].height);
  if (process.env.PARLOR_KEEP) return writeFileSync(path, now);
  const then = stills(readFileSync(path));
  must(then.length === frames.length, `docs/pictures/${game}.webp has ${then.length} frames`);
  for (const [i, still] of then.entries()) {
    const old = await studio.evaluate(shrink, [asUrl('webp', still), 1, BLOCK_PX]);
    const off = blocksOff(old, frames[i]);
    if (off <= SHARE * frames[i].means.length) continue;
    writeFileSync(join(shots, `changed-${game}.webp`), now);
    must(
      false,
      `docs/pictures/${game}.webp is stale: frame ${i + 1}, ${off} blocks; see changed-${game}.webp`,
    );
  }
}

/** Beside a link: the board alone, about 1.91 : 1, in a format that every service reads. */
async function previewHolds(page, studio, game) {
  const path = join(previews, `${game}.jpg`);
  await page.setViewportSize({ width: 1580, height: 778 });
  const now = await frame(page, studio, page.locator('.board'), 'image/jpeg');
  if (process.env.PARLOR_KEEP) return writeFileSync(path, Buffer.from(now.file, 'base64'));
  const then = await studio.evaluate(shrink, [asUrl('jpeg', readFileSync(path)), 1, BLOCK_PX]);
  const off = blocksOff(then, now);
  must(off <= SHARE * now.means.length, `web/public/preview/${game}.jpg is stale: ${off} blocks`);
}

export const tests = {
  async 'the moving pictures of the documents show the client as it is'() {
    await byTwos(games, async (game) => {
      const page = await person('Ann');
      const studio = await (await browser.newContext()).newPage();
      await holds(studio, game, await walk(page, studio, game));
      await previewHolds(page, studio, game);
      await studio.context().close();
      await page.context().close();
    });
  },
};

// kept.mjs - what a board looked like when somebody last looked at it, and whether it still does.
//
// The pictures lie in kept/, a third as wide as the board. A browser on another machine has other
// fonts, so little blocks are compared, not pixels: a few may differ, by a little. With
// PARLOR_KEEP=1 the pictures are taken anew instead; look at them before they are committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { must, shots } from './stage.mjs';

const folder = fileURLToPath(new URL('kept', import.meta.url));
const SCALE = 3;
const BLOCK_PX = 8; // of the small picture
const FAR = 28; // of 255, the mean of a block's colours
export const SHARE = 0.06; // of blocks that may be far off

/** In the page: a picture made small, as a file and as the means of its blocks. */
export async function shrink([url, scale, block, type = 'image/webp']) {
  const image = await createImageBitmap(await (await fetch(url)).blob());
  const [width, height] = [Math.round(image.width / scale), Math.round(image.height / scale)];
  const canvas = new OffscreenCanvas(width, height);
  const draw = canvas.getContext('2d', { alpha: false });
  draw.imageSmoothingQuality = 'high';
  draw.drawImage(image, 0, 0, width, height);
  const means = [];
  for (let y = 0; y + block <= height; y += block)
    for (let x = 0; x + block <= width; x += block) {
      const { data } = draw.getImageData(x, y, block, block);
      const sum = [0, 0, 0];
      for (let i = 0; i < data.length; i++) if (i % 4 < 3) sum[i % 4] += data[i];
      means.push(sum.map((each) => (each * 4) / data.length));
    }
  const file = await canvas.convertToBlob({ type, quality: 0.6 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { width, height, means, file: btoa(text) };
}

export const asUrl = (type, bytes) => `data:image/${type};base64,${bytes.toString('base64')}`;

/** How many blocks of two pictures are far from each other; all of them where the sizes differ. */
export function blocksOff(then, now) {
  if (then.width !== now.width || then.height !== now.height) return now.means.length;
  return now.means.filter((mean, i) => mean.some((each, c) => Math.abs(each - then.means[i]?.[c]) > FAR))
    .length;
}

/** Keeps the picture of a page under a name, or holds the page to the one that was kept.
 * 'studio' is a page of its own that may read pictures: the client's may load nothing of the kind. */
export async function looksAsKept(page, studio, name) {
  const path = join(folder, `${name}.webp`);
  await page.evaluate(() => Promise.all([...document.images].map((each) => each.decode().catch(() => 0))));
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const now = await studio.evaluate(shrink, [asUrl('png', shot), SCALE, BLOCK_PX]);
  if (process.env.PARLOR_KEEP) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, Buffer.from(now.file, 'base64'));
    return;
  }
  must(existsSync(path), `no picture is kept of ${name}`);
  const then = await studio.evaluate(shrink, [asUrl('webp', readFileSync(path)), 1, BLOCK_PX]);
  const off = blocksOff(then, now);
  if (off <= SHARE * now.means.length) return;
  writeFileSync(join(shots, `changed-${name}.png`), shot);
  must(false, `${name} looks different: ${off} of ${now.means.length} blocks; see changed-${name}.png`);
}

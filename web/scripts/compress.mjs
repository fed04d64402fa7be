// compress.mjs - a gzip and a brotli form beside every file of dist/ that is smaller that way.
//
// The server sends them as they lie there; it never compresses anything itself.
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const SMALLEST = 512; // below, the headers weigh more than what is saved
const WORTH = 0.95;
const FORMS = {
  '.gz': (text) => gzipSync(text, { level: 9 }),
  '.br': (text) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
};

const names = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((name) => join('dist', name));
for (const name of names) if (/\.(gz|br)$/.test(name)) rmSync(name);
for (const name of names) {
  if (/\.(gz|br|png|webp|woff2|mp3|ogg)$/.test(name) || !statSync(name).isFile()) continue;
  const text = readFileSync(name);
  for (const [ending, pack] of Object.entries(FORMS)) {
    const packed = text.length < SMALLEST ? text : pack(text);
    if (packed.length < WORTH * text.length) writeFileSync(name + ending, packed);
  }
}

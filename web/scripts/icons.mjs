// icons.mjs - writes one SVG sprite of the icons the client uses.
//
// node icons.mjs SOURCE-FOLDER OUT: every 'gi:name' in the sources is looked up in the set.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { icon } from './set.mjs';

const [source, out] = process.argv.slice(2);

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const used = new Set();
for (const path of files(source).filter((name) => /\.(ts|svelte)$/.test(name))) {
  const text = readFileSync(path, 'utf8');
  for (const [, name] of text.matchAll(/['"]gi:([a-z0-9-]+)['"]/g)) used.add(name);
}
const missing = [...used].filter((name) => !icon(name));
if (missing.length) throw new Error(`no such icon: ${missing.join(', ')}`);
const symbols = [...used]
  .sort()
  .map((name) => `<symbol id="gi-${name}" viewBox="0 0 512 512">${icon(name)}</symbol>`);
writeFileSync(out, `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`);
console.log(`${used.size} icons`);

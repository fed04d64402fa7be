// browser.mjs - the web client in a real Chromium against the real server, one TAP line a test.
//
// node browser.mjs PARLOR DIST SHOTS [WORDS]: the program, the built client, where pictures
// go, and optionally words that the names of the wanted tests contain. Several tests run at a
// time, each with people of its own; one that ends the server runs when nobody else needs it.
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { alone as exclusive, tests as rooms } from './rooms.mjs';
import { tests as alone } from './alone.mjs';
import { tests as journeys } from './journeys.mjs';
import { tests as motion } from './motion.mjs';
import { tests as notices } from './notices.mjs';
import { tests as people } from './people.mjs';
import { tests as plain } from './plain.mjs';
import { tests as puzzles } from './puzzles.mjs';
import { tests as sets } from './sets.mjs';
import { tests as sizes } from './sizes.mjs';
import { tests as files } from './static.mjs';
import { tests as walks } from './walks.mjs';
import { browser, folder, must, scene, server, shots, words } from './stage.mjs';

const LANES = availableParallelism() + 1; // a test also waits
const tests = {
  ...rooms,
  ...journeys,
  ...alone,
  ...motion,
  ...files,
  ...people,
  ...notices,
  ...sizes,
  ...plain,
  ...sets,
  ...puzzles,
  ...walks,
};

/** Null when it passed; else what it said, with pictures of what was on the screen, and what led there if that is wanted. */
async function attempt(name, test, traced) {
  const now = { contexts: [], complaints: [], traced };
  let said = null;
  try {
    await scene.run(now, test);
    must(now.complaints.length === 0, `the console says: ${now.complaints.join('; ')}`);
  } catch (error) {
    said = String(error.stack ?? error)
      .split('\n')
      .slice(0, 40)
      .map((line) => `# ${line}`)
      .join('\n');
    const kept = `failed-${name.replaceAll(/[^\w]+/g, '-')}`;
    const pages = now.contexts.flatMap((context) => context.pages());
    for (const [i, page] of pages.entries())
      await page.screenshot({ path: join(shots, `${kept}-${i}.png`) }).catch(() => undefined);
    if (traced)
      for (const [i, context] of now.contexts.entries())
        await context.tracing.stop({ path: join(shots, `${kept}-${i}.zip`) }).catch(() => undefined);
  }
  for (const context of now.contexts) await context.close().catch(() => undefined);
  return said;
}

const wanted = (list) =>
  Object.entries(list).filter(([name]) => !words.length || words.some((word) => name.includes(word)));
let count = 0;
let failed = 0;

async function run([name, test]) {
  const start = Date.now();
  let said = await attempt(name, test, words.length > 0);
  if (said && !words.length) {
    // whatever else kept the machine busy has a moment to pass
    console.log(`${said}\n# once more: ${name}`);
    if (server.process.exitCode !== null || server.process.signalCode !== null) await server.start();
    said = await attempt(name, test, true);
  }
  if (said) failed += 1;
  count += 1;
  console.log(
    said ? `not ok ${count} - ${name}\n${said}` : `ok ${count} - ${name} # ${Date.now() - start} ms`,
  );
}

const queue = wanted(tests);
async function lane() {
  for (let next = queue.shift(); next; next = queue.shift()) await run(next);
}
await Promise.all(Array.from({ length: LANES }, lane));
for (const each of wanted(exclusive)) await run(each);
console.log(`1..${count}`);
await browser.close();
await server.stop();
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0); // whatever a test has left open

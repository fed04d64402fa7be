// browser.mjs - the web client in a real Chromium against the real server, one TAP line a test.
//
// node browser.mjs PARLOR DIST SHOTS [WORDS]: the program, the built client, where pictures
// go, and optionally words that the names of the wanted tests contain.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { tests as alone } from './alone.mjs';
import { tests as journeys } from './journeys.mjs';
import { tests as people } from './people.mjs';
import { tests as plain } from './plain.mjs';
import { tests as sizes } from './sizes.mjs';
import { tests as rooms } from './rooms.mjs';
import { browser, complaints, folder, must, server, shots, words } from './stage.mjs';

const tests = { ...alone, ...rooms, ...journeys, ...people, ...sizes, ...plain };

/** Null when it passed; else what it said, with pictures of what was on the screen. */
async function attempt(name, test) {
  let said = null;
  try {
    await test();
    must(complaints.length === 0, `the console says: ${complaints.join('; ')}`);
  } catch (error) {
    said = String(error.stack ?? error)
      .split('\n')
      .slice(0, 40)
      .map((line) => `# ${line}`)
      .join('\n');
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [i, page] of pages.entries())
      await page
        .screenshot({ path: join(shots, `failed-${name.replaceAll(' ', '-')}-${i}.png`) })
        .catch(() => undefined);
  }
  complaints.length = 0;
  for (const context of browser.contexts()) await context.close();
  return said;
}

const wanted = Object.entries(tests).filter(
  ([name]) => !words.length || words.some((word) => name.includes(word)),
);
let failed = 0;
for (const [i, [name, test]] of wanted.entries()) {
  const start = Date.now();
  let said = await attempt(name, test);
  if (said && !words.length) {
    // whatever else kept the machine busy has a moment to pass
    console.log(`${said}\n# once more: ${name}`);
    if (server.process.exitCode !== null || server.process.signalCode !== null) await server.start();
    said = await attempt(name, test);
  }
  if (said) failed += 1;
  console.log(
    said ? `not ok ${i + 1} - ${name}\n${said}` : `ok ${i + 1} - ${name} # ${Date.now() - start} ms`,
  );
}
console.log(`1..${wanted.length}`);
await browser.close();
await server.stop();
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;

// static.mjs - the client as files on any web host: no server of ours, nothing but a folder.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { dist, folder, games, must, person, scene } from './stage.mjs';
import { site } from './site.mjs';

export const tests = {
  async 'every game plays from a folder on a plain web host, at its root and below'() {
    const hosts = [];
    for (const below of ['', 'at/home/']) {
      const files = join(folder, `site${hosts.length}`);
      execFileSync('tools/site.sh', [dist, join(files, below)]);
      const host = await site(files);
      hosts.push({ close: host.close, home: host.url + below });
    }
    const page = await person('Ann');
    for (const [i, game] of games.entries()) {
      await page.goto(hosts[i % 2].home);
      await page.waitForSelector(`[data-testid=play-${game}]`);
      await page.click(`[data-testid=play-${game}]`);
      await page.waitForSelector('[data-testid=moves] button');
      const before = await page.textContent('[data-testid=moves]');
      await page.click('[data-testid=moves] button');
      await page.waitForFunction(
        (said) => document.querySelector('[data-testid=moves]')?.textContent !== said,
        before,
      );
    }
    // Whether a server is there is asked, and answered: no.
    const { complaints } = scene.getStore();
    must(
      complaints.every((said) => said.includes('404')),
      complaints.join('; '),
    );
    complaints.length = 0;
    for (const host of hosts) host.close();
  },

  async 'the documents are a site that is searched, under our own rules for scripts'() {
    const files = join(folder, 'documents');
    execFileSync('tools/docs.sh', [join(files, 'docs')], { stdio: 'inherit' });
    const host = await site(files);
    const page = await person('Ann');
    await page.goto(`${host.url}docs/`);
    await page.click('a[href="RPC.html"]');
    must((await page.textContent('h1')) === 'The line protocol', 'another page');
    // Chinese has no blanks between its words.
    for (const [asked, answer] of [
      ['tactician', '/docs/AGENTS.html'],
      ['军事', '/docs/rules/duel.zh-Hans.html'],
      ['棄牌堆', '/docs/rules/smashup.zh-Hant.html'],
    ]) {
      await page.goto(`${host.url}docs/search.html?q=${encodeURIComponent(asked)}`);
      await page.waitForSelector('#mkdocs-search-results a');
      const found = await page
        .locator('#mkdocs-search-results a')
        .evaluateAll((all) => all.map((a) => a.href));
      must(
        found.some((href) => href.includes(answer)),
        `${asked}: ${found.join(' ')}`,
      );
    }
    host.close();
  },
};

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** files.json: all a browser has to keep to play without a connection, and which build it is. */
function listFiles(): { name: string; apply: 'build'; closeBundle(): void } {
  return {
    name: 'list-files',
    apply: 'build',
    closeBundle() {
      const names = readdirSync('dist', { recursive: true, encoding: 'utf8' })
        .filter(
          (name) =>
            statSync(join('dist', name)).isFile() &&
            !/^(sw\.js|files\.json|index\.html|preview\/.*|data\/[\w-]+\.net\.bin)$/.test(name),
        )
        .sort();
      const hash = createHash('sha256');
      for (const name of ['index.html', ...names]) hash.update(name).update(readFileSync(join('dist', name)));
      writeFileSync(
        'dist/files.json',
        JSON.stringify({
          build: hash.digest('hex').slice(0, 16),
          files: ['./', ...names.map((name) => `./${name}`)],
        }),
      );
    },
  };
}

/** Files find each other wherever the folder lies; only the page has to stand at the root, because a
 * server gives it for the links of rooms and matches too. */
function pageAtRoot(): {
  name: string;
  transformIndexHtml: { order: 'post'; handler(html: string): string };
} {
  return {
    name: 'page-at-root',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="./', '="/') },
  };
}

export default defineConfig({
  plugins: [svelte(), listFiles(), pageAtRoot()],
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: 'es' },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/page.ts'],
    environment: 'node',
    testTimeout: 60000,
    hookTimeout: 60000,
  },
});

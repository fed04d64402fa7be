// book.test.ts - the rulebooks as the client shows them: every rule of the file is on the page.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { book } from '../scripts/book.mjs';

const folder = '../docs/rules';

test('headings, lists in lists, tables and code become what they are', () => {
  const [lead, first] = book(
    '# T\n\nIn *our* **own** `<words>`.\n\n## 1. Setup\n\n1. One\n   goes on.\n   - inner [link](x.md)\n2. Two & three\n\n| a | b |\n| --- | --- |\n| `1` | 2 |\n',
  );
  expect(lead?.html).toBe('<p>In <i>our</i> <b>own</b> <code>&lt;words&gt;</code>.</p>');
  expect(first?.title).toBe('1. Setup');
  expect(first?.html).toBe(
    '<ol><li>One goes on.<ul><li>inner link</li></ul></li><li>Two &amp; three</li></ol>' +
      '<div class="wide" tabindex="0" role="group"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>',
  );
});

test('nothing of a rulebook is lost, and no sign of its markup is left', () => {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const shown = book(text)
      .map((section) => `${section.title} ${section.html}`)
      .join(' ');
    const words = (from: string): string[] => from.match(/[\p{L}\d]+/gu) ?? [];
    const plain = shown.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt);/g, ' ');
    const lost = words(
      text
        .replace(/^# .*$/m, '')
        .replace(/^\s*\d+\.\s/gm, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^```.*$/gm, ''),
    );
    expect(words(plain).length, name).toBeGreaterThanOrEqual(lost.length);
    expect(plain, name).not.toMatch(/\*\*|\|---|^#/m);
  }
});

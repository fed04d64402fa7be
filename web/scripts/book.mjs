// book.mjs - a rulebook of docs/rules as a page: its sections, each a title and HTML.
//
// Only what the rulebooks are written in: headings, paragraphs, lists, tables, blocks of code;
// code, bold, slanted and links within a line. Everything else is text and stays text.

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Links lead to other pages of the repository, which the client does not have: their words stay. */
function inline(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escape(part.slice(1, -1))}</code>`
        : escape(part)
            .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
            .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
            .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<i>$2</i>'),
    )
    .join('');
}

const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

function table([head, , ...rows]) {
  const row = (line, tag) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<div class="wide" tabindex="0" role="group"><table><thead>${row(head, 'th')}</thead><tbody>${rows
    .map((line) => row(line, 'td'))
    .join('')}</tbody></table></div>`;
}

const ITEM = /^(\s*)(\d+\.|[-*])\s+(.*)$/;

/** Items of one depth; what is indented further belongs to the item before it. */
function list(lines) {
  const depth = ITEM.exec(lines[0])[1].length;
  const ordered = /\d/.test(ITEM.exec(lines[0])[2]);
  const items = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1].length <= depth) items.push({ first: [item[3]], inner: [] });
    else if (item || items.at(-1).inner.length) items.at(-1).inner.push(line);
    else items.at(-1).first.push(line.trim());
  }
  const tag = ordered ? 'ol' : 'ul';
  const start = ordered ? parseInt(ITEM.exec(lines[0])[2], 10) : 1;
  return `<${tag}${start > 1 ? ` start="${start}"` : ''}>${items
    .map(({ first, inner }) => `<li>${inline(first.join(' '))}${inner.length ? list(inner) : ''}</li>`)
    .join('')}</${tag}>`;
}

/** The block that begins at a line, and how many lines it has. */
function block(lines, at) {
  const first = lines[at];
  const run = (goesOn) => {
    let end = at + 1;
    while (end < lines.length && goesOn(lines[end])) end += 1;
    return lines.slice(at, end);
  };
  if (first.startsWith('```')) {
    const taken = run((line) => !line.startsWith('```'));
    return [`<pre tabindex="0">${escape(taken.slice(1).join('\n'))}</pre>`, taken.length + 1];
  }
  if (first.startsWith('|')) {
    const taken = run((line) => line.startsWith('|'));
    return [table(taken), taken.length];
  }
  if (first.startsWith('### ')) return [`<h3>${inline(first.slice(4))}</h3>`, 1];
  if (ITEM.test(first)) {
    const taken = run((line) => ITEM.test(line) || /^\s+\S/.test(line));
    return [list(taken), taken.length];
  }
  const taken = run((line) => line.trim() && !/^(#|\||```)/.test(line) && !ITEM.test(line));
  return [`<p>${inline(taken.join(' '))}</p>`, taken.length];
}

function html(lines) {
  let out = '';
  for (let at = 0; at < lines.length;) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const [text, taken] = block(lines, at);
    out += text;
    at += taken;
  }
  return out;
}

/** @param {string} text the file @returns {{ title: string, html: string }[]} the first is what stands before the first heading */
export function book(text) {
  const sections = [{ title: '', lines: [] }];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3).trim(), lines: [] });
    else if (!line.startsWith('# ')) sections.at(-1).lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title: inline(title), html: html(lines) }));
}

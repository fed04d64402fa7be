// set.mjs - the licensed icons (game-icons, CC BY 3.0, see ICONS-LICENSE), made small.
//
// An icon is drawn on 512 by 512 and shown at a hundred pixels at most: whole numbers do. Every
// point is rounded where it lies, so that no error adds up along a line.
import { createRequire } from 'node:module';

const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json');
const pairs = { m: 1, l: 1, t: 1, q: 2, s: 2, c: 3 };

/** The body of an icon as SVG, without a colour; undefined where there is no such icon. */
export function icon(name) {
  const body = set.icons[name]?.body;
  return body
    ?.replaceAll(' fill="currentColor"', '')
    .replace(/ d="([^"]*)"/g, (_, d) => ` d="${shorter(d)}"`);
}

/** A path in relative whole numbers. */
export function shorter(d) {
  let at = [0, 0];
  let start = [0, 0];
  let pen = [0, 0]; // where the rounded path is
  const out = [];
  for (const [, letter, rest] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = numbersOf(rest, letter);
    const kind = letter.toLowerCase();
    const relative = letter === kind;
    if (kind === 'z') {
      at = start;
      pen = start.map(Math.round);
      out.push('z');
      continue;
    }
    const size = kind === 'a' ? 7 : kind === 'h' || kind === 'v' ? 1 : 2 * pairs[kind];
    for (let i = 0; i + size <= numbers.length; i += size) {
      const part = numbers.slice(i, i + size);
      const points = pointsOf(kind, part, relative ? at : [0, 0], at);
      const written = points.map(([x, y]) => [Math.round(x) - pen[0], Math.round(y) - pen[1]]);
      const name = kind === 'h' || kind === 'v' ? 'l' : kind === 'm' && i > 0 ? 'l' : kind;
      const lead =
        kind === 'a' ? [...part.slice(0, 2).map((n) => Math.round(n * 10) / 10), ...part.slice(2, 5)] : [];
      out.push(name + join([...lead, ...written.flat()]));
      at = points.at(-1);
      pen = at.map(Math.round);
      if (kind === 'm' && i === 0) start = at;
    }
  }
  return out.join('');
}

/** The flags of an arc may stand without a space: 0 01 means 0 0 1. */
function numbersOf(text, letter) {
  if (letter.toLowerCase() !== 'a')
    return (text.match(/[-+]?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
  const number = '([-+]?(?:\\d*\\.\\d+|\\d+\\.?)(?:e[-+]?\\d+)?)[\\s,]*';
  const arcs = new RegExp(`${number.repeat(3)}([01])[\\s,]*([01])[\\s,]*${number.repeat(2)}`, 'gi');
  return [...text.matchAll(arcs)].flatMap((found) => found.slice(1, 8).map(Number));
}

function pointsOf(kind, part, from, at) {
  if (kind === 'h') return [[from[0] + part[0], at[1]]];
  if (kind === 'v') return [[at[0], from[1] + part[0]]];
  const ends = kind === 'a' ? part.slice(5) : part;
  return Array.from({ length: ends.length / 2 }, (_, i) => [
    from[0] + ends[2 * i],
    from[1] + ends[2 * i + 1],
  ]);
}

function join(numbers) {
  return numbers.map((n, i) => (i && n >= 0 ? ` ${n}` : `${n}`)).join('');
}

// draw.ts - the few marks every picture is made of, as SVG text, and the rows of data that ask for them.

/** One step of a picture: `temple 22 73 76 62 roof=#3f7f8f` has a name, numbers, words and options. */
export interface Step {
  part: string;
  n: number[];
  words: string[];
  options: Record<string, string>;
}

/** A row of art.json: steps between bars, the first one being the scene they stand in. */
export function readRow(row: string): Step[] {
  return row
    .split('|')
    .map((text) => text.trim())
    .filter(Boolean)
    .map(readStep);
}

function readStep(text: string): Step {
  const [part = '', ...rest] = text.split(/\s+/);
  const step: Step = { part, n: [], words: [], options: {} };
  for (const token of rest) {
    const [key = '', value] = token.split('=');
    if (value !== undefined) step.options[key] = value;
    else if (/^-?[\d.]+$/.test(token)) step.n.push(Number(token));
    else step.words.push(token);
  }
  return step;
}

/** Two decimals are finer than any screen. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export const SHADE = '#2b1b2e';

function faded(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${num(opacity)}"`;
}

export function rect(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  opacity = 1,
  round = 0,
): string {
  const corner = round ? ` rx="${num(round)}"` : '';
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${corner} fill="${fill}"${faded(opacity)}/>`;
}

export function disc(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${faded(opacity)}/>`;
}

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}" fill-rule="evenodd"${faded(opacity)}/>`;
}

export function line(d: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"${faded(opacity)}/>`;
}

export type Point = [number, number];

export function poly(points: Point[], fill: string, opacity = 1): string {
  return path(`M${points.map(([x, y]) => `${num(x)},${num(y)}`).join(' ')}z`, fill, opacity);
}

/** The side away from the light, which comes from the left. */
export function shade(x: number, y: number, w: number, h: number, opacity = 0.2): string {
  return rect(x, y, w, h, SHADE, opacity);
}

/** Numbers that look thrown but are the same at every visit. */
export function thrown(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}

export function hash(text: string): number {
  let value = 7;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) >>> 0;
  return value;
}

export function gradient(id: string, stops: string[], across = false): string {
  const marks = stops.map(
    (colour, i) => `<stop offset="${num(i / Math.max(1, stops.length - 1))}" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${marks.join('')}</linearGradient>`;
}

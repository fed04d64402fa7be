// picture.ts - a row of art.json becomes a picture: an SVG that stands for itself, kept once it is made.
//
// Pictures are images, not elements of the page: a board of forty cards stays forty elements, and
// the browser keeps each picture drawn. So a picture brings its own icons and colours.
import { gradient, hash, line, num, path, poly, readRow, rect, disc, thrown, type Step } from './draw';
import { drawPart } from './parts';

export interface Art {
  frames: Record<string, [number, number]>; // kind of thing: width and height of its picture
  fills: Record<string, string[]>; // name: colours from top to bottom
  scenes: Record<string, string>; // name: a row
  art: Record<string, Record<string, string>>; // kind, id: a row
  icons: Record<string, string>; // what the rows use of the icon set
}

interface Canvas {
  art: Art;
  width: number;
  height: number;
  seed: number;
  used: Map<string, string[]>; // gradients asked for
}

function paint(canvas: Canvas, name: string): string {
  const stops = canvas.art.fills[name];
  if (!stops) return name;
  canvas.used.set(name, stops);
  return `url(#${name})`;
}

/** Sky, sun, two ridges and the ground: land TOP BOTTOM FAR NEAR GROUND sun=x,y,r */
function land(canvas: Canvas, step: Step): string {
  const [top = '#88a', low = '#eee', far = '#8a9', near = '#687', ground = '#465'] = step.words;
  const { width, height } = canvas;
  const horizon = step.n[0] ?? height * 0.58;
  const next = thrown(canvas.seed);
  const name = `l${top.slice(1)}`;
  canvas.used.set(name, [top, top, low, low]);
  const ridge = (y: number, rise: number, fill: string, n: number): string => {
    const hills = Array.from(
      { length: n },
      () => `q${num(width / n / 2)},${num(-rise * (0.4 + next()))} ${num(width / n)},${num(next() * 8 - 4)}`,
    );
    return path(`M0,${height}V${num(y)}${hills.join('')}V${height}z`, fill);
  };
  const [x = 0, y = 0, r = 0] = (
    step.options['sun'] ?? `${num(width * 0.73)},${num(height * 0.14)},${num(height * 0.12)}`
  )
    .split(',')
    .map(Number);
  return (
    rect(0, 0, width, height, `url(#${name})`) +
    (r ? disc(x, y, r, '#fff6d8', 0.35) + disc(x, y, r * 0.68, '#fff8e2', 0.9) : '') +
    ridge(horizon - height * 0.1, height * 0.16, far, 3) +
    ridge(horizon - height * 0.03, height * 0.09, near, 4) +
    path(
      `M0,${num(horizon + 2)}Q${width / 2},${num(horizon - 6)} ${width},${num(horizon + 3)}V${height}H0z`,
      ground,
    ) +
    path(
      `M0,${num(horizon + height * 0.15)}Q${num(width * 0.4)},${num(horizon + height * 0.07)} ${width},${num(horizon + height * 0.18)}V${height}H0z`,
      '#000',
      0.14,
    )
  );
}

/** Rays from a point: rays X Y fill=... n=14 */
function rays(step: Step): string {
  const [x = 80, y = 50] = step.n;
  const count = Number(step.options['n'] ?? 14);
  const wedge = Array.from({ length: count }, (_, i) => {
    const point = (turn: number): string =>
      `${num(x + 190 * Math.cos(turn))},${num(y + 190 * Math.sin(turn))}`;
    return `M${x},${y}L${point((i * 2 * Math.PI) / count)}L${point(((i + 0.46) * 2 * Math.PI) / count)}z`;
  });
  return path(wedge.join(''), step.options['fill'] ?? '#fff', Number(step.options['o'] ?? 0.2));
}

/** A floor of waves: water Y... fill=a,b,c, the nearest last. */
function water(canvas: Canvas, step: Step): string {
  const fills = (step.options['fill'] ?? '#48b4c4,#1f86a3,#0f5a7d').split(',');
  return step.n
    .map((y, i) =>
      path(
        `M-4,${y}${'q10,-7 20,0t20,0'.repeat(Math.ceil(canvas.width / 40) + 1)}V${canvas.height + 4}H-4z`,
        fills[i % fills.length] ?? '#1f86a3',
      ),
    )
    .join('');
}

function transform(step: Step, icon: string): string {
  const [x = 0, y = 0, size = 40] = step.n;
  const scale = num(size / 512);
  const turn = step.options['turn'] ? ` rotate(${step.options['turn']})` : '';
  const flip = step.options['flip'] ? `-${scale},${scale}` : scale;
  return `<g transform="translate(${num(x)},${num(y)})${turn} scale(${flip}) translate(-256,-256)">${icon}</g>`;
}

/** An icon flat, in one colour: icon NAME X Y SIZE COLOUR; its middle is at X, Y. */
function icon(canvas: Canvas, step: Step): string {
  const [name = '', fill = '#2f2530'] = step.words;
  const body = canvas.art.icons[name] ?? '';
  return `<g fill="${paint(canvas, fill)}" opacity="${step.options['o'] ?? 1}">${transform(step, body)}</g>`;
}

/** An icon as an inked print: a fat dark outline that fills its gaps, then the colours. */
function figure(canvas: Canvas, step: Step): string {
  const [name = '', fill = 'bone', ink = '#1a1420'] = step.words;
  const body = canvas.art.icons[name] ?? '';
  const fat = step.options['outline'] ?? '30';
  const under = `<g fill="${ink}" stroke="${ink}" stroke-width="${fat}" stroke-linejoin="round">${body}</g>`;
  return `<g opacity="${step.options['o'] ?? 1}">${transform(step, `${under}<g fill="${paint(canvas, fill)}">${body}</g>`)}</g>`;
}

function books(canvas: Canvas, step: Step): string {
  const [x = 0, y = 0, w = 40, rows = 3] = step.n;
  const next = thrown(canvas.seed + x);
  const tones = ['#b3486a', '#d8a93a', '#5d8fd0', '#7fb06a', '#c77b3a', '#8a5fd0'];
  let out = rect(x, y, w, rows * 30 + 4, '#1f1033');
  for (let r = 0; r < rows; r++) {
    for (let at = x + 3; at < x + w - 6; at += 6 + Math.floor(next() * 3))
      out += rect(at, y + r * 30 + 6 + Math.floor(next() * 4), 5, 20, tones[Math.floor(next() * 6)] ?? '');
    out += rect(x, y + r * 30 + 27, w, 3, '#6b4a2a');
  }
  return out;
}

const canvasParts: Record<string, (canvas: Canvas, step: Step) => string> = {
  land,
  rays: (_canvas, step) => rays(step),
  water,
  icon,
  figure,
  books,
  sky: (canvas, step) => rect(0, 0, canvas.width, canvas.height, paint(canvas, step.words[0] ?? '#446')),
  glow: (canvas, step) => {
    canvas.used.set('glow', []);
    return `<circle cx="${step.n[0] ?? 0}" cy="${step.n[1] ?? 0}" r="${step.n[2] ?? 40}" fill="url(#glow)" opacity="${step.options['o'] ?? 0.8}"/>`;
  },
  ground: (canvas, step) =>
    path(
      `M0,${step.n[0] ?? 90}q${num(canvas.width / 4)},-12 ${num(canvas.width / 2)},-1t${num(canvas.width / 2)},-3V${canvas.height}H0z`,
      step.options['fill'] ?? '#222',
    ),
  ridge: (canvas, step) => {
    const next = thrown(canvas.seed + (step.n[0] ?? 0));
    const peaks = Array.from(
      { length: 9 },
      (_, i) =>
        `${num((i * canvas.width) / 8)},${num((step.n[0] ?? 60) - (i % 2 ? 1 : 0.2) * (step.n[1] ?? 20) * (0.6 + next() * 0.6))}`,
    );
    return path(
      `M0,${canvas.height}L${peaks.join(' ')}L${canvas.width},${canvas.height}z`,
      step.options['fill'] ?? '#456',
    );
  },
  skyline: (canvas, step) => {
    const next = thrown(canvas.seed + 3);
    let out = '',
      lights = '';
    for (let x = -4; x < canvas.width;) {
      const w = 14 + next() * 16;
      const top = (step.n[0] ?? 60) - next() * (step.n[1] ?? 30);
      out += rect(x, top, w, canvas.height - top, step.options['fill'] ?? '#1b3342');
      for (let y = top + 6; y < canvas.height - 20; y += 11)
        if (next() > 0.45)
          lights += rect(x + 4 + next() * (w - 10), y, 4, 5, step.options['light'] ?? '#ffd56b');
      x += w + 2;
    }
    return out + lights;
  },
  bamboo: (canvas, step) =>
    Array.from(
      { length: 7 },
      (_, i) =>
        line(
          `M${10 + i * 24},0v${canvas.height}`,
          i % 2 ? '#4f6a4c' : '#2a4030',
          i % 2 ? 6 : 9,
          Number(step.options['o'] ?? 1),
        ) +
        line(`M${5 + i * 24},${28 + (i % 3) * 14}h10M${5 + i * 24},${72 + (i % 2) * 12}h10`, '#141f18', 2),
    ).join(''),
  traces: (_canvas, step) =>
    line(
      'M0,20h40l10,10h30M0,44h24l8,8h26M160,16h-36l-12,12M160,46h-30l-10,10h-18M0,84h30l10,-8M160,88h-34l-8,-8M60,0v20M100,0v26',
      step.options['fill'] ?? '#8ff0ff',
      1.4,
      0.45,
    ),
  tri: (_canvas, step) =>
    poly(
      [
        [step.n[0] ?? 0, step.n[1] ?? 0],
        [step.n[2] ?? 0, step.n[3] ?? 0],
        [step.n[4] ?? 0, step.n[5] ?? 0],
      ],
      step.options['fill'] ?? '#333',
      Number(step.options['o'] ?? 1),
    ),
};

/** Every step of a row, the scene's before its own; what nobody can draw is named by 'odd'. */
export function drawRow(canvas: Canvas, row: string, odd: (what: string) => void = () => undefined): string {
  return readRow(row)
    .map((step) => {
      const scene = canvas.art.scenes[step.part];
      if (scene) return drawRow(canvas, scene, odd);
      const [name = ''] = step.words;
      if (/^(icon|figure)$/.test(step.part) && !canvas.art.icons[name]) odd(`icon ${name}`);
      const { fill } = step.options;
      if (fill && canvas.art.fills[fill]) step.options['fill'] = paint(canvas, fill);
      const drawn = canvasParts[step.part]?.(canvas, step) ?? drawPart(step);
      if (drawn === undefined) odd(step.part);
      return drawn ?? '';
    })
    .join('');
}

/** The whole picture of a thing as SVG; 'row' stands in where the data has none. */
export function compose(
  art: Art,
  kind: string,
  id: string,
  row = art.art[kind]?.[id],
  odd?: (what: string) => void,
): string {
  const [width, height] = art.frames[kind] ?? [120, 120];
  const canvas: Canvas = { art, width, height, seed: hash(id), used: new Map() };
  const body = drawRow(canvas, row ?? '', odd);
  const glow =
    '<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>';
  const defs = [...canvas.used]
    .map(([name, stops]) => (name === 'glow' ? glow : gradient(name, stops)))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${body}</svg>`;
}

export function asImage(svg: string): string {
  return `data:image/svg+xml,${svg.replace(/[#%<>"]/g, (sign) => (sign === '"' ? "'" : encodeURIComponent(sign)))}`;
}

// parts.ts - what stands in a picture: buildings, trees, goods, people; each a name that art.json may use.
//
// A part is drawn at x, y: the middle or the left end of its foot, as its own line says. All are
// lit from the left; what a part is made of may be said by the row (fill, roof, n).
import { SHADE, disc, line, num, path, poly, rect, shade, thrown, type Point, type Step } from './draw';

export const STONE = ['#f6e7c8', '#e0c79b', '#b9956c'] as const;
const ROOF = '#b5563a';
const DARK = '#2f2530';
const WOOD = '#5a3f2c';

type Part = (n: number[], o: Record<string, string>, words: string[]) => string;

function block(x: number, y: number, w: number, h: number, fill: string = STONE[1]): string {
  return rect(x, y, w, h, fill) + shade(x + w * 0.68, y, w * 0.32, h);
}

function row(x: number, y: number, w: number, h: number, n: number, fill: string = STONE[0]): string {
  const width = (w / n) * 0.5;
  let lit = '',
    dark = '',
    caps = '';
  const box = (a: number, b: number, c: number, d: number): string =>
    `M${num(a)},${num(b)}h${num(c)}v${num(d)}h${num(-c)}z`;
  for (let i = 0; i < n; i++) {
    const at = x + ((i + 0.5) * w) / n - width / 2;
    lit += box(at, y, width, h);
    dark += box(at + width * 0.6, y, width * 0.4, h);
    caps +=
      box(at - width * 0.22, y, width * 1.44, h * 0.07 + 1) +
      box(at - width * 0.22, y + h * 0.94 - 1, width * 1.44, h * 0.06 + 1);
  }
  return path(lit, fill) + path(dark, SHADE, 0.24) + path(caps, STONE[1]);
}

function gable(x: number, y: number, w: number, h: number, roof: string): string {
  const top: Point = [x + w / 2, y - h];
  return (
    poly([[x - 3, y], top, [x + w + 3, y]], roof) +
    poly([top, [x + w + 3, y], [x + w / 2, y]], SHADE, 0.22) +
    poly(
      [
        [x + 5, y - 1.5],
        [x + w / 2, y - h + 4.5],
        [x + w - 5, y - 1.5],
      ],
      STONE[1],
    )
  );
}

function arch(x: number, y: number, w: number, h: number, fill = DARK, opacity = 0.88): string {
  return path(
    `M${num(x)},${num(y)}v${num(w / 2 - h)}a${num(w / 2)},${num(w / 2)} 0 0 1 ${num(w)},0V${num(y)}z`,
    fill,
    opacity,
  );
}

function temple(x: number, y: number, w: number, h: number, n: number, roof: string): string {
  const steps = STONE.map((tone, i) => rect(x - 4 - i * 3, y - (3 - i) * 3.4, w + 8 + i * 6, 3.4, tone)).join(
    '',
  );
  const eaves = y - h * 0.74;
  return (
    steps +
    rect(x, eaves, w, h * 0.74 - 10.2, DARK, 0.75) +
    row(x, eaves + 5, w, h * 0.74 - 15.2, n) +
    rect(x - 3, eaves, w + 6, 6, STONE[0]) +
    shade(x + w * 0.6, eaves, w * 0.4 + 3, 6, 0.16) +
    gable(x - 1, eaves, w + 2, h * 0.26, roof)
  );
}

function wall(x: number, y: number, w: number, h: number, n: number, fill: string): string {
  const tooth = w / (2 * n - 1);
  const next = thrown(Math.round(x * 7 + y + w));
  let teeth = '',
    bricks = '';
  for (let i = 0; i < n; i++)
    teeth += `M${num(x + 2 * i * tooth)},${num(y - h + 0.5)}v${num(-tooth * 1.1)}h${num(tooth)}v${num(tooth * 1.1)}z`;
  for (let i = 0; i < (w * h) / 170; i++)
    bricks += `M${num(x + 2 + next() * (w - 11))},${num(y - h + 3 + next() * (h - 7))}h7v3h-7z`;
  return (
    rect(x, y - h, w, h, fill) +
    path(teeth, fill) +
    path(bricks, SHADE, 0.15) +
    shade(x + w * 0.68, y - h - tooth, w * 0.32, h + tooth)
  );
}

function house(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  roof: string,
  door: boolean,
): string {
  const top = y - h;
  return (
    block(x, top, w, h, fill) +
    poly(
      [
        [x - 3, top],
        [x + 3, top - w * 0.22],
        [x + w - 3, top - w * 0.22],
        [x + w + 3, top],
      ],
      roof,
    ) +
    poly(
      [
        [x + w * 0.6, top - w * 0.22],
        [x + w - 3, top - w * 0.22],
        [x + w + 3, top],
        [x + w * 0.62, top],
      ],
      SHADE,
      0.2,
    ) +
    (door ? arch(x + w * 0.38, y, w * 0.24, h * 0.55) : '')
  );
}

function amphora(x: number, y: number, s: number, fill: string): string {
  const side = `C${num(x + s * 0.36)},${num(y - s * 0.7)} ${num(x + s * 0.3)},${num(y - s * 0.2)} ${num(x + s * 0.07)},${num(y)}`;
  const other = `C${num(x - s * 0.3)},${num(y - s * 0.2)} ${num(x - s * 0.36)},${num(y - s * 0.7)} ${num(x - s * 0.09)},${num(y - s * 0.84)}`;
  const neck = `h${num(s * 0.18)}v${num(s * 0.16)}`;
  return (
    path(`M${num(x - s * 0.09)},${num(y - s)}${neck}${side}h${num(-s * 0.14)}${other}z`, fill) +
    path(
      `M${num(x)},${num(y - s)}h${num(s * 0.09)}v${num(s * 0.16)}${side}h${num(-s * 0.07)}z`,
      SHADE,
      0.22,
    ) +
    line(
      `M${num(x - s * 0.09)},${num(y - s * 0.92)}q${num(-s * 0.22)},${num(s * 0.06)} ${num(-s * 0.17)},${num(s * 0.3)}M${num(x + s * 0.09)},${num(y - s * 0.92)}q${num(s * 0.22)},${num(s * 0.06)} ${num(s * 0.17)},${num(s * 0.3)}`,
      fill,
      s * 0.05,
    ) +
    rect(x - s * 0.25, y - s * 0.6, s * 0.5, s * 0.07, '#3b2320', 0.5)
  );
}

function kiln(x: number, y: number, w: number, h: number, fill: string): string {
  const right = `C${num(x + w * 0.7)},${num(y - h)} ${num(x + w)},${num(y - h * 0.8)} ${num(x + w)},${num(y)}z`;
  return (
    path(
      `M${num(x)},${num(y)}C${num(x)},${num(y - h * 0.8)} ${num(x + w * 0.3)},${num(y - h)} ${num(x + w * 0.38)},${num(y - h)}h${num(w * 0.24)}${right}`,
      fill,
    ) +
    path(`M${num(x + w * 0.55)},${num(y)}V${num(y - h)}h${num(w * 0.07)}${right}`, SHADE, 0.28) +
    arch(x + w * 0.3, y, w * 0.4, h * 0.42, '#3a1c18', 1) +
    arch(x + w * 0.37, y, w * 0.26, h * 0.28, '#f6a33c', 1) +
    arch(x + w * 0.42, y, w * 0.16, h * 0.17, '#fde9a0', 1)
  );
}

function cypress(x: number, y: number, h: number, fill: string): string {
  const half = `C${num(x + h * 0.17)},${num(y - h * 0.3)} ${num(x + h * 0.1)},${num(y - h * 0.8)} ${num(x)},${num(y - h)}`;
  const left = `C${num(x - h * 0.1)},${num(y - h * 0.8)} ${num(x - h * 0.17)},${num(y - h * 0.3)} ${num(x)},${num(y)}`;
  return (
    path(`M${num(x)},${num(y)}${half}${left}z`, fill) + path(`M${num(x)},${num(y)}${half}z`, '#0b1f24', 0.3)
  );
}

function pine(x: number, y: number, s: number, fill: string): string {
  let out = rect(x - s * 0.05, y - s * 0.2, s * 0.1, s * 0.2, WOOD);
  for (let i = 0; i < 3; i++) {
    const foot = y - s * 0.14 - i * s * 0.25;
    const w = s * (0.34 - 0.08 * i);
    out +=
      poly(
        [
          [x - w, foot],
          [x, foot - s * 0.38],
          [x + w, foot],
        ],
        fill,
      ) +
      poly(
        [
          [x, foot],
          [x, foot - s * 0.38],
          [x + w, foot],
        ],
        '#0b1f24',
        0.28,
      );
  }
  return out;
}

function palm(x: number, y: number, h: number, fill: string): string {
  let out = line(
    `M${num(x)},${num(y)}q${num(h * 0.08)},${num(-h * 0.5)} ${num(h * 0.02)},${num(-h)}`,
    '#6a4a2f',
    h * 0.06,
  );
  for (const degrees of [-150, -110, -60, -25, 10, 190]) {
    const a = (degrees * Math.PI) / 180;
    const end = `${num(x + Math.cos(a) * h * 0.42)},${num(y - h + Math.sin(a) * h * 0.26 + h * 0.12)}`;
    const middle = x + Math.cos(a) * h * 0.21;
    out += path(
      `M${num(x)},${num(y - h)}Q${num(middle)},${num(y - h + Math.sin(a) * h * 0.4 - 4)} ${end}Q${num(middle + 1)},${num(y - h + Math.sin(a) * h * 0.12)} ${num(x)},${num(y - h)}z`,
      fill,
    );
  }
  return out;
}

function awning(x: number, y: number, w: number, h: number, fill: string, n: number): string {
  const s = w / n;
  let out = '';
  for (let i = 0; i < n; i++) {
    const at = x + i * s;
    const lean = (edge: number): number => edge + (w / 2 - (edge - x)) * 0.12;
    out += path(
      `M${num(lean(at))},${num(y)}L${num(lean(at + s))},${num(y)}L${num(at + s)},${num(y + h)}a${num(s / 2)},${num(s / 2)} 0 0 1 ${num(-s)},0z`,
      i % 2 ? '#fbeecb' : fill,
    );
  }
  return out + shade(x, y + h * 0.55, w, h * 0.45, 0.1);
}

function log(x: number, y: number, r: number, length: number): string {
  const body = length
    ? rect(x, y - r, length, r * 2, '#7b4e2c') +
      shade(x, y - r * 0.3, length, r * 0.25) +
      shade(x, y + r * 0.4, length, r * 0.6, 0.25)
    : '';
  return body + disc(x, y, r, '#dcb27a') + disc(x, y, r * 0.62, '#c08d55') + disc(x, y, r * 0.3, '#9a6538');
}

function person(x: number, y: number, h: number, fill: string): string {
  return (
    disc(x, y - h * 0.86, h * 0.14, fill) +
    path(
      `M${num(x - h * 0.2)},${num(y)}q${num(h * 0.04)},${num(-h * 0.7)} ${num(h * 0.2)},${num(-h * 0.7)}q${num(h * 0.16)},0 ${num(h * 0.2)},${num(h * 0.7)}z`,
      fill,
    )
  );
}

function shelf(x: number, y: number, w: number, h: number, rows: number): string {
  const next = thrown(Math.round(x + w));
  const tones = ['#f2e2bb', '#e3c88f', '#d5b070'];
  const rolls = ['', '', ''];
  let hearts = '',
    boards = '';
  const each = (h - 4) / rows;
  for (let k = 1; k <= rows; k++) {
    for (let at = x + 4; at < x + w - 6;) {
      const r = [2.4, 3, 3.6][Math.floor(next() * 3)] ?? 3;
      const tone = Math.floor(next() * 3);
      const middle = y + 2 + k * each - r - 1.4;
      rolls[tone] += `M${num(at)},${num(middle)}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`;
      hearts += `M${num(at + r)},${num(middle)}h0`;
      at += 2 * r + 0.8;
    }
    boards += rect(x, y + 0.6 + k * each, w, 1.8, '#8a5a38');
  }
  return (
    rect(x, y, w, h, '#6b432b') +
    rect(x + 2, y + 2, w - 4, h - 4, '#3a2419') +
    boards +
    rolls.map((d, i) => path(d, tones[i] ?? '')).join('') +
    line(hearts, '#8d5b34', 2.2)
  );
}

function rock(x: number, y: number, w: number, h: number, fill: string): string {
  return (
    poly(
      [
        [x, y],
        [x + w * 0.12, y - h * 0.6],
        [x + w * 0.4, y - h],
        [x + w * 0.75, y - h * 0.85],
        [x + w, y],
      ],
      fill,
    ) +
    poly(
      [
        [x + w * 0.4, y - h],
        [x + w * 0.75, y - h * 0.85],
        [x + w, y],
        [x + w * 0.55, y],
      ],
      '#20242e',
      0.28,
    ) +
    poly(
      [
        [x + w * 0.12, y - h * 0.6],
        [x + w * 0.4, y - h],
        [x + w * 0.5, y - h * 0.55],
        [x + w * 0.2, y - h * 0.3],
      ],
      '#fff',
      0.18,
    )
  );
}

function pyramid(x: number, y: number, w: number, h: number, fill: string): string {
  return (
    poly(
      [
        [x - w, y],
        [x, y - h],
        [x + w, y],
      ],
      fill,
    ) +
    poly(
      [
        [x, y - h],
        [x + w, y],
        [x + w * 0.25, y],
      ],
      SHADE,
      0.4,
    ) +
    poly(
      [
        [x - w * 0.2, y - h * 0.8],
        [x, y - h],
        [x + w * 0.2, y - h * 0.8],
        [x + w * 0.05, y - h * 0.75],
      ],
      '#fff',
      0.7,
    )
  );
}

function tree(x: number, y: number, s: number, fill: string): string {
  return (
    rect(x - s * 0.06, y - s * 0.5, s * 0.12, s * 0.5, WOOD) +
    disc(x - s * 0.2, y - s * 0.55, s * 0.26, fill) +
    disc(x + s * 0.2, y - s * 0.6, s * 0.27, fill) +
    disc(x, y - s * 0.8, s * 0.3, fill) +
    disc(x + s * 0.12, y - s * 0.62, s * 0.28, '#0b1f24', 0.18)
  );
}

function waves(y: number, w: number, h: number, fill: string, deep: string): string {
  let out = rect(0, y, w, h - y, fill);
  for (let i = 0; y + 8 + i * 11 < h; i++)
    out += path(
      `M0,${num(y + 8 + i * 11)}${`q${num(w / 12)},-5 ${num(w / 6)},0`.repeat(6)}V${num(h)}H0z`,
      deep,
      0.35,
    );
  return out;
}

function wheel(x: number, y: number, r: number, fill: string): string {
  let teeth = '';
  for (let i = 0; i < 14; i++) {
    const at = (turn: number, far: number): string =>
      `${num(x + r * far * Math.cos(turn))},${num(y + r * far * Math.sin(turn))}`;
    teeth += `M${at(i * 0.4488, 0.95)}L${at(i * 0.4488 + 0.2, 1.24)}L${at(i * 0.4488 + 0.4, 0.95)}z`;
  }
  return (
    path(teeth, '#8f8d86') +
    disc(x, y, r, '#8f8d86') +
    disc(x, y, r * 0.78, fill) +
    disc(x, y, r * 0.22, DARK)
  );
}

function flame(x: number, y: number, s: number): string {
  return (
    path(
      `M${num(x)},${num(y)}c${num(-s * 0.4)},${num(-s * 0.33)} ${num(-s * 0.2)},${num(-s * 0.6)} ${num(-s * 0.1)},${num(-s * 0.87)}c${num(s * 0.07)},${num(s * 0.2)} ${num(s * 0.2)},${num(s * 0.17)} ${num(s * 0.17)},${num(-s * 0.13)}c${num(s * 0.3)},${num(s * 0.3)} ${num(s * 0.33)},${num(s * 0.67)} ${num(-s * 0.07)},${num(s)}z`,
      '#f4a63a',
    ) +
    path(
      `M${num(x)},${num(y)}c${num(-s * 0.2)},${num(-s * 0.2)} ${num(-s * 0.1)},${num(-s * 0.33)} 0,${num(-s * 0.53)}c${num(s * 0.13)},${num(s * 0.17)} ${num(s * 0.2)},${num(s * 0.33)} 0,${num(s * 0.53)}z`,
      '#fdebad',
    )
  );
}

function many(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('');
}

function pair(word: string): Point {
  const [x = 0, y = 0] = word.split(',').map(Number);
  return [x, y];
}

/** n[i], or 0: a row that forgets a number draws something odd rather than nothing. */
const at = (n: number[], i: number): number => n[i] ?? 0;

export const parts: Record<string, Part> = {
  temple: (n, o) => temple(at(n, 0), at(n, 1), at(n, 2), at(n, 3), Number(o['n'] ?? 5), o['roof'] ?? ROOF), // left foot, size
  columns: (n, o) => row(at(n, 0), at(n, 1) - at(n, 3), at(n, 2), at(n, 3), Number(o['n'] ?? 4), o['fill']),
  gable: (n, o) => gable(at(n, 0), at(n, 1), at(n, 2), at(n, 3), o['roof'] ?? ROOF),
  arch: (n, o) =>
    many(Number(o['n'] ?? 1), (i) =>
      arch(
        at(n, 0) + i * Number(o['gap'] ?? 0),
        at(n, 1),
        at(n, 2),
        at(n, 3),
        o['fill'],
        Number(o['o'] ?? 0.9),
      ),
    ),
  wall: (n, o) => wall(at(n, 0), at(n, 1), at(n, 2), at(n, 3), Number(o['n'] ?? 5), o['fill'] ?? STONE[2]),
  house: (n, o) =>
    house(
      at(n, 0),
      at(n, 1),
      at(n, 2),
      at(n, 3),
      o['fill'] ?? STONE[0],
      o['roof'] ?? ROOF,
      o['door'] !== '0',
    ),
  block: (n, o) =>
    many(Number(o['n'] ?? 1), (i) =>
      block(at(n, 0) + i * Number(o['gap'] ?? 0), at(n, 1) - at(n, 3), at(n, 2), at(n, 3), o['fill']),
    ),
  box: (n, o) =>
    many(Number(o['n'] ?? 1), (i) =>
      rect(
        at(n, 0) + i * Number(o['gap'] ?? 0),
        at(n, 1) - at(n, 3),
        at(n, 2),
        at(n, 3),
        o['fill'] ?? WOOD,
        Number(o['o'] ?? 1),
        Number(o['r'] ?? 0),
      ),
    ),
  bricks: (n, o) =>
    many(at(n, 2) * at(n, 3), (i) => {
      // left foot, columns, rows
      const line = Math.floor(i / at(n, 2));
      return rect(
        at(n, 0) + (i % at(n, 2)) * 11 + (line % 2 ? 5 : 0),
        at(n, 1) - line * 7 - 6,
        10,
        6,
        ['#c06a43', '#a9553a', '#cf7f55'][i % 3] ?? o['fill'] ?? '',
      );
    }),
  kiln: (n, o) => kiln(at(n, 0), at(n, 1), at(n, 2), at(n, 3), o['fill'] ?? '#b8704a'),
  smoke: (n, o) =>
    (
      [
        [0, 0, 0.14],
        [0.12, 0.25, 0.2],
        [-0.05, 0.5, 0.25],
        [0.2, 0.8, 0.32],
      ] as const
    )
      .map(([dx, dy, r]) =>
        disc(at(n, 0) + dx * at(n, 2), at(n, 1) - dy * at(n, 2), r * at(n, 2), o['fill'] ?? '#fff', 0.28),
      )
      .join(''),
  cypress: (n, o) => cypress(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#2d5245'),
  tree: (n, o) => tree(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#47703f'),
  pine: (n, o) => pine(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#3c5f3f'),
  palm: (n, o) => palm(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#3f6b46'),
  log: (n, o) =>
    many(Number(o['n'] ?? 1), (i) => log(at(n, 0) + i * at(n, 2) * 2.1, at(n, 1), at(n, 2), at(n, 3))), // middle of its end, radius, length
  rock: (n, o) => rock(at(n, 0), at(n, 1), at(n, 2), at(n, 3), o['fill'] ?? '#a9a69b'),
  awning: (n, o) =>
    awning(at(n, 0), at(n, 1), at(n, 2), at(n, 3), o['fill'] ?? '#c0492f', Number(o['n'] ?? 6)),
  amphora: (n, o) =>
    many(Number(o['n'] ?? 1), (i) =>
      amphora(
        at(n, 0) + i * Number(o['gap'] ?? 13),
        at(n, 1),
        at(n, 2),
        (o['fill'] ?? '#b5623c,#3f8a78,#d4a24a,#8a5d8c').split(',')[
          i % (o['fill'] ?? 'a,b,c,d').split(',').length
        ] ?? '',
      ),
    ),
  flag: (n, o) =>
    rect(at(n, 0), at(n, 1) - at(n, 2), 1.6, at(n, 2), '#4a3326') +
    path(
      `M${num(at(n, 0) + 1.6)},${num(at(n, 1) - at(n, 2))}q7,-3 13,1q-4,4 0,8q-7,-3 -13,1z`,
      o['fill'] ?? '#b3282d',
    ),
  sea: (n, o) =>
    waves(at(n, 0), at(n, 1) || 200, at(n, 2) || 126, o['fill'] ?? '#2f7f94', o['deep'] ?? '#1d5a70'),
  person: (n, o) =>
    many(Number(o['n'] ?? 1), (i) =>
      person(at(n, 0) + i * Number(o['gap'] ?? 20), at(n, 1), at(n, 2), o['fill'] ?? DARK),
    ),
  shelf: (n) => shelf(at(n, 0), at(n, 1), at(n, 2), at(n, 3), 4), // top left
  pool: (n) =>
    path(`M${at(n, 0)},${at(n, 1)}h${at(n, 2)}l10,${at(n, 3)}h${-at(n, 2) - 20}z`, '#dfe9e4') +
    path(`M${at(n, 0) + 6},${at(n, 1) + 3}h${at(n, 2) - 12}l8,${at(n, 3) - 6}h${-at(n, 2) - 4}z`, '#3f9fb8') +
    line(
      `M${at(n, 0) + 12},${at(n, 1) + 12}q9,-4 18,0t18,0t18,0M${at(n, 0) + 8},${at(n, 1) + 22}q10,-4 20,0t20,0t20,0`,
      '#d6f2f2',
      1.6,
    ),
  dome: (n, o) =>
    path(
      `M${num(at(n, 0) - at(n, 2))},${at(n, 1)}a${at(n, 2)},${at(n, 2)} 0 0 1 ${2 * at(n, 2)},0z`,
      o['fill'] ?? '#3f7f8f',
    ) +
    path(
      `M${at(n, 0)},${at(n, 1) - at(n, 2)}a${at(n, 2)},${at(n, 2)} 0 0 1 ${at(n, 2)},${at(n, 2)}h${-at(n, 2)}z`,
      '#0b1f2e',
      0.25,
    ), // middle of its foot, radius
  pyramid: (n, o) => pyramid(at(n, 0), at(n, 1), at(n, 2), at(n, 3), o['fill'] ?? '#e6c07a'),
  tent: (n, o) =>
    poly(
      [
        [at(n, 0), at(n, 1)],
        [at(n, 0) + at(n, 2) / 2, at(n, 1) - at(n, 3)],
        [at(n, 0) + at(n, 2), at(n, 1)],
      ],
      o['fill'] ?? '#c0492f',
    ) +
    poly(
      [
        [at(n, 0) + at(n, 2) / 2, at(n, 1) - at(n, 3)],
        [at(n, 0) + at(n, 2), at(n, 1)],
        [at(n, 0) + at(n, 2) * 0.68, at(n, 1)],
      ],
      SHADE,
      0.25,
    ) +
    poly(
      [
        [at(n, 0) + at(n, 2) * 0.36, at(n, 1)],
        [at(n, 0) + at(n, 2) / 2, at(n, 1) - at(n, 3) * 0.55],
        [at(n, 0) + at(n, 2) * 0.64, at(n, 1)],
      ],
      DARK,
    ),
  saw: (n, o) => wheel(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#d8d5cb'),
  flame: (n) => flame(at(n, 0), at(n, 1), at(n, 2)),
  flask: (n, o) =>
    path(
      `M${at(n, 0)},${at(n, 1)}q${-at(n, 2)},${-at(n, 2) * 1.2} 0,${-at(n, 2) * 1.9}v${-at(n, 2)}h${at(n, 2) * 0.5}v${at(n, 2)}q${at(n, 2)},${at(n, 2) * 0.7} 0,${at(n, 2) * 1.9}z`,
      o['fill'] ?? '#4fb3b8',
      0.9,
    ),
  fence: (n, o) =>
    many(
      Math.ceil(at(n, 2) / 14),
      (i) =>
        rect(at(n, 0) + i * 14, at(n, 1) - at(n, 3), 4, at(n, 3), o['fill'] ?? '#e0c79b') +
        shade(at(n, 0) + i * 14 + 2.4, at(n, 1) - at(n, 3), 1.6, at(n, 3), 0.3),
    ) +
    rect(at(n, 0), at(n, 1) - at(n, 3) * 0.8, at(n, 2), 4, o['fill'] ?? '#f0dcb4') +
    rect(at(n, 0), at(n, 1) - at(n, 3) * 0.42, at(n, 2), 4, o['fill'] ?? '#e0c79b'),
  stakes: (n) =>
    many(
      Math.ceil(at(n, 2) / 10),
      (i) =>
        poly(
          [
            [at(n, 0) + i * 10, at(n, 1)],
            [at(n, 0) + i * 10, at(n, 1) - at(n, 3) * 0.85],
            [at(n, 0) + i * 10 + 5, at(n, 1) - at(n, 3)],
            [at(n, 0) + i * 10 + 10, at(n, 1) - at(n, 3) * 0.85],
            [at(n, 0) + i * 10 + 10, at(n, 1)],
          ],
          ['#9a6a42', '#8a5c38', '#a87850'][i % 3] ?? '',
        ) + shade(at(n, 0) + i * 10 + 7, at(n, 1) - at(n, 3) * 0.85, 3, at(n, 3) * 0.85, 0.25),
    ),
  target: (n) =>
    [1, 0.76, 0.52, 0.28]
      .map((far, i) => disc(at(n, 0), at(n, 1), at(n, 2) * far, i % 2 ? '#b3282d' : '#f6e7c8'))
      .join(''),
  spears: (n, o) =>
    many(
      Number(o['n'] ?? 5),
      (i) =>
        rect(at(n, 0) + i * 7, at(n, 1) - at(n, 2), 1.8, at(n, 2), '#3a2020') +
        poly(
          [
            [at(n, 0) - 0.6 + i * 7, at(n, 1) - at(n, 2)],
            [at(n, 0) + 0.9 + i * 7, at(n, 1) - at(n, 2) - 7],
            [at(n, 0) + 2.4 + i * 7, at(n, 1) - at(n, 2)],
          ],
          '#d9d4c4',
        ),
    ),
  dots: (n, o) =>
    many(Number(o['n'] ?? 4), (i) =>
      disc(
        at(n, 0) + i * Number(o['gap'] ?? 8),
        at(n, 1),
        at(n, 2),
        (o['fill'] ?? '#c0492f,#d9a13c,#6f8f3c').split(',')[i % 3] ?? (o['fill'] ?? '').split(',')[0] ?? '',
      ),
    ),
  stars: (n) => {
    const next = thrown(at(n, 2) || 5);
    return many(Math.max(at(n, 2), 12), () =>
      disc(next() * at(n, 0), next() * at(n, 1), 0.5 + next() * 0.7, '#fff', 0.9),
    );
  },
  beams: (n, o) =>
    poly(
      [
        [at(n, 0), at(n, 1)],
        [at(n, 0) - at(n, 2), at(n, 1) - at(n, 2) * 0.18],
        [at(n, 0) - at(n, 2), at(n, 1) + at(n, 2) * 0.18],
      ],
      o['fill'] ?? '#fff3b8',
      0.45,
    ) +
    poly(
      [
        [at(n, 0), at(n, 1)],
        [at(n, 0) + at(n, 2), at(n, 1) - at(n, 2) * 0.14],
        [at(n, 0) + at(n, 2), at(n, 1) + at(n, 2) * 0.18],
      ],
      o['fill'] ?? '#fff3b8',
      0.35,
    ) +
    disc(at(n, 0), at(n, 1), 12, '#fff3b8', 0.4) +
    disc(at(n, 0), at(n, 1), 6, '#fff3b8'),
  tiers: (n) =>
    [54, 46, 38, 30]
      .map((w, i) => {
        // seats around a stage: middle, top, scale
        const s = at(n, 2) || 1;
        const y = at(n, 1) + i * 8 * s;
        return path(
          `M${num(at(n, 0) - w * s)},${num(y)}A${num(w * s)},${num(w * 0.42 * s)} 0 0 0 ${num(at(n, 0) + w * s)},${num(y)}l${num(-5 * s)},${num(-9 * s)}A${num((w - 5) * s)},${num(w * 0.4 * s)} 0 0 1 ${num(at(n, 0) - (w - 5) * s)},${num(y - 9 * s)}z`,
          [STONE[2], STONE[1], STONE[0], STONE[1]][i] ?? '',
        );
      })
      .join(''),
  disc: (n, o) => disc(at(n, 0), at(n, 1), at(n, 2), o['fill'] ?? '#fff6d8', Number(o['o'] ?? 1)),
  poly: (_n, o, words) => poly(words.map(pair), o['fill'] ?? STONE[1], Number(o['o'] ?? 1)),
  path: (_n, o, words) => {
    // a row's words end at spaces, so a path writes _ for them
    const d = (words[0] ?? '').replaceAll('_', ' ');
    return o['width']
      ? line(d, o['fill'] ?? DARK, Number(o['width']), Number(o['o'] ?? 1))
      : path(d, o['fill'] ?? STONE[1], Number(o['o'] ?? 1));
  },
};

export function drawPart(step: Step): string | undefined {
  return parts[step.part]?.(step.n, step.options, step.words);
}

// folds.ts - folded paper: a figure is a list of facets in shades of one paper and one contrasting paper.
//
// p0 is the lit side and p5 the deepest fold of the card's own paper; a0 to a3 are the other paper. So
// one figure serves every colour. `~p2 ...` is drawn on both sides of the middle, the right one darker.
import { num, readRow, type Step } from './draw';

export interface Papers {
  top: string; // the card's ground, from top to bottom
  foot: string;
  other: string; // the contrasting paper
  fold?: string; // what the figure is folded from, where that is not the ground's dark tone
  seal: string; // an icon beside the colour
}

export interface Folds {
  figures: Record<string, string>;
  papers: Record<string, Papers>;
  icons: Record<string, string>;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

export function mix(a: string, b: string, share: number): string {
  const other = channels(b);
  return `#${channels(a)
    .map((value, i) =>
      Math.round(value * share + (other[i] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The ten papers a figure of this colour is folded from. */
export function shades(papers: Papers): Record<string, string> {
  const fold = papers.fold ?? papers.foot;
  const cream = '#fffaf0';
  return {
    p0: mix(fold, '#fffdf6', papers.fold ? 0.1 : 0),
    p1: mix(fold, cream, 0.14),
    p2: mix(fold, cream, 0.28),
    p3: mix(fold, cream, 0.45),
    p4: mix(fold, cream, 0.67),
    p5: mix(fold, '#10161c', 0.55),
    a0: mix(papers.other, '#ffffff', 0.68),
    a1: papers.other,
    a2: mix(papers.other, '#30141a', 0.8),
    a3: mix(papers.other, '#30141a', 0.6),
  };
}

const darker: Record<string, string> = {
  p0: 'p1',
  p1: 'p2',
  p2: 'p3',
  p3: 'p4',
  p4: 'p5',
  p5: 'p5',
  a0: 'a1',
  a1: 'a2',
  a2: 'a3',
  a3: 'a3',
};

function facet(step: Step, papers: Record<string, string>): string {
  const both = step.part.startsWith('~');
  const shade = both ? step.part.slice(1) : step.part;
  const one = (points: string[], fill: string): string =>
    `<path d="M${points.join(' ')}z" fill="${papers[fill] ?? '#f0f'}"/>`;
  const mirrored = step.words.map((word) => {
    const [x = 0, y = 0] = word.split(',').map(Number);
    return `${num(100 - x)},${num(y)}`;
  });
  return one(step.words, shade) + (both ? one(mirrored, darker[shade] ?? shade) : '');
}

function eye(step: Step, papers: Record<string, string>): string {
  const [x = 50, y = 50, r = 2.6] = step.n;
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${papers['p5'] ?? ''}"/><circle cx="${num(x - r * 0.3)}" cy="${num(y - r * 0.3)}" r="${num(r * 0.36)}" fill="#fff"/>`;
}

/** The facets of a figure; `use fish 38 4 48` puts another figure into it, at x, y, that wide. */
export function facets(
  folds: Folds,
  figure: string,
  papers: Record<string, string>,
  odd: (what: string) => void = () => undefined,
): string {
  return readRow(folds.figures[figure] ?? '')
    .map((step) => {
      const [x = 0, y = 0, width = 100] = step.n;
      if (step.part === 'use')
        return `<g transform="translate(${x},${y}) scale(${num(width / 100)})">${facets(folds, step.words[0] ?? '', papers, odd)}</g>`;
      if (step.part === 'eye') return eye(step, papers);
      if (step.part === 'light')
        return `<path d="M${step.words.join(' ')}z" fill="#fff6c8" opacity="${step.options['o'] ?? 0.5}"/>`;
      if (step.part === 'crease')
        return `<path d="${step.words.join(' ')}" fill="none" stroke="${papers['p5'] ?? ''}" stroke-width="1.2" opacity=".55"/>`;
      if (!papers[step.part.replace('~', '')]) odd(step.part);
      return facet(step, papers);
    })
    .join('');
}

export function fold(folds: Folds, figure: string, colour: string): string {
  const papers = folds.papers[colour] ?? folds.papers['white'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${papers ? facets(folds, figure, shades(papers)) : ''}</svg>`;
}

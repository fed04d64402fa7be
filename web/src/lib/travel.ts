// travel.ts - pieces travel from where they were to where they are, and numbers tick; for every board.
//
// A board marks what it draws: data-piece="<id>" is the same piece wherever it is drawn,
// data-from="<spot>" is where a new one comes from (an element with data-spot), data-count
// is a number worth watching. Nothing waits for a movement; who wants calm sees none.
import { likeness, runs, show, type Motion, type Was } from './motion';
import { calm } from './settings.svelte';

const TRAVEL_MS = 380;
const STEP_MS = 140; // of a piece that walks
const TICK_MS = 460;
const AT_ONCE_MAX = 60; // more than that is a new table, not a move

export interface Seen {
  pieces: Map<string, Was>;
  counts: Map<string, string>;
}

function countKey(node: HTMLElement): string {
  return node.dataset['count'] ?? '';
}

/** Where everything is now; called before the table changes. */
export function look(board: HTMLElement | undefined): Seen | null {
  if (!board || calm()) return null;
  const pieces = new Map<string, Was>();
  for (const node of board.querySelectorAll<HTMLElement>('[data-piece]'))
    pieces.set(node.dataset['piece'] ?? '', {
      node,
      parent: node.parentElement,
      rect: node.getBoundingClientRect(),
    });
  const counts = new Map<string, string>();
  for (const node of board.querySelectorAll<HTMLElement>('[data-count]'))
    counts.set(countKey(node), node.textContent ?? '');
  return { pieces, counts };
}

const levels = new WeakMap<HTMLElement, string>(); // of those in flight, above all others meanwhile

/** From there to here in so many hops; none is a flight. */
function keyframes(start: { dx: number; dy: number; scale: number }, steps: number): Keyframe[] {
  const { dx, dy, scale } = start;
  if (!steps) return [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: 'none' }];
  return Array.from({ length: 2 * steps + 1 }, (_, i) => {
    const left = 1 - i / (2 * steps);
    return { transform: `translate(${dx * left}px, ${dy * left - (i % 2 ? 7 : 0)}px)` };
  });
}

interface Flight {
  node: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  steps: number;
  above: boolean; // it comes from another part of the board, which cuts off what leaves it
}

/* Only transforms and opacity are animated: the browser does that without drawing anything again. */
function fly({ node, from, to, steps, above }: Flight, board: HTMLElement): void {
  const sx = from.width / Math.max(to.width, 1);
  const sy = from.height / Math.max(to.height, 1);
  const scale = Math.min(Math.max(Math.min(sx, sy), 0.35), 2.2);
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const duration = steps ? STEP_MS * steps : TRAVEL_MS;
  const way = keyframes({ dx, dy, scale }, steps);
  const timing = { duration, easing: steps ? 'linear' : 'cubic-bezier(.2, .75, .25, 1)' };
  if (above) {
    const copy = likeness({ node, parent: node.parentElement, rect: to }, board, 'flies');
    runs(node.animate([{ opacity: 0 }, { opacity: 0 }], { duration }));
    runs(copy.animate(way, timing), () => copy.remove());
    return;
  }
  if (!levels.has(node)) levels.set(node, node.style.zIndex);
  node.style.zIndex = '60';
  runs(node.animate(way, timing), () => {
    node.style.zIndex = levels.get(node) ?? '';
    levels.delete(node);
  });
}

/** Sets everything on its way; called once the new table is drawn. 'motions': what the step looks like beside. */
export function travel(board: HTMLElement | undefined, seen: Seen | null, motions: Motion[] = []): void {
  if (!board || !seen || calm()) return;
  const steps = new Map(motions.flatMap((each) => ('walks' in each ? [[each.walks, each.steps]] : [])));
  const moved: Flight[] = [];
  const fresh: HTMLElement[] = [];
  for (const node of board.querySelectorAll<HTMLElement>('[data-piece]')) {
    const to = node.getBoundingClientRect();
    const spot = node.dataset['from'];
    const piece = node.dataset['piece'] ?? '';
    const was = seen.pieces.get(piece);
    const from =
      was?.rect ??
      (spot ? board.querySelector<HTMLElement>(`[data-spot="${spot}"]`)?.getBoundingClientRect() : undefined);
    if (!from) fresh.push(node);
    else if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > 3)
      moved.push({ node, from, to, steps: steps.get(piece) ?? 0, above: was?.node !== node && to.width > 0 });
  }
  show(board, seen.pieces, motions);
  if (moved.length <= AT_ONCE_MAX) for (const each of moved) fly(each, board);
  if (seen.pieces.size)
    for (const node of fresh)
      node.animate(
        [
          { opacity: 0, transform: 'scale(.85)' },
          { opacity: 1, transform: 'none' },
        ],
        { duration: TRAVEL_MS },
      );
  for (const node of board.querySelectorAll<HTMLElement>('[data-count]')) {
    const before = seen.counts.get(countKey(node));
    if (before === undefined || before === node.textContent) continue;
    const up = parseInt(node.textContent ?? '', 10) >= parseInt(before, 10);
    node.animate(
      [
        { transform: 'none' },
        { transform: `translateY(${up ? -3 : 3}px) scale(1.35)` },
        { transform: 'none' },
      ],
      { duration: TICK_MS, easing: 'ease-out' },
    );
  }
}

// motion.ts - what happened is seen to happen: pieces leave the table, numbers rise, a pawn walks.
//
// A game says what its events look like (GameFace.motions); a piece that is drawn before and after
// a step travels by itself (travel.ts). Everything here is drawn on a layer above the page that no
// press reaches: nothing waits for it, a click or Escape ends it, who wants calm sees none of it.
import type { Session } from './transport';
import type { TableEvent } from './types';

/** Places are named as a board marks them: data-spot, data-piece or data-count; of several the first in sight. */
export type Motion =
  | { leaves: string; to: string[]; lost?: boolean } // a piece that is drawn no more: there it goes
  | { empties: string; to: (piece: string) => string[] } // a place with all that lay on it
  | { rises: string; over: string[]; good: boolean } // a few letters
  | { walks: string; steps: number }; // a piece that goes step by step, not at once

export interface Was {
  node: HTMLElement;
  parent: HTMLElement | null;
  rect: DOMRect;
}

const LEAP_MOVES = 25; // more than that at once is a leap through a replay

/** What has happened since it was last asked for; what was there at first, or was leapt over, is no news. */
export class News {
  private seen = -1;
  private moves = 0;

  of({ events, fresh, table }: Session): TableEvent[] {
    const leaps = this.seen < 0 || table.moves - this.moves > LEAP_MOVES;
    const from = leaps ? events.length : Math.max(this.seen, fresh);
    this.seen = events.length;
    this.moves = table.moves;
    return events.slice(from);
  }
}

const LEAVE_MS = 460;
const LOST_MS = 820; // what is destroyed is seen to be, before it goes
const RISE_MS = 1400;
const STAGGER_MS = 70;
const AT_ONCE_MAX = 24;
const sized = ['--u', '--w', '--s']; // what a card takes from where it lies

const running = new Set<Animation>();
let layer: HTMLElement | undefined;

/** Whatever moves is where it goes. */
export function skip(): void {
  for (const each of running) each.finish();
}

/** Lets a movement be skipped while it lasts. */
export function runs(animation: Animation, then?: () => void): void {
  if (!running.size) {
    addEventListener('click', skip, true);
    addEventListener('keydown', onkey, true);
  }
  running.add(animation);
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    if (!running.size) {
      removeEventListener('click', skip, true);
      removeEventListener('keydown', onkey, true);
    }
    then?.();
  };
}

function onkey(event: KeyboardEvent): void {
  if (event.key === 'Escape') skip();
}

function above(): HTMLElement {
  if (!layer?.isConnected) {
    layer = document.createElement('div');
    layer.className = 'motion';
    layer.ariaHidden = 'true';
    layer.inert = true;
    document.body.append(layer);
  }
  return layer;
}

const inSight = (rect: DOMRect): boolean =>
  rect.width > 0 &&
  rect.height > 0 &&
  rect.bottom > 0 &&
  rect.right > 0 &&
  rect.top < innerHeight &&
  rect.left < innerWidth;

function placeOf(board: HTMLElement, names: string[]): DOMRect | undefined {
  for (const name of names) {
    const id = CSS.escape(name);
    for (const node of board.querySelectorAll(
      `[data-spot="${id}"], [data-piece="${id}"], [data-count="${id}"]`,
    )) {
      const rect = node.getBoundingClientRect();
      if (inSight(rect)) return rect;
    }
  }
  return undefined;
}

function isDrawn(board: HTMLElement, piece: string): boolean {
  const node = board.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
  return !!node && node.getBoundingClientRect().width > 0;
}

/** A piece as it is or was last seen, on the layer: there nothing cuts it off. */
export function likeness(was: Was, board: HTMLElement, motion: string): HTMLElement {
  const copy = was.node.cloneNode(true) as HTMLElement;
  for (const node of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['id', 'data-piece', 'data-spot', 'data-count', 'data-testid'])
      node.removeAttribute(name);
    node.classList.remove('can', 'chosen');
  }
  const around = getComputedStyle(was.parent?.isConnected ? was.parent : board);
  for (const name of sized)
    if (!was.node.style.getPropertyValue(name)) copy.style.setProperty(name, around.getPropertyValue(name));
  const { left, top, width, height } = was.rect;
  Object.assign(copy.style, {
    position: 'absolute',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    transform: 'none',
    transition: 'none',
  });
  copy.dataset['motion'] = motion;
  above().append(copy);
  return copy;
}

function leave(board: HTMLElement, was: Was, to: string[], order: number, lost = false): void {
  const goal = placeOf(board, to);
  if (!goal || !inSight(was.rect)) return;
  const copy = likeness(was, board, lost ? 'lost' : 'leaves');
  const { left, top, width, height } = was.rect;
  const dx = goal.left + goal.width / 2 - (left + width / 2);
  const dy = goal.top + goal.height / 2 - (top + height / 2);
  const small = Math.min(1, Math.max(0.22, Math.min(goal.width / width, goal.height / height)));
  const there = `translate(${dx}px, ${dy}px) scale(${small})`;
  const half = `translate(${dx / 2}px, ${dy / 2 - 26}px) scale(${(1 + small) / 2})`;
  const way = [
    { transform: 'none', opacity: 1 },
    ...(lost ? [{ transform: 'rotate(-3deg) scale(1.05)', opacity: 1, offset: 0.35 }] : []),
    { transform: half, opacity: 1, offset: lost ? 0.7 : 0.55 },
    { transform: there, opacity: 0.25 },
  ];
  runs(
    copy.animate(way, {
      duration: lost ? LOST_MS : LEAVE_MS,
      delay: order * STAGGER_MS,
      easing: 'ease-in-out',
      fill: 'both',
    }),
    () => copy.remove(),
  );
}

function rise(board: HTMLElement, text: string, over: string[], good: boolean, order: number): void {
  const at = placeOf(board, over);
  if (!at) return;
  const word = document.createElement('span');
  word.textContent = text;
  word.dataset['motion'] = good ? 'gain' : 'loss';
  word.style.left = `${at.left + at.width / 2}px`;
  word.style.top = `${Math.max(at.top, 40)}px`;
  above().append(word);
  runs(
    word.animate(
      [
        { transform: 'translate(-50%, -30%) scale(.7)', opacity: 0 },
        { transform: 'translate(-50%, -90%) scale(1.1)', opacity: 1, offset: 0.15 },
        { transform: 'translate(-50%, -110%)', opacity: 1, offset: 0.75 },
        { transform: 'translate(-50%, -150%)', opacity: 0 },
      ],
      { duration: RISE_MS, delay: order * 4 * STAGGER_MS, fill: 'both' },
    ),
    () => word.remove(),
  );
}

/** Sets on its way what is no longer on the board; 'was' has everything as it lay before. */
export function show(board: HTMLElement, was: Map<string, Was>, motions: Motion[]): void {
  let gone = 0;
  const risen = new Map<string, number>();
  const go = (piece: string, to: string[], lost?: boolean): void => {
    const before = was.get(piece);
    if (before && gone < AT_ONCE_MAX && !isDrawn(board, piece)) leave(board, before, to, gone++, lost);
  };
  for (const each of motions) {
    if ('leaves' in each) go(each.leaves, each.to, each.lost);
    else if ('empties' in each) {
      const place = was.get(each.empties)?.node;
      for (const [piece, { node }] of was)
        if (node !== place && place?.contains(node)) go(piece, each.to(piece));
    } else if ('rises' in each) {
      const key = each.over[0] ?? '';
      const order = risen.get(key) ?? 0;
      risen.set(key, order + 1);
      rise(board, each.rises, each.over, each.good, order);
    }
  }
}

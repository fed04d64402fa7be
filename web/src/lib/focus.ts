// focus.ts - who plays by keys finds the focus where it was, though the board has been drawn anew.
//
// A move takes its button away with it. Before the table changes we remember what had the focus;
// afterwards it goes to the same piece, or to the first thing that can be chosen, or it waits on
// the board until something can.

export interface Held {
  inMoves: boolean;
  piece: string;
  label: string;
}

/** What has the focus within the table; null where that is not ours to keep. */
export function holdFocus(table: HTMLElement | undefined): Held | null {
  const node = document.activeElement;
  if (!table || !(node instanceof HTMLElement || node instanceof SVGElement)) return null;
  if (!table.contains(node)) return null;
  return {
    inMoves: !!node.closest('.moves'),
    piece: node.closest<HTMLElement>('[data-piece]')?.dataset['piece'] ?? '',
    label: node.getAttribute('aria-label') ?? '',
  };
}

function find(table: HTMLElement, held: Held): HTMLElement | null {
  const board = table.querySelector<HTMLElement>('.board');
  if (held.inMoves) return table.querySelector<HTMLElement>('.moves button') ?? board;
  const named = (selector: string): HTMLElement | null => board?.querySelector<HTMLElement>(selector) ?? null;
  return (
    (held.piece ? named(`button[data-piece="${CSS.escape(held.piece)}"]`) : null) ??
    (held.label ? named(`[aria-label="${CSS.escape(held.label)}"]`) : null) ??
    named('button.can:not(:disabled), .can[tabindex="0"]') ??
    board
  );
}

/** Gives the focus back where it got lost, and takes it from the waiting board to what can be done. */
export function giveFocus(table: HTMLElement | undefined, held: Held | null): void {
  if (!table || !held || document.querySelector('dialog[open]')) return;
  const now = document.activeElement;
  const waits = now === table.querySelector('.board');
  if (now && now !== document.body && !waits) return;
  find(table, held)?.focus({ preventScroll: true });
}

const NOTE = 'can-be-chosen';

/** What glows says so: each thing that can be chosen is described by the note of that id. */
export function describeChoices(board: HTMLElement | undefined): void {
  if (!board) return;
  for (const node of board.querySelectorAll(`[aria-describedby="${NOTE}"]`))
    if (!node.matches('.can')) node.removeAttribute('aria-describedby');
  for (const node of board.querySelectorAll('.can:not([aria-describedby])'))
    node.setAttribute('aria-describedby', NOTE);
}

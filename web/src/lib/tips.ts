// tips.ts - what a resting mouse reads in a title, a finger and the keyboard read too.
//
// The title of what has the focus, or is held under a finger, is shown in a bubble. Held without
// a title, a thing is asked for as with the right button, which not every phone does by itself.

const HOLD_MS = 480;
const STAYS_MS = 3500;
const bubble = document.createElement('div');
bubble.className = 'tip';
bubble.setAttribute('role', 'tooltip');
bubble.dataset['testid'] = 'tip';

let hideTimer = 0;
let holdTimer = 0;
let held = false; // the finger has been answered: its click means nothing more

function hide(): void {
  clearTimeout(hideTimer);
  bubble.remove();
}

function show(at: Element): void {
  hide();
  bubble.textContent = at.getAttribute('title');
  (at.closest('dialog') ?? document.body).append(bubble); // a dialog lies above the page
  const [box, own] = [at.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 8;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
  hideTimer = window.setTimeout(hide, STAYS_MS);
}

function titled(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[title]:not([title=""])') : null;
}

function ask(target: Element, event: PointerEvent): void {
  const at = titled(target);
  const menu = { bubbles: true, cancelable: true, clientX: event.clientX, clientY: event.clientY };
  const answered = !target.dispatchEvent(new MouseEvent('contextmenu', menu));
  if (!answered && at) show(at);
  held = answered || !!at;
}

export function watchTips(): void {
  window.addEventListener('focusin', (event) => {
    const at = titled(event.target);
    if (at?.matches(':focus-visible')) show(at);
    else if (!held) hide(); // the finger that asked also gives the focus
  });
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  window.addEventListener('pointerdown', (event) => {
    hide();
    held = false;
    clearTimeout(holdTimer);
    const target = event.target;
    if (event.pointerType !== 'mouse' && event.isPrimary && target instanceof Element)
      holdTimer = window.setTimeout(() => ask(target, event), HOLD_MS);
  });
  for (const end of ['pointerup', 'pointercancel', 'scroll', 'contextmenu'])
    window.addEventListener(end, () => clearTimeout(holdTimer), true);
  window.addEventListener(
    'click',
    (event) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

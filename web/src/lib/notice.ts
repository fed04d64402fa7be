// notice.ts - somebody who looks elsewhere is told that it is their turn, if they asked for it.
import { settings } from './settings.svelte';

let shown: Notification | undefined;

/** Shown once until it is looked at; a browser that forbids it stays silent. */
export function notice(title: string, text: string): void {
  if (!settings.notify || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  shown?.close();
  try {
    shown = new Notification(title, { body: text, tag: 'parlor-turn', icon: './mark.svg' });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones allow notices from a service worker only; the title still says it.
  }
}

addEventListener('visibilitychange', () => {
  if (!document.hidden) shown?.close();
});

// push.ts - who has no page open is told of their turn by the browser's push service, where it and the server can.
import { settings } from './settings.svelte';

/** A connection to the server that has said who one is. */
interface Line {
  call(op: string, fields?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

let told: { person: string; done: Promise<void> } | undefined; // since the page was opened

async function manager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined;
  return (await navigator.serviceWorker.ready).pushManager;
}

function words(key: ArrayBuffer | null | undefined): string {
  const letters = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The subscription by the server's key; one by another key is of no use any more. */
async function subscription(push: PushManager, key: string): Promise<PushSubscription> {
  const known = await push.getSubscription();
  if (known && words(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function say(line: Line): Promise<void> {
  try {
    const { key } = await line.call('notify');
    const push = await manager();
    if (!push) return;
    const { endpoint, keys } = (await subscription(push, String(key))).toJSON();
    await line.call('notify', { endpoint, ...keys });
  } catch {
    told = undefined; // the title, and a notice while the page is open, still say it
  }
}

/** Says where this browser is told, once a page and person; a server or browser without it stays silent. */
export async function tellHere(line: Line, person: string): Promise<void> {
  if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return;
  if (told?.person !== person) told = { person, done: say(line) };
  await told.done;
}

/** Not here any more, nor for whoever one was. */
export async function tellNoMore(line: Line): Promise<void> {
  told = undefined;
  try {
    const known = await (await manager())?.getSubscription();
    if (!known) return;
    await line.call('notify', { endpoint: known.endpoint, off: true });
    await known.unsubscribe();
  } catch {
    // A service that cannot be reached is told by the next one who asks.
  }
}

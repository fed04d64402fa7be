// main.ts - puts the client on the page.
import { mount } from 'svelte';
import { loadIcons } from './lib/icons';
import { watchTips } from './lib/tips';
import './style.css';

/* A room's link is /r/CODE, a match's /m/ID; the page itself lives at the root. */
const room = /^\/r\/(\w+)/.exec(location.pathname)?.[1];
const match = /^\/m\/(\w+)/.exec(location.pathname)?.[1];
if (match) history.replaceState(null, '', `/#/match/${match}`);
if (room) history.replaceState(null, '', `/#/room/${room}`);

const target = document.getElementById('app');
if (!target) throw new Error('no #app');
watchTips();
void loadIcons().catch(() => undefined); // it can be played without
void import('./App.svelte').then((app) => mount(app.default, { target }));

if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  void navigator.serviceWorker
    .register('./sw.js')
    .then(async () => {
      const ready = await navigator.serviceWorker.ready;
      const all = await fetch('./files.json');
      if (all.ok) ready.active?.postMessage(await all.json());
    })
    .catch(() => undefined);
}

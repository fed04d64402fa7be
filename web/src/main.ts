// main.ts - puts the client on the page.
import { mount } from 'svelte';
import './style.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('no #app');
mount(App, { target });

if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
  void navigator.serviceWorker.register('./sw.js').then(async () => {
    const ready = await navigator.serviceWorker.ready;
    const keep = performance.getEntriesByType('resource').map((entry) => entry.name);
    ready.active?.postMessage({ keep: [...keep, './', './parlor.wasm', './icons.svg'] });
  }).catch(() => undefined);
}

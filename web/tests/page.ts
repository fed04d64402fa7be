// page.ts - what a page has that Node has not, for the client's files under test.
import { vi } from 'vitest';
import { readJson } from './engine';

vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('fetch', (path: string) =>
  Promise.resolve({ ok: true, json: () => Promise.resolve(readJson(path.replace(/^data\//, ''))) }),
);

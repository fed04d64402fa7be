// alone.ts - the only move: how long it waits before it is made without a press.
import type { Table } from './types';

const SEEN_MS = 600; // to see the table before it changes
const THOUGHT_MS = 1000; // and as much again by chance: as somebody takes who has a choice

/** undefined: there is a choice. 'here': nobody else looks on who could learn from the haste. */
export function waitAlone(only: Table['only'], here: boolean, closes: boolean): number | undefined {
  if (!only) return undefined;
  if (only === 'hidden' && !here) return THOUGHT_MS * (1 + Math.random());
  return closes ? 0 : SEEN_MS;
}

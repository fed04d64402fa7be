// finished.ts - the last matches that ended here, and matches as files.
import type { MatchFile } from './types';

const KEY = 'parlor.finished';
const KEEP = 12;

export interface Finished {
  when: number;
  names: string[];
  file: MatchFile;
  you?: number; // where one sat
  at?: number; // the move to begin with
}

export function finishedMatches(): Finished[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Finished[];
  } catch {
    return [];
  }
}

export function keepFinished(match: Finished): void {
  const rest = finishedMatches().filter((each) => each.file.hash !== match.file.hash);
  try {
    localStorage.setItem(KEY, JSON.stringify([match, ...rest].slice(0, KEEP)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The replay page takes its match from here. */
export function handOver(match: Finished): void {
  sessionStorage.setItem('parlor.replay', JSON.stringify(match));
}

export function handedOver(): Finished | null {
  return JSON.parse(sessionStorage.getItem('parlor.replay') ?? 'null') as Finished | null;
}

/** A match as text: the seed is a number, however large. */
export function writeMatch(file: MatchFile): string {
  return JSON.stringify({ ...file, seed: String(file.seed) }).replace(/"seed":"(-?\d+)"/, '"seed":$1');
}

export function downloadMatch(file: MatchFile): void {
  const url = URL.createObjectURL(new Blob([writeMatch(file)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${file.game}-${file.seed}.parlor.json`;
  link.click();
  URL.revokeObjectURL(url);
}

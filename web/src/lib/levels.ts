// levels.ts - which machines a game offers: who has learned nothing of it is left out.
import { agents, games } from '../generated/games';

const LEARNED = ['expert', 'instinct'];

export function hasLearned(level: string | undefined): boolean {
  return LEARNED.includes(level ?? '');
}

export function levels(game: string): string[] {
  const learned = games.find((each) => each.id === game)?.learned;
  return learned ? agents : agents.filter((each) => !hasLearned(each));
}

/** Whose advice is given. */
export function adviser(game: string): string {
  const known = levels(game);
  return ['expert', 'hard'].find((each) => known.includes(each)) ?? known.at(-1) ?? 'greedy';
}

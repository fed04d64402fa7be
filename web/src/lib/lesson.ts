// lesson.ts - a guided first game: things worth saying, each when its moment comes.
//
// A lesson is a deal and a list of moments. A moment has a condition on the table and a
// place to point at; its words are the texts "lesson.<game>.<id>". The first one whose
// condition holds and that has not been dealt with is shown, so whatever the player does
// instead, the lesson goes on from there.
import type { Session } from './transport';
import type { OptionValues } from './types';

export interface Moment {
  id: string;
  point?: string; // a selector
  read?: boolean; // dealt with by reading it; the others by making a move
  phase?: string[];
  legal?: string; // a move of this name is open to you
  event?: string; // this has happened
  count?: { event: string; min: number }; // so often
  over?: boolean;
}

export interface Lesson {
  players: number;
  seed: number;
  level: string;
  options: OptionValues;
  moments: Moment[];
}

/** A lesson out of its file. */
export function asLesson(file: { default: unknown }): Lesson {
  return file.default as Lesson;
}

export function holds(moment: Moment, now: Session): boolean {
  const yours = now.table.to_act === now.you && !now.table.over;
  if (moment.over) return now.table.over;
  if (now.table.over) return false;
  if (!moment.read && !yours) return false;
  if (moment.phase && !moment.phase.includes(now.table.phase)) return false;
  if (moment.legal && !now.table.legal.some((each) => each.type === moment.legal)) return false;
  if (moment.event && !now.events.some((each) => each.type === moment.event)) return false;
  if (
    moment.count &&
    now.events.filter((each) => each.type === moment.count?.event).length < moment.count.min
  )
    return false;
  return true;
}

export function momentNow(lesson: Lesson, done: string[], now: Session): Moment | null {
  return lesson.moments.find((each) => !done.includes(each.id) && holds(each, now)) ?? null;
}

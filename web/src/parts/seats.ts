// seats.ts - how seats are told apart: a colour and a dash each in charts, a name everywhere.
import { agentName } from '../lib/say';
import type { SeatInfo } from '../lib/types';

export const seatColours = ['#0b6e66', '#b4471f', '#6b3fa0', '#8a6100'];
export const seatDashes = ['', '7 4', '2 4', '10 3 2 3'];

/** A machine is called by its level in the language of now; several of them are counted. */
export function seatLabel(seats: SeatInfo[], seat: number): string | undefined {
  const of = seats[seat];
  if (of?.kind !== 'agent' || !of.level) return of?.name;
  const machines = seats.flatMap((each, i) => (each.kind === 'agent' ? [i] : []));
  const name = agentName(of.level);
  return machines.length > 1 ? `${name} ${machines.indexOf(seat) + 1}` : name;
}

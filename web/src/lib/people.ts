// people.ts - what the server knows of people: accounts, sessions, ratings, matches.
import { Online } from './online';
import { tellHere, tellNoMore } from './push';
import { agentName } from './say';
import { parseMatch, type MatchFile } from './types';

export interface Rating {
  game: string;
  person: string;
  name: string;
  rating: number;
  deviation: number;
  matches: number;
  won: number;
}

export interface Sitting {
  session: string;
  this: boolean;
}

/** A match that somebody played to its end. */
export interface Ended {
  match: string;
  ended_s?: number; // since 1970; not known of old ones
}

/** A match as its record tells it in a line. */
export interface Played extends Ended {
  game: string;
  names: string[];
  winners: number[];
}

/** A connection only for questions about people; close it with leave(). */
export class People {
  private line = new Online(() => undefined);

  get me(): { person: string; name: string; account: string } {
    return this.line.state;
  }

  open(): Promise<void> {
    return this.line.open();
  }

  /** Whether this browser is told of one's turns while no page is open. */
  tell(on: boolean): Promise<void> {
    return on ? tellHere(this.line, this.me.person) : tellNoMore(this.line);
  }

  leave(): void {
    this.line.leave();
  }

  /** Somebody else from here on: the old connection has said who it is and cannot be another. */
  private async anew(open: (line: Online) => Promise<void>): Promise<void> {
    const next = new Online(() => undefined);
    try {
      await open(next);
    } catch (error) {
      next.leave();
      throw error;
    }
    this.line.leave();
    this.line = next;
  }

  login(account: string, password: string): Promise<void> {
    return this.anew((line) => line.login(account, password));
  }

  async register(account: string, password: string): Promise<void> {
    this.line.known(await this.line.call('register', { account, password }));
  }

  /** Out of the account; one is a new guest then. */
  async logout(): Promise<void> {
    await tellNoMore(this.line);
    await this.line.call('logout');
    Online.forget();
    await this.anew((line) => line.open());
  }

  async erase(password: string): Promise<void> {
    await tellNoMore(this.line);
    await this.line.call('delete', this.me.account ? { password } : {});
    Online.forget();
    await this.anew((line) => line.open());
  }

  async changePassword(password: string, next: string): Promise<void> {
    await this.line.call('password', { password, new: next });
  }

  async sessions(): Promise<Sitting[]> {
    return (await this.line.call('sessions'))['sessions'] as Sitting[];
  }

  /** That one ends, or all but this one. */
  async end(session?: string): Promise<void> {
    await this.line.call('end', session ? { session } : {});
  }

  async kept(): Promise<{ matches: Ended[] } & Record<string, unknown>> {
    return (await this.line.call('export'))['kept'] as { matches: Ended[] };
  }

  async ratings(person?: string): Promise<Rating[]> {
    return (await this.line.call('rating', person ? { person } : {}))['ratings'] as Rating[];
  }

  async leaders(game: string): Promise<Rating[]> {
    return (await this.line.call('leaders', { game }))['leaders'] as Rating[];
  }
}

interface Recorded {
  seats: string[]; // of an agent its id
  names: string[];
  match: MatchFile & { result?: { winners?: number[] } };
}

/** Null where the record cannot be shown any more. */
export async function played(ended: Ended): Promise<Played | null> {
  const answer = await fetch(`/api/match/${ended.match}`);
  if (!answer.ok) return null;
  const told = parseMatch(await answer.text()) as Recorded;
  return {
    ...ended,
    game: told.match.game,
    names: told.names.map((name, i) => name || agentName(told.seats[i] ?? '')),
    winners: told.match.result?.winners ?? [],
  };
}

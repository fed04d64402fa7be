// told.ts - who is told of a session: the half that every transport has.
import type { Session } from './transport';

type Listener = (session: Session) => void;

export class Told {
  protected session: Session | undefined; // what was told last
  private listeners = new Set<Listener>();

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.session) listener(this.session);
    return () => this.listeners.delete(listener);
  }

  protected tell(session: Session): void {
    this.session = session;
    for (const listener of this.listeners) listener(session);
  }
}

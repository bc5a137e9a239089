import { Listeners } from './listeners.ts';
import type { Connection } from './transport.ts';

/** Holds how the connection stands and tells whoever listens. */
export class ConnectionState {
  #now: Connection = { state: 'connecting', attempts: 0 };
  readonly #listeners = new Listeners<Connection>();

  get now(): Connection {
    return this.#now;
  }

  set(connection: Connection): void {
    this.#now = connection;
    this.#listeners.tell(connection);
  }

  /** Tells how it stands, at once and at each change. */
  listen(listener: (connection: Connection) => void): () => void {
    listener(this.#now);
    return this.#listeners.add(listener);
  }
}

import type { Clock } from '../base/clock.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { AuditLog } from './audit-log.ts';

const window = 60_000;

/**
 * Records failed authentications, at most `limit` a minute, so that guessing does not fill the disk: what is over the
 * bound is counted, and the next entry tells how many `unrecorded` ones came before it.
 */
export class FailedAuthentications {
  readonly #log: Pick<AuditLog, 'append'>;
  readonly #clock: Clock;
  readonly #limit: number;
  #windowStart: number | null = null;
  #recorded = 0;
  #unrecorded = 0;

  constructor(log: Pick<AuditLog, 'append'>, clock: Clock, limit = 10) {
    this.#log = log;
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Resolves to true when the failure got an entry of its own. @throws record_failed */
  async note(entry: AuditEntry): Promise<boolean> {
    const now = this.#clock.elapsed();
    if (this.#windowStart === null || now - this.#windowStart >= window) {
      this.#windowStart = now;
      this.#recorded = 0;
    }
    if (this.#recorded >= this.#limit) {
      this.#unrecorded += 1;
      return false;
    }
    this.#recorded += 1;
    const unrecorded = this.#unrecorded;
    this.#unrecorded = 0;
    await this.#log.append({ ...entry, details: { ...entry.details, unrecorded } });
    return true;
  }
}

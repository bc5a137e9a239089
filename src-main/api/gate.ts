import type { Caller } from '../authority/caller.ts';
import { type AuthorityFacts, identify } from '../authority/credentials.ts';
import type { FailedAttempts } from '../authority/failed-attempts.ts';
import type { Logger } from '../base/logger.ts';

/** Finds who stands behind a credential; null for none and, after a pause, for a wrong one. */
export type Gate = (bearer: string | null, door: 'http' | 'socket') => Promise<Caller | null>;

/** One gate for all doors on the network, so that guesses are counted together. */
export function createGate(facts: AuthorityFacts, attempts: FailedAttempts, logger: Logger): Gate {
  return async (bearer, door) => {
    if (bearer === null) return null;
    const caller = identify(bearer, facts);
    if (caller !== null) return caller;
    const failures = attempts.count() + 1;
    // A flood of guesses must not become a flood of lines.
    if (failures <= 10 || failures % 100 === 0) logger.log('warn', 'credential refused', { door, failures });
    await attempts.slow();
    return null;
  };
}

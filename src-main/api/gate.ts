import type { Caller } from '../authority/caller.ts';
import { type AuthorityFacts, identify } from '../authority/credentials.ts';
import type { FailedAttempts } from '../authority/failed-attempts.ts';
import type { Logger } from '../base/logger.ts';
import type { Refusal } from './doors.ts';

/** Finds who stands behind a credential; null for none and, after a pause, for a wrong one. */
export type Gate = (bearer: string | null, door: 'http' | 'socket') => Promise<Caller | null>;

export interface GateParts {
  readonly authority: AuthorityFacts;
  readonly attempts: FailedAttempts;
  readonly logger: Logger;
  /** Hears of each wrong credential, never of what it was. */
  readonly onRefused: (refusal: Refusal) => void;
}

/** The launch that a credential claims to be of; null when it has another form. */
function claimedLaunch(bearer: string): string | null {
  return /^bba_([0-9a-f]{32})_/.exec(bearer)?.[1] ?? null;
}

/** One gate for all doors on the network, so that guesses are counted together. */
export function createGate({ authority, attempts, logger, onRefused }: GateParts): Gate {
  return async (bearer, door) => {
    if (bearer === null) return null;
    const caller = identify(bearer, authority);
    if (caller !== null) return caller;
    const failures = attempts.count() + 1;
    // A flood of guesses must not become a flood of lines.
    if (failures <= 10 || failures % 100 === 0) logger.log('warn', 'credential refused', { door, failures });
    const launch = claimedLaunch(bearer);
    onRefused(launch === null ? { why: 'unknown', door } : { why: 'ended', door, launch });
    await attempts.slow();
    return null;
  };
}

import { BackboneError } from '../base/errors.ts';
import type { LockUnlock } from '../contract/lock.ts';
import { askSecret, canAsk } from './ask-secret.ts';

/** How often a person may type a passphrase before the command gives up. */
const tries = 3;

/**
 * What `AGENT_MASTER_KEY` opens a lock with: an age identity when it is one, else a passphrase; nothing when it is
 * not set. An empty variable is none.
 */
export function unlockIn(environment: NodeJS.ProcessEnv): LockUnlock {
  const key = environment['AGENT_MASTER_KEY'] ?? '';
  if (key === '') return {};
  const identity = key.trim();
  return /^AGE-SECRET-KEY-1/i.test(identity) ? { identity } : { passphrase: key };
}

function isCode(thrown: unknown, code: 'passphrase_needed' | 'wrong_passphrase'): boolean {
  return thrown instanceof BackboneError && thrown.code === code;
}

/**
 * Does `attempt` with what the environment opens a lock with. When a passphrase is needed and a person is there, asks
 * for it without showing it, and does `attempt` again.
 * @throws what `attempt` throws; passphrase_needed when there is nobody to ask; invalid_input when the person gives up
 */
export async function withUnlock<T>(
  environment: NodeJS.ProcessEnv,
  attempt: (unlock: LockUnlock) => Promise<T>,
): Promise<T> {
  const given = unlockIn(environment);
  try {
    return await attempt(given);
  } catch (error) {
    if (!isCode(error, 'passphrase_needed') || !canAsk()) throw error;
  }
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await attempt({ ...given, passphrase: await askSecret('Passphrase of the agent.lock: ') });
    } catch (error) {
      if (!isCode(error, 'wrong_passphrase') || left === 0) throw error;
      process.stderr.write('That is not its passphrase.\n');
    }
  }
}

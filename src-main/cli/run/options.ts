import type { ConsentGiven, ConsentPlan, Injection } from '../../contract/consent.ts';
import type { OutputOptions } from '../output.ts';
import { usageError } from '../usage-error.ts';

/** What `backbone run` takes before the program. */
export interface RunOptions extends OutputOptions {
  readonly inject: Injection;
  readonly mask?: boolean;
  readonly dryRun?: boolean;
  readonly allow: readonly string[];
  readonly allowAll?: boolean;
  readonly acceptLock?: string;
  readonly folder?: string;
  /** False for `--no-ask`. */
  readonly ask: boolean;
}

/** True when the options decide something about keys or the lock. */
export function decidesAnything({ allow, allowAll, acceptLock }: RunOptions): boolean {
  return allow.length > 0 || allowAll === true || acceptLock !== undefined;
}

/** What the options say. @throws invalid_input for a key that the lock does not ask for, or a digest that is none */
export function givenBy(options: RunOptions, { keys }: ConsentPlan): ConsentGiven {
  const { allow, allowAll = false, acceptLock = null } = options;
  const unknown = allow.find((name) => !keys.some((key) => key.name === name));
  if (unknown !== undefined)
    throw usageError(`The lock does not ask for ${unknown}, so it cannot be allowed.`);
  if (acceptLock !== null && !/^[0-9a-f]{64}$/.test(acceptLock))
    throw usageError(
      '--accept-lock takes the digest that "backbone run --dry-run" shows: 64 hexadecimal digits.',
    );
  return { verdicts: Object.fromEntries(allow.map((name) => [name, 'once'])), allowAll, accept: acceptLock };
}

import { BackboneError } from '../base/errors.ts';
import type { Injection } from '../contract/consent.ts';
import type { Personality } from '../contract/lock.ts';

/** Linux hands no longer `NAME=value` to a program (MAX_ARG_STRLEN, with its NUL). */
const longestEntry = 131_071;

/** Never handed on, whatever a run says: they open locks, or name a descriptor that the program does not get. */
const neverInherited = ['AGENT_MASTER_KEY', 'BACKBONE_SECRETS_FD'];

export interface EnvironmentFacts {
  /** The caller's environment. */
  readonly inherited: NodeJS.ProcessEnv;
  /** Names of our own secrets; one that was granted as a key is given all the same. */
  readonly stripped: readonly string[];
  /** Keys that the program must not get. */
  readonly refused: readonly string[];
  readonly secrets: Readonly<Record<string, Buffer>>;
  readonly personality: Personality;
  readonly injection: Injection;
}

/** Names that an outer run says it injected. */
export function injectedNames(environment: NodeJS.ProcessEnv): string[] {
  return (environment['BACKBONE_INJECTED'] ?? '')
    .split(',')
    .filter((name) => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name));
}

function checkLengths(environment: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (name.length + 1 + Buffer.byteLength(value) <= longestEntry) continue;
    throw new BackboneError(
      'invalid_input',
      `The value of ${name} is longer than ${longestEntry} bytes with its name, which no program can be given in its environment.`,
    );
  }
}

/**
 * The environment of the program: the caller's without our secrets and without what was refused, with what the lock
 * says of it. The keys themselves are in it only where they are injected by environment.
 * @throws invalid_input for a value that no program can be given
 */
export function childEnvironment(facts: EnvironmentFacts): NodeJS.ProcessEnv {
  const { inherited, stripped, refused, secrets, personality, injection } = facts;
  const names = Object.keys(secrets);
  const without = new Set([...stripped, ...refused, ...neverInherited, ...names]);
  const passed = Object.entries(inherited).filter(([name]) => !without.has(name));
  const given = injection === 'env' ? Object.entries(secrets) : [];
  const outer = injectedNames(inherited).filter((name) => !without.has(name));
  const injected = [...outer, ...names].join(',');
  const { system_prompt: prompt, tone } = personality;
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(passed),
    ...Object.fromEntries(given.map(([name, value]) => [name, value.toString('utf8')])),
    ...(prompt === undefined ? {} : { AGENT_SYSTEM_PROMPT: prompt }),
    ...(tone === undefined ? {} : { AGENT_TONE: tone }),
  };
  if (injected === '') delete environment['BACKBONE_INJECTED'];
  else environment['BACKBONE_INJECTED'] = injected;
  checkLengths(environment);
  return environment;
}

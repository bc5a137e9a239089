import path from 'node:path';
import { BackboneError } from '../../base/errors.ts';
import { plainLine } from '../../base/plain-text.ts';
import type { ConsentGiven, ConsentPlan } from '../../contract/consent.ts';
import type { LockUnlock } from '../../contract/lock.ts';
import type { RunGrant } from '../../contract/procedures/runs.ts';
import type { Question } from '../../contract/question.ts';
import { canAsk } from '../ask-secret.ts';
import { askConsent, consentNeeded, type Undecided, undecidedOf } from '../consent-prompt.ts';
import type { CommandContext } from '../context.ts';
import { withUnlock } from '../lock-unlock.ts';
import { operatorOnly } from '../operator-only.ts';
import { personAtTerminal } from '../person.ts';
import { decidesAnything, givenBy, type RunOptions } from './options.ts';

/** One run as the command line says it. */
export interface WantedRun {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** Absolute path of the lock's folder. */
  readonly folder: string;
  readonly options: RunOptions;
}

/** A plan, and what it took to make it. */
export interface Planned {
  readonly plan: ConsentPlan;
  readonly unlock: LockUnlock;
  /** Keys that are set in our environment. */
  readonly environment: string[];
}

/** A run that may begin. */
export interface AllowedRun {
  readonly id: string;
  readonly grant: RunGrant;
}

/** Asks what the lock needs, names only. A variable that is empty counts as not set. */
export async function planRun(context: CommandContext, folder: string): Promise<Planned> {
  const plan = async (unlock: LockUnlock): Promise<Planned> => {
    const first = await context.call('runs.plan', { folder, unlock, environment: [] });
    const environment = first.keys
      .map(({ name }) => name)
      .filter((name) => (context.environment[name] ?? '') !== '');
    if (environment.length === 0) return { plan: first, unlock, environment };
    return {
      plan: await context.call('runs.plan', { folder, unlock, environment }),
      unlock,
      environment,
    };
  };
  return context.isAgent ? plan({}) : withUnlock(context.environment, plan);
}

function isEmpty({ lock, keys }: Undecided): boolean {
  return lock === null && keys.length === 0;
}

/** Asks the person here for what is undecided; null when the person gave up. @throws consent_denied */
async function decideHere(
  plan: ConsentPlan,
  given: ConsentGiven,
  { argv, options }: WantedRun,
): Promise<ConsentGiven | null> {
  const person = personAtTerminal();
  try {
    const program = programName(argv);
    return await askConsent(plan, given, { program, injection: options.inject }, person);
  } finally {
    await person.dispose();
  }
}

/** The program's name as people see it. */
function programName([word = '']: readonly string[]): string {
  return plainLine(path.basename(word), 200) || 'program';
}

function waitingText(questions: readonly Question[]): string {
  const asked = questions.map(({ subject }) => (subject.form === 'key' ? subject.key : 'the agent.lock'));
  const [first] = questions;
  const where = first === undefined ? '' : `, or: backbone agent approve ${plainLine(first.agent, 64)}`;
  return `backbone: waiting for an answer about ${[...new Set(asked)].join(', ')} in the panel${where}`;
}

async function awaitGrant(context: CommandContext, run: string): Promise<RunGrant> {
  let told = false;
  for (;;) {
    const answer = await context.call('runs.await', { run });
    if (answer.state === 'ready') return answer.grant;
    if (!told && answer.questions.length > 0) {
      context.output.notice(waitingText(answer.questions));
      told = true;
    }
  }
}

/**
 * Gets what a run may have: from what was allowed before, from the command line, from the person here, else from the
 * panel.
 * @returns null when the person here gave up
 * @throws consent_needed, consent_denied, changed; forbidden when an agent decides for itself; invalid_input; what
 * opening the lock and the vault throw
 */
export async function askForRun(
  context: CommandContext,
  { plan, unlock, environment }: Planned,
  wanted: WantedRun,
): Promise<AllowedRun | null> {
  const { folder, options, argv } = wanted;
  if (decidesAnything(options))
    operatorOnly(context, 'Leave --allow and --accept-lock out; a person is asked.');
  let given: ConsentGiven | null = givenBy(options, plan);
  let undecided = undecidedOf(plan, given);
  if (!isEmpty(undecided) && options.ask && !context.isAgent && canAsk()) {
    given = await decideHere(plan, given, wanted);
    if (given === null) return null;
    undecided = undecidedOf(plan, given);
  }
  if (!isEmpty(undecided) && !options.ask) throw consentNeeded(undecided);
  try {
    const { run } = await context.call('runs.begin', {
      folder,
      unlock,
      environment,
      program: programName(argv),
      injection: options.inject,
      ...(context.isAgent ? {} : { given }),
      ask: options.ask,
    });
    return { id: run, grant: await awaitGrant(context, run) };
  } catch (error) {
    const nobody = error instanceof BackboneError && error.code === 'consent_needed' && !isEmpty(undecided);
    throw nobody ? consentNeeded(undecided) : error;
  }
}

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { asBackboneError, BackboneError } from '../../base/errors.ts';
import { plainLine } from '../../base/plain-text.ts';
import type { RunGrant } from '../../contract/procedures/runs.ts';
import { injectedNames } from '../../run/child-environment.ts';
import { inheritedDescriptors } from '../../run/inherited-descriptors.ts';
import { leaveAs } from '../../run/leave.ts';
import { shortestMasked } from '../../run/mask/forms.ts';
import type { RunEnd } from '../../run/run-end.ts';
import { runProgram } from '../../run/run-program.ts';
import { readEnvironmentFile } from '../../secrets/environment-file.ts';
import { strippedNames } from '../../secrets/strip-list.ts';
import type { CommandContext } from '../context.ts';
import { askForRun, planRun, type WantedRun } from './ask-for-run.ts';
import { decidesAnything } from './options.ts';
import { planText } from './plan-text.ts';

/** Exit status when a person gives up at a question, as for a program that Ctrl-C ends. */
const interrupted = 130;

/** What a folder without a lock gives. */
const nothing: Pick<RunGrant, 'encodedValues' | 'keys' | 'without' | 'personality'> = {
  encodedValues: {},
  keys: [],
  without: [],
  personality: {},
};

/** How the command runs and ends; other than the usual in tests. */
export interface RunEngine {
  readonly run: typeof runProgram;
  readonly leave: (end: RunEnd) => void;
}

/** Whether something lies in the place of a lock. What it is, is for whoever opens it to say. */
function hasLock(folder: string): boolean {
  return lstatSync(path.join(folder, 'agent.lock'), { throwIfNoEntry: false }) !== undefined;
}

/** Values as bytes that the run wipes. A key of our environment is not repeated by the grant. */
function secretsOf(
  context: CommandContext,
  { keys, encodedValues }: Pick<RunGrant, 'keys' | 'encodedValues'>,
): Record<string, Buffer> {
  return Object.fromEntries(
    keys.map(({ name, source }) => {
      const isHere = source === 'environment';
      const value = isHere ? context.environment[name] : encodedValues[name];
      if (value === undefined)
        throw new BackboneError('internal', `The value of ${name} was not handed out.`);
      return [name, Buffer.from(value, isHere ? 'utf8' : 'base64')] as const;
    }),
  );
}

/** Names of our own secrets, but for the credential with which an agent's commands speak. */
function strippedFrom({ directory, isAgent }: CommandContext): string[] {
  const names = strippedNames(isAgent ? [] : Object.keys(readEnvironmentFile(directory.environmentFile)));
  return isAgent ? names.filter((name) => name !== 'BACKBONE_API_KEY') : names;
}

function tellOf(
  { output }: CommandContext,
  grant: Pick<RunGrant, 'without'>,
  short: readonly string[],
): void {
  for (const { name, why } of grant.without)
    output.notice(`backbone: ${name} is not given: ${plainLine(why, 500)}`);
  if (short.length > 0) output.notice(`backbone: too short to be hidden: ${short.join(', ')}`);
}

/** Tells how the run ended. That it cannot be told changes nothing for who waits for the program. */
async function tellEnd(context: CommandContext, run: string, status: number | null): Promise<void> {
  try {
    await context.call('runs.end', { run, status });
  } catch (error) {
    const { message } = asBackboneError(error);
    context.output.notice(`backbone: the end of this run was not recorded: ${plainLine(message, 500)}`);
  }
}

/**
 * Runs a program with what a person allowed, and ends as it ended.
 * @throws what asking for the keys and starting the program throw
 */
export async function runWithKeys(
  context: CommandContext,
  wanted: WantedRun,
  engine: RunEngine = { run: runProgram, leave: leaveAs },
): Promise<void> {
  const { argv, folder, options } = wanted;
  // Before anything of ours is opened.
  const descriptors = inheritedDescriptors();
  const locked = hasLock(folder);
  if (options.dryRun === true) {
    const { plan } = locked ? await planRun(context, folder) : { plan: { lock: null, keys: [] } };
    const shown = { ...plan, injected: injectedNames(context.environment) };
    return context.output.result(options, shown, (paint) => planText(shown, paint));
  }
  if (!locked && decidesAnything(options))
    throw new BackboneError(
      'lock_missing',
      `There is no agent.lock in ${plainLine(folder, 4096)}, so there is nothing to allow.`,
    );
  const allowed = locked ? await askForRun(context, await planRun(context, folder), wanted) : null;
  if (locked && allowed === null) {
    context.output.status = interrupted;
    return;
  }
  const { grant, id } = allowed ?? { grant: nothing, id: null };
  const secrets = secretsOf(context, grant);
  const tooShort = Object.keys(secrets).filter((name) => (secrets[name]?.length ?? 0) < shortestMasked);
  tellOf(context, grant, options.mask === true ? tooShort : []);
  let end: RunEnd | null = null;
  try {
    end = await engine.run({
      argv,
      folder: context.folder,
      environment: context.environment,
      stripped: strippedFrom(context),
      refused: grant.without.map(({ name }) => name),
      secrets,
      personality: grant.personality,
      injection: options.inject,
      mask: options.mask === true,
      descriptors,
      privateFolder: path.join(context.directory.root, 'runs'),
    });
  } finally {
    if (id !== null) await tellEnd(context, id, end?.status ?? null);
  }
  await context.close();
  engine.leave(end);
}

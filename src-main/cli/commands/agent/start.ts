import path from 'node:path';
import { BackboneError } from '../../../base/errors.ts';
import type { LockUnlock } from '../../../contract/lock.ts';
import type { InputOf, OutputOf } from '../../../contract/procedures.ts';
import { answerStart, isOfStart } from '../../answer-at-terminal.ts';
import { canAsk } from '../../ask-secret.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { withUnlock } from '../../lock-unlock.ts';
import type { OutputOptions } from '../../output.ts';
import { runtimeOption } from '../../runtime-option.ts';
import { howItEnded } from '../../text/end.ts';
import { type Paint, painter } from '../../text/paint.ts';
import { howToAnswer, questionText } from '../../text/question.ts';
import { usageError } from '../../usage-error.ts';
import { wholeNumber } from '../../whole-number.ts';
import { attach } from './attach.ts';

type StartInput = InputOf<'agents.start'>;
type StartResult = OutputOf<'agents.start'>;

interface StartOptions extends OutputOptions {
  readonly dir?: string;
  readonly name?: string;
  readonly runtime?: NonNullable<StartInput['runtime']>;
  readonly model?: string;
  readonly columns?: number;
  readonly rows?: number;
  /** False for `--no-wait`. */
  readonly wait: boolean;
  readonly attach?: boolean;
  readonly up?: boolean;
  readonly allow?: readonly string[];
  readonly allowAll?: boolean;
  readonly acceptLock?: string;
}

/** The one name that was given, in either of its two places; undefined for none. */
function nameOf(word: string | undefined, option: string | undefined): string | undefined {
  if (word !== undefined && option !== undefined && word !== option) {
    throw usageError(`Two names were given: ${word} and ${option}.`);
  }
  return word ?? option;
}

/** Settings that only a start by the operator may choose. */
function chosen({ runtime, model, columns, rows }: StartOptions): Partial<StartInput> {
  return {
    ...(runtime === undefined ? {} : { runtime }),
    ...(model === undefined ? {} : { model }),
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** What the person has said about the folder's lock and keys; nothing when nothing was said. */
function givenIn({ allow = [], allowAll = false, acceptLock }: StartOptions): Pick<StartInput, 'given'> {
  if (allow.length === 0 && !allowAll && acceptLock === undefined) return {};
  const verdicts = Object.fromEntries(allow.map((name) => [name, 'once' as const]));
  return { given: { verdicts, allowAll, accept: acceptLock ?? null } };
}

/** The folder of a start: none for a known agent (it has one) and for practice (it gets one), else where the person stands. */
function folderOf(context: CommandContext, options: StartOptions, isKnown: boolean): Pick<StartInput, 'dir'> {
  if (options.dir === '')
    throw usageError('The folder is empty. Name one, or leave --dir out for the current one.');
  if (options.dir !== undefined) return { dir: path.resolve(context.folder, options.dir) };
  if (isKnown || options.runtime === 'practice') return {};
  return { dir: context.folder };
}

async function start(
  context: CommandContext,
  name: string | undefined,
  options: StartOptions,
  unlock: LockUnlock,
): Promise<StartResult> {
  const { wait } = options;
  const { agents } = name === undefined ? { agents: [] } : await context.call('agents.list', {});
  const isKnown = agents.some((agent) => agent.name === name);
  const opening = Object.keys(unlock).length === 0 ? {} : { unlock };
  const settings = { ...chosen(options), ...givenIn(options), ...opening };
  const waiting = `Waiting for ${name ?? 'the agent'} to be ready or to ask something`;
  // With its saved settings, an agent may start another agent, too.
  if (name !== undefined && isKnown && options.dir === undefined && Object.keys(settings).length === 0) {
    return context.callPatiently(waiting, 'agents.launch', { name, wait });
  }
  return context.callPatiently(waiting, 'agents.start', {
    ...settings,
    ...folderOf(context, options, isKnown),
    ...(name === undefined ? {} : { name }),
    wait,
  });
}

/** On a terminal the person is asked at once for what the start waits for; else it waits for any other door. */
async function settle(
  context: CommandContext,
  result: StartResult,
  { wait, json }: StartOptions,
): Promise<StartResult> {
  const asks = result.question !== null && isOfStart(result.question);
  if (!asks || context.isAgent || json === true || !canAsk()) return result;
  const { personAtTerminal } = await import('../../person.ts');
  const person = personAtTerminal();
  try {
    return await answerStart(
      context,
      result,
      wait,
      person,
      painter((context.environment['NO_COLOR'] ?? '') === ''),
    );
  } finally {
    await person.dispose();
  }
}

/** A start that did not bring the agent up. */
function failureOf({ agent, outcome, end }: StartResult): BackboneError | null {
  if (outcome === 'exited') {
    const how = end === null ? 'ended' : howItEnded(end);
    return new BackboneError('launch_failed', `${agent.name} ${how} while it started. Its last lines:`, {
      details: end?.lastLines ?? [],
    });
  }
  if (outcome !== 'timeout') return null;
  return new BackboneError(
    'launch_failed',
    `${agent.name} was not ready in time. It still runs; look with: backbone agent screen ${agent.name}`,
  );
}

function startText({ agent, outcome, question }: StartResult, paint: Paint): string {
  const { name } = agent;
  const what = `${paint('strong', name)} (${agent.runtime}, ${agent.dir})`;
  switch (outcome) {
    case 'waiting_for_human':
      return question === null
        ? `${what} runs and waits for you. See: backbone agent inspect ${name}`
        : isOfStart(question)
          ? `${what} has not started yet.\n${questionText(question, paint, Date.now())}\n${howToAnswer(question)}`
          : `${what} runs.\n${questionText(question, paint, Date.now())}\n${howToAnswer(question)}`;
    case 'running':
      return `${what} already runs.`;
    case 'not_waited':
      return `${what} was started.`;
    default:
      return `${what} is ready.`;
  }
}

export const agentStart: Definition = (parent, context) => {
  define(
    parent,
    'start [name]',
    'Starts the agent of a folder, or one by its name, and waits until it is up.',
  )
    .option('--dir <folder>', 'its folder; default: the current one, or the known one of a name')
    .option('--name <name>', 'its name; default: after the folder')
    .addOption(runtimeOption('the program it runs'))
    .option('--model <model>', 'the model, as the runtime’s own switch takes it')
    .option('--columns <n>', 'width of its terminal', wholeNumber(80, 500))
    .option('--rows <n>', 'height of its terminal', wholeNumber(24, 200))
    .option('--no-wait', 'do not wait until it is ready')
    .option(
      '--allow <key>',
      'a key of its lock that it may have, once; repeatable',
      (key: string, before: string[]) => [...before, key],
      [],
    )
    .option('--allow-all', 'it may have every key that its lock asks for, once')
    .option('--accept-lock <digest>', 'the digest of its lock that you have read, as lock show tells it')
    .option('--attach', 'join its session in this terminal afterwards')
    .option('--up', 'start the daemon first where none runs')
    .action(async (word: string | undefined, options: StartOptions) => {
      const name = nameOf(word, options.name);
      if (options.up === true) {
        const { ensureDaemon } = await import('../../daemon/ensure-daemon.ts');
        await ensureDaemon(context);
      }
      const started = (): Promise<StartResult> =>
        context.isAgent
          ? start(context, name, options, {})
          : withUnlock(context.environment, (unlock) => start(context, name, options, unlock));
      const result = await settle(context, await started(), options);
      if (name !== undefined && result.agent.name !== name) {
        context.output.notice(
          `"${name}" is the agent of another folder; this one is called ${result.agent.name}.`,
        );
      }
      const failure = failureOf(result);
      if (failure !== null && options.json !== true) throw failure;
      if (failure !== null) context.output.status = 4;
      await context.output.result(options, result, (paint) => startText(result, paint));
      if (options.attach === true && options.json !== true) await attach(context, result.agent.name, {});
    });
};

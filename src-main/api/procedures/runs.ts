import { realpathSync } from 'node:fs';
import type { Caller } from '../../authority/caller.ts';
import { BackboneError } from '../../base/errors.ts';
import type { Consent } from '../../consent/consent.ts';
import type { Runs } from '../../consent/runs.ts';
import type { ParsedInputOf } from '../../contract/procedures.ts';
import type { Question } from '../../contract/question.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type RunImplementations = Pick<Implementations, 'runs.plan' | 'runs.begin' | 'runs.await' | 'runs.end'>;

export interface RunParts {
  readonly consent: Consent;
  readonly runs: Runs;
  /** What is open for a run, oldest first. */
  readonly openFor: (run: string) => Question[];
  /** Folder of a registered agent, links resolved; null when it was forgotten. */
  readonly folderOf: (agentId: string) => string | null;
  /** A name for a folder outside of any agent. */
  readonly nameOf: (folder: string) => string;
}

export function runImplementations(parts: RunParts): RunImplementations {
  const { consent, runs, openFor, nameOf } = parts;
  const subjectOf = (
    { folder, unlock, environment }: Pick<ParsedInputOf<'runs.plan'>, 'folder' | 'unlock' | 'environment'>,
    caller: Caller | null,
  ) => {
    const real = realFolder(folder);
    const agent = ownFolder(parts, real, caller);
    // An agent opens its lock as this machine, and with nothing that it brings along.
    return { agent, folder: real, unlock: agent === null ? unlock : {}, environment: new Set(environment) };
  };
  return {
    'runs.plan': (input, caller) => consent.plan(subjectOf(input, caller)),
    'runs.begin': async (input, caller) => {
      const subject = subjectOf(input, caller);
      if (subject.agent !== null && input.given !== undefined)
        throw new BackboneError(
          'forbidden',
          'An agent does not decide which keys it gets. A person answers.',
        );
      const request = {
        ...subject,
        name: subject.agent?.name ?? nameOf(subject.folder),
        program: input.program,
        injection: input.injection,
        given: input.given ?? null,
        actor: actorOf(caller),
      };
      return { run: runs.begin(ownerOf(caller), request, input.ask) };
    },
    'runs.await': async ({ run }, caller) => {
      const grant = await runs.wait(ownerOf(caller), run);
      if (grant === null) return { state: 'waiting', questions: openFor(run) };
      const { values, keys, without, personality, lock } = grant;
      const encodedValues = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
      );
      return {
        state: 'ready',
        grant: { encodedValues, keys: [...keys], without: [...without], personality, lock },
      };
    },
    'runs.end': async ({ run, status }, caller) => {
      await runs.end(ownerOf(caller), run, status, actorOf(caller));
      return {};
    },
  };
}

function ownerOf(caller: Caller | null): string | null {
  return caller?.authority === 'agent' ? caller.launchId : null;
}

/** @throws forbidden for an agent in another folder than its own */
function ownFolder(
  { folderOf }: RunParts,
  folder: string,
  caller: Caller | null,
): { id: string; name: string } | null {
  if (caller?.authority !== 'agent') return null;
  const own = folderOf(caller.agentId);
  if (own === folder) return { id: caller.agentId, name: caller.actor.name ?? 'agent' };
  throw new BackboneError('forbidden', 'An agent may ask for the keys of its own folder alone.');
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new BackboneError('folder_missing', `${folder} is not a folder. Name an existing one.`, { cause });
  }
}

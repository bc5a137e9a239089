import { fstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { isatty } from 'node:tty';
import { Disposables } from '../base/disposable.ts';
import type { Injection } from '../contract/consent.ts';
import type { Personality } from '../contract/lock.ts';
import { childEnvironment } from './child-environment.ts';
import { writeCredentialFiles } from './credential-files.ts';
import type { Launch, MaskedLaunch } from './launch.ts';
import { type MaskedForm, maskedForms } from './mask/forms.ts';
import { maskedPipes } from './masked-pipes.ts';
import { maskedTerminal } from './masked-terminal.ts';
import { createPipes, type PipeEnd } from './pipes.ts';
import { resolveProgram } from './program.ts';
import type { RunEnd } from './run-end.ts';
import { createRunFolder, memoryPlaces, type RunFolder } from './run-folder.ts';
import { createDocument, documentBytes, type SecretsDocument } from './secrets-document.ts';
import { spawned } from './spawned.ts';

/** One run of a program. */
export interface RunRequest {
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** Absolute; where it runs. */
  readonly folder: string;
  /** The caller's environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Names of Backbone's own secrets, which are not handed on. */
  readonly stripped: readonly string[];
  /** Keys that the program must not get, also not from the caller's environment. */
  readonly refused: readonly string[];
  /** By name. The run takes them over and wipes them. */
  readonly secrets: Readonly<Record<string, Buffer>>;
  readonly personality: Personality;
  readonly injection: Injection;
  /** Whether the values are hidden in what the program writes. */
  readonly mask: boolean;
  /** Further descriptors of ours that the program gets under the same numbers. */
  readonly descriptors: readonly number[];
  /** Absolute path of a folder of ours for what must be a file where no file system is in memory. */
  readonly privateFolder: string;
}

/** The first number that no inherited descriptor has. */
function freeDescriptor(taken: readonly number[]): number {
  let free = 3;
  while (taken.includes(free)) free += 1;
  return free;
}

/** True when both of our output streams are one file. */
function haveOneOutput(): boolean {
  const [out, errors] = [fstatSync(1), fstatSync(2)];
  return out.dev === errors.dev && out.ino === errors.ino;
}

type StreamName = keyof MaskedLaunch['pipes'];

/** Which streams of a masked program go through pipes, and which end of each is ours. */
function pipedStreams(onTerminal: boolean): Partial<Record<StreamName, PipeEnd>> {
  return {
    ...(onTerminal && !isatty(0) ? { stdin: 'writer' } : {}),
    ...(isatty(1) ? {} : { stdout: 'reader' }),
    ...(isatty(2) || (!onTerminal && haveOneOutput()) ? {} : { stderr: 'reader' }),
  };
}

async function start(
  launch: Launch,
  forms: readonly MaskedForm[],
  folderFor: (name: string) => string,
): Promise<RunEnd> {
  if (forms.length === 0) return spawned(launch, ['inherit', 'inherit', 'inherit']);
  const onTerminal = isatty(1) || isatty(2);
  const streams = pipedStreams(onTerminal);
  const isPiped = Object.keys(streams).length > 0;
  const pipes = isPiped ? await createPipes(folderFor('streams'), streams) : {};
  const masked = { ...launch, forms, pipes };
  return onTerminal ? maskedTerminal(masked) : maskedPipes(masked);
}

/** The private folder of a run, made when it is first needed and removed with `held`. */
function folderOnDemand({ environment, privateFolder }: RunRequest, held: Disposables) {
  let made: RunFolder | null = null;
  const whole = (): RunFolder => {
    if (made !== null) return made;
    const folder = createRunFolder(memoryPlaces(environment), privateFolder);
    held.defer(() => folder.remove());
    made = folder;
    return folder;
  };
  return {
    whole,
    /** A new private folder in it. @returns its absolute path */
    inner(name: string): string {
      const folder = path.join(whole().path, name);
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
  };
}

/**
 * Runs a program with its secrets, and waits for its end. Terminal, signals and exit status are as without us. What
 * was made for it is gone afterwards, and the values are wiped as far as JavaScript lets us: where they are injected
 * by environment, strings of them stay in our memory.
 * @throws program_missing, program_not_executable; invalid_input for a value that no program can be given
 */
export async function runProgram(request: RunRequest): Promise<RunEnd> {
  const { argv, folder, secrets, personality, injection, descriptors } = request;
  const held = new Disposables();
  const forms = request.mask ? maskedForms(secrets) : [];
  held.defer(() => {
    for (const bytes of [...Object.values(secrets), ...forms.map((form) => form.bytes)]) bytes.fill(0);
  });
  try {
    const environment = childEnvironment({ ...request, inherited: request.environment });
    const program = await resolveProgram(argv, { folder, environment });
    const place = folderOnDemand(request, held);
    const documentDescriptor = freeDescriptor(descriptors);
    let document: SecretsDocument | null = null;
    if (injection === 'file') {
      const credentials = place.inner('credentials');
      writeCredentialFiles(credentials, secrets);
      environment['CREDENTIALS_DIRECTORY'] = credentials;
    } else if (injection === 'fd') {
      document = held.add(await createDocument(place.whole(), documentBytes(secrets, personality)));
      environment['BACKBONE_SECRETS_FD'] = String(documentDescriptor);
    }
    const launch = { program, folder, environment, document, documentDescriptor, descriptors };
    return await start(launch, forms, (name) => place.inner(name));
  } finally {
    await held.dispose();
  }
}

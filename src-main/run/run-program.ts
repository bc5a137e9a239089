import { closeSync, fstatSync, mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { isatty } from 'node:tty';
import { Disposables } from '../base/disposable.ts';
import type { Injection } from '../contract/consent.ts';
import type { Personality } from '../contract/lock.ts';
import { childEnvironment } from './child-environment.ts';
import { writeCredentialFiles } from './credential-files.ts';
import type { Launch } from './launch.ts';
import { type MaskedForm, maskedForms } from './mask/forms.ts';
import { maskedPipes } from './masked-pipes.ts';
import { maskedTerminal } from './masked-terminal.ts';
import { createPipes } from './pipes.ts';
import { resolveProgram } from './program.ts';
import type { RunEnd } from './run-end.ts';
import { createRunFolder } from './run-folder.ts';
import { secretsDocument } from './secrets-document.ts';
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

/** Which streams of a masked program go through pipes, and which end of each is ours. */
function pipedStreams(onTerminal: boolean): Record<string, 'reader' | 'writer'> {
  return {
    ...(onTerminal && !isatty(0) ? { stdin: 'writer' } : {}),
    ...(isatty(1) ? {} : { stdout: 'reader' }),
    ...(isatty(2) || (!onTerminal && haveOneOutput()) ? {} : { stderr: 'reader' }),
  };
}

/** Runs a program on one way or the other; every resource goes to `held`. */
async function start(launch: Launch, forms: readonly MaskedForm[], folderFor: () => string): Promise<RunEnd> {
  if (forms.length === 0) return spawned(launch, ['inherit', 'inherit', 'inherit']);
  const onTerminal = isatty(1) || isatty(2);
  const streams = pipedStreams(onTerminal);
  const pipes =
    Object.keys(streams).length === 0 ? new Map() : await createPipes(folderFor(), streams, onTerminal);
  const masked = { ...launch, forms, pipes };
  return onTerminal ? maskedTerminal(masked) : maskedPipes(masked);
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
    let place: string | null = null;
    /** A new folder of that name in the run's private one, which is made when it is first needed. */
    const folderFor = (name: string): string => {
      if (place === null) {
        const made = createRunFolder(request.environment, request.privateFolder);
        held.defer(() => made.remove());
        place = made.path;
      }
      const inner = path.join(place, name);
      mkdirSync(inner, { mode: 0o700 });
      return inner;
    };
    const documentDescriptor = freeDescriptor(descriptors);
    let document: Launch['document'] = null;
    if (injection === 'file') {
      const credentials = folderFor('credentials');
      writeCredentialFiles(credentials, secrets);
      environment['CREDENTIALS_DIRECTORY'] = credentials;
    } else if (injection === 'fd') {
      const keepName = forms.length > 0;
      const pipes = await createPipes(folderFor('document'), { document: 'writer' }, keepName);
      document = pipes.get('document') ?? null;
      if (document === null) throw new TypeError('The document has no pipe.');
      const { reader, writer } = document;
      held.defer(() => closeSync(reader));
      held.add(handOver(writer, secretsDocument(secrets, personality)));
      environment['BACKBONE_SECRETS_FD'] = String(documentDescriptor);
    }
    const launch = { program, folder, environment, document, documentDescriptor, descriptors };
    return await start(launch, forms, () => folderFor('streams'));
  } finally {
    await held.dispose();
  }
}

/** Writes the document as the program reads it, then wipes it. */
function handOver(writer: number, bytes: Buffer): { dispose(): void } {
  const into = new Socket({ fd: writer, readable: false, writable: true });
  // A program that does not read to the end is none of our business.
  into.on('error', () => undefined);
  into.end(bytes, () => bytes.fill(0));
  return {
    dispose() {
      into.destroy();
      bytes.fill(0);
    },
  };
}

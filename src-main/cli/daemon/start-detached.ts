import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from '../../base/data-directory.ts';
import { asBackboneError, BackboneError } from '../../base/errors.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../base/private-files.ts';
import { createClient } from '../../client/client.ts';
import { type Endpoint, findDaemon } from '../../client/find-daemon.ts';
import { errorBody } from '../../contract/error-body.ts';
import { ownEnvironment } from '../../daemon/own-environment.ts';
import { readEnvironmentFile } from '../../secrets/environment-file.ts';
import { strippedNames } from '../../secrets/strip-list.ts';

/** How long a daemon may take until it answers, milliseconds. */
const startPatience = 30_000;
const lastLines = 10;

/** Our environment as the daemon gets it: without our secrets, and of what is ours only where it is to work. */
export function daemonEnvironment(
  directory: DataDirectory,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const secrets = strippedNames(Object.keys(readEnvironmentFile(directory.environmentFile)));
  const { BACKBONE_PORT: port } = environment;
  return {
    ...ownEnvironment(environment, secrets),
    BACKBONE_DATA_DIR: directory.root,
    ...(port === undefined ? {} : { BACKBONE_PORT: port }),
  };
}

function openLog(file: string): number {
  // Makes it private, or refuses one that is not ours, before anything is added to it.
  readPrivateFile(file);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
}

/** What the daemon said before it ended: its own error, or the last lines of the log. */
function causeIn(log: string, from: number): BackboneError {
  const lines = readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n');
  for (const line of lines.toReversed()) {
    if (!line.startsWith('{"error":')) continue;
    const { code, message, details } = errorBody.parse(JSON.parse(line)).error;
    return new BackboneError(code, message, { details });
  }
  return new BackboneError('internal', `The daemon ended while it started. The last lines of ${log}:`, {
    details: lines.slice(-lastLines),
  });
}

/** The daemon `pid` once it answers; null while it does not. */
async function answering(directory: DataDirectory, pid: number): Promise<Endpoint | null> {
  try {
    const found = findDaemon(directory);
    if (found.pid !== pid) return null;
    await createClient({ address: found.address, credential: null, patience: 2000 }).call(
      'system.health',
      {},
    );
    return found;
  } catch (error) {
    const known = asBackboneError(error);
    if (['daemon_unreachable', 'daemon_slow', 'not_initialised'].includes(known.code)) return null;
    throw known;
  }
}

/**
 * Starts a daemon of its own session that outlives this terminal, and waits until it answers.
 * @param flags further options of `up`
 * @throws what the daemon said when it ended instead; daemon_slow when it does not answer yet
 */
export async function startDetached(
  directory: DataDirectory,
  environment: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<Endpoint> {
  ensurePrivateFolder(directory.root);
  const log = openLog(directory.log);
  const from = fstatSync(log).size;
  const [, script = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, script, 'up', '--json', ...flags], {
    cwd: directory.root,
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: daemonEnvironment(directory, environment),
  });
  closeSync(log);
  const over = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(causeIn(directory.log, from)));
  });
  try {
    return await Promise.race([ended, untilAnswering(directory, child.pid ?? 0, over.signal)]);
  } finally {
    over.abort();
    child.removeAllListeners();
    child.unref();
  }
}

async function untilAnswering(directory: DataDirectory, pid: number, signal: AbortSignal): Promise<Endpoint> {
  const started = performance.now();
  while (!signal.aborted && performance.now() - started < startPatience) {
    const found = await answering(directory, pid);
    if (found !== null) return found;
    await pause(25);
  }
  throw new BackboneError(
    'daemon_slow',
    `The daemon (pid ${pid}) was started and does not answer yet. Look with: backbone status`,
    { details: [`Its log: ${directory.log}`] },
  );
}

import { operatorAt } from '../authority/caller.ts';
import { doorCredential } from '../authority/credentials.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import { systemClock } from '../base/clock.ts';
import { dataDirectory } from '../base/data-directory.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import { createDaemon } from './create-daemon.ts';

export interface HeadlessOptions {
  /** Whether the address of the panel, which holds a key, is wanted. */
  readonly panel: boolean;
  /** Starts the practice agent at once. */
  readonly practice: boolean;
  /** Ends the daemon. */
  readonly signal: AbortSignal;
  readonly onReady: (info: { address: string; panelAddress: string; pid: number }) => void;
}

/**
 * Runs the daemon without a window until it is asked to end. Its log goes to standard error.
 * @returns how many agents go on
 * @throws as `createDaemon`
 */
export async function runHeadless(options: HeadlessOptions): Promise<{ agentsRunning: number }> {
  const folders = dataDirectory();
  const ending = Promise.withResolvers<null>();
  const end = (): void => ending.resolve(null);
  options.signal.addEventListener('abort', end);
  if (options.signal.aborted) end();
  const daemon = await createDaemon({
    folders,
    environment: process.env,
    clock: systemClock,
    writeLog: (line) => process.stderr.write(line),
    onShutDown: end,
  });
  const key = doorCredential(operatorKeyIn(readEnvironmentFile(folders.environmentFile)), 'panel');
  options.onReady({
    address: daemon.address,
    panelAddress: `${daemon.address}/#key=${key}`,
    pid: process.pid,
  });
  if (options.practice)
    await daemon.dispatch(
      'agents.start',
      { name: 'practice', runtime: 'practice', wait: false },
      operatorAt('cli'),
    );
  await ending.promise;
  return { agentsRunning: await daemon.close() };
}

import { operatorAt } from '../authority/caller.ts';
import { systemClock } from '../base/clock.ts';
import { dataDirectory } from '../base/data-directory.ts';
import { openLogFile } from '../base/log-file.ts';
import { createDaemon } from './create-daemon.ts';

export interface HeadlessOptions {
  /** Starts the practice agent at once. */
  readonly practice: boolean;
  /** Ends the daemon. */
  readonly signal: AbortSignal;
  readonly onReady: (info: { address: string; pid: number }) => void;
}

/**
 * Runs the daemon without a window until it is asked to end. Its log goes into the data directory.
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
    writeLog: openLogFile(folders.log),
    onShutDown: end,
  });
  options.onReady({
    address: daemon.address,
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

import { Disposables } from '../src-main/base/disposable.ts';
import { bundledCommand } from '../test/support/bundled-command.ts';
import { type TestDaemon, testDaemon } from '../test/support/test-daemon.ts';

/**
 * Runs `work` with a daemon as people get it: bundled, in a process of its own, on a data directory and a tmux server
 * that nobody else uses. All of it is gone afterwards, also when the benchmark is interrupted.
 * @param shell absolute path of the program that agents of the runtime `shell` run
 */
export async function withDaemon<T>(
  shell: string,
  work: (home: TestDaemon, pid: number) => Promise<T>,
): Promise<T> {
  const held = new Disposables();
  const interrupted = (): void => {
    void held.dispose().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const command = held.add(await bundledCommand());
    const home = held.add(
      await testDaemon({ command: command.entry, environment: { SHELL: shell, NODE_ENV: 'production' } }),
    );
    return await work(home, await home.spawn());
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await held.dispose();
  }
}

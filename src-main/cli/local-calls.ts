import type { z } from 'zod';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Client } from '../client/client.ts';
import type { OutputOf, ProcedureName } from '../contract/procedures.ts';

/** Whether a procedure works on files and keys alone, so that it needs no daemon where none runs. */
export function needsNoDaemon(name: ProcedureName): boolean {
  return /^(keys|vault|locks|memory|runs)\./.test(name);
}

/** A client that is the core itself. */
export interface LocalClient extends Client {
  close(): Promise<void>;
}

/**
 * The core of this command, for procedures that need no daemon. The daemon's own lock is looked at, so that no
 * program that merely listens on its port is handed a key.
 * @returns null when a daemon holds the data directory and is to be asked
 * @throws node_too_old, not_private, storage_busy, storage_failed, audit_damaged
 */
export async function openLocalClient(
  directory: DataDirectory,
  environment: NodeJS.ProcessEnv,
): Promise<LocalClient | null> {
  const { needModernNode } = await import('./daemon/modern-node.ts');
  await needModernNode();
  const { isDaemonLockHeld } = await import('../daemon/daemon-lock.ts');
  if (isDaemonLockHeld(directory.lock)) return null;
  const [{ openLocalCore }, { openLogFile }, { operatorAt }, { procedures }] = await Promise.all([
    import('../daemon/local-core.ts'),
    import('../base/log-file.ts'),
    import('../authority/caller.ts'),
    import('../contract/procedures.ts'),
  ]);
  let log: ((line: string) => void) | null = null;
  const write = (line: string): void => {
    log ??= openLogFile(directory.log);
    log(line);
  };
  const { dispatch, dispose } = await openLocalCore(directory, environment, (line) => write(line));
  const outputs: { readonly [N in ProcedureName]: { readonly output: z.ZodType<OutputOf<N>> } } = procedures;
  return {
    call: async (name, input) => outputs[name].output.parse(await dispatch(name, input, operatorAt('cli'))),
    close: dispose,
  };
}

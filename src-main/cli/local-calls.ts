import type { DataDirectory } from '../base/data-directory.ts';
import type { Client } from '../client/client.ts';
import type { ProcedureName } from '../contract/procedures.ts';

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
  const { openLocalCore } = await import('../daemon/local-core.ts');
  return openLocalCore(directory, environment);
}

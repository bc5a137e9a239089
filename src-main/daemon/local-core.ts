import { createDispatch } from '../api/dispatch.ts';
import type { Dispatch } from '../api/doors.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import { systemClock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { type Disposable, Disposables } from '../base/disposable.ts';
import { createLogger } from '../base/logger.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';
import { createRedactor } from '../secrets/redact.ts';
import { openDatabase } from '../storage/database.ts';
import { initialise } from './initialise.ts';
import { openRecords } from './records.ts';
import { openSecretsCore } from './secrets-core.ts';

/** The part of the core that needs no daemon: keys, locks and runs, with the same records. */
export interface LocalCore extends Disposable {
  readonly dispatch: Dispatch;
  dispose(): Promise<void>;
}

/**
 * Opens a data directory, made when it is missing, for one command. Several may be open at once; nobody can be asked.
 * @param writeLog takes one finished line of the log
 * @throws not_private, storage_busy, storage_failed, audit_damaged, not_initialised
 */
export async function openLocalCore(
  folders: DataDirectory,
  environment: NodeJS.ProcessEnv,
  writeLog: (line: string) => void,
): Promise<LocalCore> {
  const held = new Disposables();
  try {
    await initialise(folders);
    const own = readEnvironmentFile(folders.environmentFile);
    const redact = createRedactor(Object.values(own));
    const logger = createLogger(writeLog, systemClock.now, redact);
    const database = held.add(await openDatabase(folders.database));
    const records = held.add(await openRecords(folders, { clock: systemClock, logger, redact }));
    const core = held.add(
      openSecretsCore({
        folders,
        database,
        audit: records.audit,
        machine: records.machine,
        operatorKey: operatorKeyIn(own),
        environment,
        clock: systemClock,
        ask: null,
        openFor: () => [],
        folderOf: () => null,
      }),
    );
    return { dispatch: createDispatch(core.implementations, logger), dispose: () => held.dispose() };
  } catch (error) {
    await held.dispose();
    throw error;
  }
}

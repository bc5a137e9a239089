import { createHmac } from 'node:crypto';
import path from 'node:path';
import { nameForFolder } from '../agents/naming.ts';
import type { Implementations } from '../api/doors.ts';
import { keyImplementations } from '../api/procedures/keys.ts';
import { lockImplementations } from '../api/procedures/locks.ts';
import { runImplementations } from '../api/procedures/runs.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { type Disposable, Disposables } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import { createAcceptedLocks } from '../consent/accepted-locks.ts';
import type { AskConsent } from '../consent/asking.ts';
import { Consent, type LockToUse } from '../consent/consent.ts';
import { createKeyAllows } from '../consent/key-allows.ts';
import { Runs } from '../consent/runs.ts';
import type { LockUnlock } from '../contract/lock.ts';
import type { Question } from '../contract/question.ts';
import { type Locks, lockFiles } from '../lock/locks.ts';
import { unlockFromMasterKey } from '../lock/open.ts';
import { outlineOf, substanceOf } from '../lock/outline.ts';
import { type KnownLocks, openStanding } from '../lock/standing.ts';
import type { Database } from '../storage/database.ts';
import { openKeyPlace } from '../vault/open-key-place.ts';
import type { SecretBackend } from '../vault/secret-place.ts';
import { createVault } from '../vault/vault.ts';

/** What can be done with keys, locks and consent, with or without supervision around it. */
export type SecretImplementations = Pick<
  Implementations,
  Extract<keyof Implementations, `${'keys' | 'vault' | 'locks' | 'memory' | 'runs'}.${string}`>
>;

export interface SecretsCore extends Disposable {
  readonly consent: Consent;
  readonly implementations: SecretImplementations;
  dispose(): Promise<void>;
}

export interface SecretsCoreParts {
  readonly folders: DataDirectory;
  readonly database: Database;
  readonly audit: Pick<AuditLog, 'append'>;
  /** This machine's age identity. */
  readonly machine: {
    readonly recipient: string;
    readonly backend: SecretBackend;
    identity(): Promise<string>;
  };
  readonly operatorKey: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Null where nobody can be asked. */
  readonly ask: AskConsent | null;
  readonly openFor: (run: string) => Question[];
  readonly folderOf: (agentId: string) => string | null;
}

/** Puts vault, locks and consent of a data directory together. */
export function openSecretsCore(parts: SecretsCoreParts): SecretsCore {
  const { folders, database, audit, machine, environment, clock } = parts;
  const held = new Disposables();
  const vault = held.add(
    createVault({
      database,
      clock,
      turns: folders.lockTurns,
      place: openKeyPlace(machine.backend, folders, environment),
    }),
  );
  const files = lockFiles({ turns: folders.lockTurns, identity: () => machine.identity() });
  const locks = openedBy(files, unlockFromMasterKey(environment['AGENT_MASTER_KEY'] ?? ''));
  // A key of its own, so that what is kept of a lock cannot be held against guessed values without our secrets.
  const outlineKey = createHmac('sha256', parts.operatorKey).update('backbone lock outline').digest();
  const known: KnownLocks & Pick<ReturnType<typeof createAcceptedLocks>, 'note'> = {
    ...createAcceptedLocks(database, clock),
    outline: async (document) => outlineOf(document, outlineKey),
  };
  const open = async (folder: string, unlock: LockUnlock): Promise<LockToUse | null> => {
    try {
      const { lock, outline, standing, changes } = await openStanding(locks, known, folder, unlock);
      const { file, digest, document } = lock;
      return { file, digest, document, standing, changes, substance: substanceOf(outline) };
    } catch (error) {
      if (error instanceof BackboneError && error.code === 'lock_missing') return null;
      throw error;
    }
  };
  const consent = new Consent({
    open,
    accept: async (_, { file, digest, document }) =>
      known.note(path.dirname(file), digest, await known.outline(document), 'accepted'),
    allows: createKeyAllows(database, clock),
    vault,
    audit,
    ask: parts.ask,
  });
  const runs = held.add(new Runs(consent, audit));
  const { openFor, folderOf } = parts;
  return {
    consent,
    implementations: {
      ...keyImplementations(vault, audit),
      ...lockImplementations({ locks, recipient: machine.recipient, known, audit, folderOf }),
      ...runImplementations({ consent, runs, openFor, folderOf, nameOf: nameForFolder }),
    },
    dispose: () => held.dispose(),
  };
}

/** Locks that are opened with what the environment of a server gives, where a caller brings nothing. */
function openedBy(locks: Locks, usual: LockUnlock): Locks {
  const or = (unlock: LockUnlock): LockUnlock => (Object.keys(unlock).length === 0 ? usual : unlock);
  return {
    ...locks,
    open: (folder, unlock) => locks.open(folder, or(unlock)),
    openQuiet: (folder, unlock, work) => locks.openQuiet(folder, or(unlock), work),
    update: (folder, unlock, change) => locks.update(folder, or(unlock), change),
  };
}

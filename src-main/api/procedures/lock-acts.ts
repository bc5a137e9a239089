import type { AuditLog } from '../../audit/audit-log.ts';
import type { Caller } from '../../authority/caller.ts';
import type { AcceptedLocks } from '../../consent/accepted-locks.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { LockDocument, LockUnlock, LockView } from '../../contract/lock.ts';
import type { Locks, NextLock, StoredLock } from '../../lock/locks.ts';
import {
  folderOfLock,
  type KnownLocks,
  openStanding,
  type StandingLock,
  standingOf,
} from '../../lock/standing.ts';
import { viewOf } from '../../lock/view.ts';
import { actorOf } from './actor-of.ts';

/** What the procedures on locks work with. */
export interface LockParts {
  readonly locks: Locks;
  /** This machine's public half, `age1…`. */
  readonly recipient: string;
  readonly known: KnownLocks & Pick<AcceptedLocks, 'note'>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Folder of a registered agent, links resolved; null when it was forgotten. */
  readonly folderOf: (agentId: string) => string | null;
}

export interface LockPlace {
  readonly folder: string;
  readonly unlock: LockUnlock;
}

type Details = AuditEntry['details'];

/** What a change does, besides giving the next document. */
export interface Act {
  readonly kind: AuditEntry['kind'];
  /** Names alone. */
  readonly details?: Details;
  readonly document: LockDocument;
  readonly passphrase?: string | undefined;
  /** How the lock is noted when it may be used now. Default: as sealed here. */
  readonly note?: 'as before';
}

/** Acts on locks on behalf of one caller: each is recorded before it can be seen. */
export class LockActs {
  readonly #parts: LockParts;
  readonly #caller: Caller | null;

  constructor(parts: LockParts, caller: Caller | null) {
    this.#parts = parts;
    this.#caller = caller;
  }

  /** Opens a lock and records that. @throws what opening throws, record_failed */
  async open({ folder, unlock }: LockPlace): Promise<StandingLock> {
    const found = await openStanding(this.#parts.locks, this.#parts.known, folder, unlock);
    const { digest } = found.lock;
    await this.record('lock.opened', folderOfLock(found.lock), { digest, standing: found.standing });
    return found;
  }

  view({ lock, standing, changes }: StandingLock): LockView {
    return viewOf(lock, this.#parts.recipient, { standing, changes });
  }

  /**
   * Changes a lock. One that nobody accepted yet, or that changed since, stays so: a change of ours does not make the
   * rest of it ours.
   * @param change gives null when nothing is to be changed
   * @throws what updating a lock throws, record_failed; then nothing was changed
   */
  async change(
    { folder, unlock }: LockPlace,
    change: (lock: StoredLock) => Act | null,
  ): Promise<StandingLock> {
    const once = new Once();
    const lock = await this.#parts.locks.update(folder, unlock, async (before) => {
      const act = change(before);
      if (act === null) return null;
      const { standing } = await standingOf(this.#parts.known, before);
      const usable = standing === 'own' || standing === 'accepted' ? standing : null;
      return this.next(act, folderOfLock(before), once, act.note === 'as before' ? usable : usable && 'own');
    });
    return await standingOf(this.#parts.known, lock);
  }

  /** @param how under which word the new lock is noted; null: it is not */
  next(act: Act, folder: string, once: Once, how: 'own' | 'accepted' | null): NextLock {
    const { known } = this.#parts;
    return {
      document: act.document,
      passphrase: act.passphrase,
      before: () => once.run(() => this.record(act.kind, folder, act.details ?? {})),
      written: async (lock) => {
        if (how !== null)
          await known.note(folderOfLock(lock), lock.digest, await known.outline(lock.document), how);
      },
    };
  }

  /** Records one act on the lock of a folder. @throws record_failed: the act must not happen */
  async record(kind: AuditEntry['kind'], folder: string, details: Details): Promise<void> {
    const caller = this.#caller;
    const isAgent = caller?.authority === 'agent';
    await this.#parts.audit.append({
      kind,
      actor: actorOf(caller),
      agent: isAgent ? { id: caller.agentId, name: caller.actor.name ?? 'agent' } : null,
      launch: isAgent ? caller.launchId : null,
      details: { folder, ...details },
    });
  }
}

/** An act that is tried anew, because someone else wrote in between, is recorded one time. */
export class Once {
  #done = false;

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#done) return;
    await work();
    this.#done = true;
  }
}

import { createHash } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import { BackboneError } from '../base/errors.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { ConsentPlan, NeededKey, Verdict } from '../contract/consent.ts';
import type { LockChange, LockDocument, LockStanding, LockUnlock } from '../contract/lock.ts';
import type { Actor } from '../contract/question.ts';
import type { VaultView } from '../contract/vault.ts';
import { type SecretReading, secretError } from '../vault/secret-place.ts';
import type { AskConsent, Asking } from './asking.ts';
import { type ConsentGrant, type ConsentRequest, nothingGranted } from './grant.ts';
import type { AllowedFor, KeyAllows } from './key-allows.ts';
import { neededKeys } from './needed-keys.ts';

/** A lock as consent needs it. */
export interface LockToUse {
  /** Absolute path. */
  readonly file: string;
  readonly digest: string;
  readonly document: LockDocument;
  readonly standing: LockStanding;
  /** What is different from the lock last sealed here or accepted. */
  readonly changes: readonly LockChange[];
  /** Changes with everything that the lock says but its memory. */
  readonly substance: string;
}

export interface ConsentParts {
  /** The lock of a folder; null when there is none. @throws what opening a lock throws */
  readonly open: (folder: string, unlock: LockUnlock) => Promise<LockToUse | null>;
  /** Notes that a person accepted the lock as it is. */
  readonly accept: (folder: string, lock: LockToUse) => Promise<void>;
  readonly allows: KeyAllows;
  readonly vault: {
    view(): Promise<VaultView>;
    read(name: string): Promise<SecretReading>;
    noteUsed(name: string): Promise<void>;
  };
  readonly audit: Pick<AuditLog, 'append'>;
  /** Null where nobody can be asked: a command without a daemon. */
  readonly ask: AskConsent | null;
}

type Subject = Pick<ConsentRequest, 'agent' | 'folder' | 'environment' | 'unlock'>;
type NeededHere = NeededKey & { readonly source: NonNullable<NeededKey['source']> };

/** How a request hears what becomes of it. */
export interface ConsentListener {
  /** Called before the first question is asked. */
  onAsked(): void;
  /** Gives everything up. */
  readonly signal: AbortSignal;
}

/** Decides which keys and which personality a launch or a run gets, and asks for what nobody has decided. */
export class Consent {
  readonly #parts: ConsentParts;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  /** What a folder's lock asks for and where it would come from. Asks nobody, hands out nothing. */
  async plan(subject: Subject): Promise<ConsentPlan> {
    const lock = await this.#parts.open(subject.folder, subject.unlock);
    if (lock === null) return { lock: null, keys: [] };
    const { file, digest, standing, changes, document } = lock;
    return {
      lock: { file, digest, standing, changes: [...changes], personality: Object.keys(document.personality) },
      keys: await this.#keysOf(subject, lock),
    };
  }

  /**
   * Everything that a launch or run may have.
   * @throws consent_needed when nobody may be asked; consent_denied when a person said no to the lock or it was
   * given up; changed when the lock became another one meanwhile; what opening the lock and the vault throw; record_failed
   */
  async obtain(request: ConsentRequest, ask: boolean, listener: ConsentListener): Promise<ConsentGrant> {
    const lock = await this.#parts.open(request.folder, request.unlock);
    if (lock === null) return nothingGranted;
    await this.#record('lock.opened', request, request.actor, {
      standing: lock.standing,
      digest: lock.digest,
    });
    await this.#settleLock(request, lock, ask, listener);
    const keys = await this.#keysOf(request, lock);
    const vault = keys.some(({ source }) => source === 'vault') ? await this.#parts.vault.view() : null;
    if (vault !== null && vault.state !== 'open') throw closed(vault);
    const here = keys.filter((key): key is NeededHere => key.source !== null);
    const decided = await this.#decide(request, lock, here, ask, listener);
    await this.#requireSame(request, lock);
    return await this.#handOut(request, lock, keys, decided);
  }

  async #keysOf({ agent, folder, environment }: Subject, lock: LockToUse): Promise<NeededKey[]> {
    const vault = await this.#parts.vault.view();
    return neededKeys(lock.document, { environment, vault }, (key, source) =>
      this.#parts.allows.isAllowed(allowedFor({ agent, folder }, lock, key, source)),
    );
  }

  async #settleLock(
    request: ConsentRequest,
    lock: LockToUse,
    ask: boolean,
    listener: ConsentListener,
  ): Promise<void> {
    if (lock.standing === 'own' || lock.standing === 'accepted') return;
    const accept = async (by: Actor): Promise<void> => {
      await this.#record('lock.accepted', request, by, { digest: lock.digest });
      await this.#parts.accept(request.folder, lock);
    };
    if (request.given?.accept === lock.digest) return await accept(request.actor);
    if (request.given?.accept != null)
      throw new BackboneError(
        'changed',
        'The lock is another one than the one that was looked at. Look at it again.',
      );
    if (!ask || this.#parts.ask === null) {
      throw new BackboneError(
        'consent_needed',
        `${lock.file} was not sealed on this machine, or changed since it was accepted. Read it with "backbone lock show", then accept it with "backbone lock accept" or in the panel.`,
        { details: lock.changes.map(({ says }) => says) },
      );
    }
    listener.onAsked();
    const { decision, by } = await this.#parts.ask(
      this.#asking(
        request,
        {
          form: 'lock',
          file: lock.file,
          standing: lock.standing,
          changes: [...lock.changes],
        },
        lock,
      ),
      listener.signal,
    );
    if (decision !== 'deny') {
      await this.#requireSame(request, lock);
      return await accept(by);
    }
    await this.#record('lock.refused', request, by, { digest: lock.digest });
    throw new BackboneError('consent_denied', 'A person refused the lock, so nothing was started with it.');
  }

  /** A verdict for each key that is somewhere. Undecided ones are asked for all at once. */
  async #decide(
    request: ConsentRequest,
    lock: LockToUse,
    keys: readonly NeededHere[],
    ask: boolean,
    listener: ConsentListener,
  ): Promise<ReadonlyMap<string, Verdict | 'stored'>> {
    const verdicts = new Map<string, Verdict | 'stored'>();
    const undecided: NeededHere[] = [];
    for (const key of keys) {
      const given = request.given?.verdicts[key.name] ?? (request.given?.allowAll === true ? 'once' : null);
      if (given !== null) await this.#take(request, lock, key, given, request.actor);
      const verdict = given ?? (key.allowed ? 'stored' : null);
      if (verdict === null) undecided.push(key);
      else verdicts.set(key.name, verdict);
    }
    const asker = ask ? this.#parts.ask : null;
    if (undecided.length > 0 && asker === null) {
      const names = undecided.map(({ name }) => name);
      throw new BackboneError(
        'consent_needed',
        `Nobody has allowed ${names.join(', ')} here. Allow it with --allow NAME or --allow-all, or answer in the panel.`,
        { details: names },
      );
    }
    if (undecided.length === 0 || asker === null) return verdicts;
    listener.onAsked();
    // Where one of them cannot be taken, the others are not left standing without anybody who waits for them.
    const together = new AbortController();
    const signal = AbortSignal.any([listener.signal, together.signal]);
    try {
      await Promise.all(
        undecided.map(async (key) => {
          const { decision, by } = await asker(this.#keyAsking(request, lock, key), signal);
          const verdict = decision === 'deny' ? 'deny' : decision === 'allow_always' ? 'always' : 'once';
          await this.#take(request, lock, key, verdict, by);
          verdicts.set(key.name, verdict);
        }),
      );
    } finally {
      together.abort();
    }
    return verdicts;
  }

  async #take(
    request: ConsentRequest,
    lock: LockToUse,
    key: NeededHere,
    verdict: Verdict,
    by: Actor,
  ): Promise<void> {
    const kind = verdict === 'deny' ? 'key.denied' : 'key.allowed';
    await this.#record(kind, request, by, { key: key.name, source: key.source, verdict });
    if (verdict === 'always') await this.#parts.allows.allow(allowedFor(request, lock, key.name, key.source));
  }

  async #handOut(
    request: ConsentRequest,
    lock: LockToUse,
    keys: readonly NeededKey[],
    decided: ReadonlyMap<string, Verdict | 'stored'>,
  ): Promise<ConsentGrant> {
    const refused = (name: string): boolean => (decided.get(name) ?? 'deny') === 'deny';
    const given = keys.filter((key): key is NeededHere => key.source !== null && !refused(key.name));
    if (given.length > 0) {
      await this.#record('key.injected', request, request.actor, {
        keys: given.map(({ name, source }) => `${name} (${source})`),
        injection: request.injection,
        program: request.program,
      });
    }
    const values: Record<string, string> = {};
    for (const { name, source } of given) {
      const value = source === 'environment' ? null : await this.#valueOf(lock, name, source);
      if (value !== null) values[name] = value;
    }
    return {
      values,
      keys: given.map(({ name, source }) => ({ name, source })),
      without: keys
        .filter(({ name, source }) => source === null || refused(name))
        .map(({ name, problem, source }) => ({
          name,
          why: source === null ? (problem ?? 'It is nowhere.') : 'A person did not allow it.',
        })),
      personality: lock.document.personality,
      lock: lock.file,
    };
  }

  async #valueOf(lock: LockToUse, name: string, source: 'lock' | 'vault'): Promise<string | null> {
    if (source === 'lock') return lock.document.credentials[name]?.value ?? null;
    const reading = await this.#parts.vault.read(name);
    if (reading.is !== 'found') throw secretError(name, reading);
    await this.#parts.vault.noteUsed(name);
    return reading.value;
  }

  /** What a person decided on must still be what lies there. @throws changed */
  async #requireSame({ folder, unlock }: ConsentRequest, lock: LockToUse): Promise<void> {
    const now = await this.#parts.open(folder, unlock);
    if (now?.substance === lock.substance) return;
    throw new BackboneError(
      'changed',
      `${lock.file} changed while a person was asked. Start again to see what it asks now.`,
    );
  }

  #keyAsking(request: ConsentRequest, lock: LockToUse, { name, source, why, expiresAt }: NeededHere): Asking {
    const { injection, program } = request;
    return this.#asking(
      request,
      { form: 'key', key: name, source, why, injection, program, expiresAt },
      lock,
    );
  }

  #asking(
    { agent, name, launchId, folder }: ConsentRequest,
    subject: Asking['subject'],
    { digest }: LockToUse,
  ): Asking {
    const asked = JSON.stringify([launchId, folder, digest, subject]);
    return {
      agent,
      name,
      launchId,
      folder,
      subject,
      fingerprint: createHash('sha256').update(asked).digest('hex'),
    };
  }

  async #record(
    kind: AuditEntry['kind'],
    { agent, launchId, folder }: ConsentRequest,
    actor: Actor,
    details: AuditEntry['details'],
  ): Promise<void> {
    await this.#parts.audit.append({ kind, actor, agent, launch: launchId, details: { folder, ...details } });
  }
}

function allowedFor(
  { agent, folder }: Pick<Subject, 'agent' | 'folder'>,
  { substance }: LockToUse,
  key: string,
  source: AllowedFor['source'],
): AllowedFor {
  return { subject: agent?.id ?? folder, key, folder, source, substance };
}

function closed({ backend, state, says }: VaultView): BackboneError {
  if (backend === 'sealed_file') return new BackboneError('vault_locked', says);
  return new BackboneError(state === 'locked' ? 'keyring_locked' : 'keyring_absent', says);
}

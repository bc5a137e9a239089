import type { AskConsent, Asking } from '../../../src-main/consent/asking.ts';
import { Consent, type LockToUse } from '../../../src-main/consent/consent.ts';
import type { ConsentRequest } from '../../../src-main/consent/grant.ts';
import type { AllowedFor } from '../../../src-main/consent/key-allows.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import type { Decision } from '../../../src-main/contract/question.ts';
import type { VaultKey, VaultView } from '../../../src-main/contract/vault.ts';

export const operator = { door: 'cli', name: null } as const;
export const person = { door: 'panel', name: null } as const;

export function lockOf(change: Partial<LockToUse> = {}): LockToUse {
  return {
    file: '/project/agent.lock',
    digest: 'd'.repeat(64),
    standing: 'own',
    changes: [],
    substance: 's1',
    document: {
      version: 1,
      recipients: ['age1x'],
      credentials: {
        FROM_ENVIRONMENT: { value: null, why: 'set by the person' },
        FROM_LOCK: { value: 'held-value', why: null },
        FROM_VAULT: { value: null, why: 'to call the model' },
        NOWHERE: { value: null, why: null },
      },
      personality: { system_prompt: 'Be brief.', tone: 'dry' },
      memory: {},
    },
    ...change,
  };
}

export function vaultKey(name: string, change: Partial<VaultKey> = {}): VaultKey {
  return {
    name,
    addedAt: 1,
    rotatedAt: null,
    usedAt: null,
    expiresAt: null,
    note: null,
    is: 'found',
    ...change,
  };
}

export function requestOf(change: Partial<ConsentRequest> = {}): ConsentRequest {
  return {
    agent: { id: 'a1', name: 'app' },
    name: 'app',
    folder: '/project',
    launchId: 'l1',
    program: 'Claude Code',
    injection: 'env',
    environment: new Set(['FROM_ENVIRONMENT']),
    unlock: {},
    given: null,
    actor: operator,
    ...change,
  };
}

/** A consent over made-up places, with everything that it did. */
export function consentOver(options: {
  lock?: LockToUse | null;
  vault?: Partial<VaultView>;
  answer?: (asking: Asking) => Decision | Promise<Decision>;
  failRecord?: AuditEntry['kind'];
}) {
  const did = {
    recorded: [] as AuditEntry[],
    asked: [] as Asking[],
    accepted: [] as string[],
    allowed: [] as AllowedFor[],
    used: [] as string[],
    read: [] as string[],
  };
  const state = { lock: options.lock === undefined ? lockOf() : options.lock };
  const { answer } = options;
  const ask: AskConsent = async (asking, signal) => {
    did.asked.push(asking);
    const decision = await (answer?.(asking) ??
      new Promise<Decision>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      }));
    return { decision, by: person };
  };
  const consent = new Consent({
    open: async () => state.lock,
    accept: async (_, lock) => void did.accepted.push(lock.digest),
    allows: {
      isAllowed: (what) => did.allowed.some((one) => JSON.stringify(one) === JSON.stringify(what)),
      allow: async (what) => void did.allowed.push(what),
    },
    vault: {
      view: async () => ({
        backend: 'keychain',
        state: 'open',
        says: 'The keyring.',
        keys: [vaultKey('FROM_VAULT')],
        ...options.vault,
      }),
      read: async (name) => {
        did.read.push(name);
        return { is: 'found', value: `value of ${name}` };
      },
      noteUsed: async (name) => void did.used.push(name),
    },
    audit: {
      append: async (entry) => {
        if (entry.kind === options.failRecord) throw new Error('no record');
        did.recorded.push(entry);
        return { number: did.recorded.length, hash: '' };
      },
    },
    ask: answer === undefined ? null : ask,
  });
  return { consent, did, state };
}

export function listener(): { onAsked(): void; signal: AbortSignal; asked: () => number; abort(): void } {
  const abort = new AbortController();
  let asked = 0;
  return {
    onAsked() {
      asked += 1;
    },
    signal: abort.signal,
    asked: () => asked,
    abort: () => abort.abort(),
  };
}

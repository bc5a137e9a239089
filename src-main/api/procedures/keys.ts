import type { AuditLog } from '../../audit/audit-log.ts';
import type { Caller } from '../../authority/caller.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';

type KeyImplementations = Pick<
  Implementations,
  'keys.list' | 'keys.add' | 'keys.rotate' | 'keys.rename' | 'keys.remove' | 'vault.unlock' | 'vault.lock'
>;

export function keyImplementations(vault: Vault, audit: Pick<AuditLog, 'append'>): KeyImplementations {
  const record = (
    kind: AuditEntry['kind'],
    caller: Caller | null,
    details: AuditEntry['details'],
  ): Promise<unknown> => audit.append({ kind, actor: actorOf(caller), agent: null, launch: null, details });
  return {
    'keys.list': () => vault.view(),
    'keys.add': async ({ name, value, note = null, expiresAt = null }, caller) => {
      vault.requireFree(name);
      await record('key.added', caller, { key: name });
      await vault.add(name, value, { note, expiresAt });
      return { name };
    },
    'keys.rotate': async ({ name, value, expiresAt }, caller) => {
      vault.requireKnown(name);
      await record('key.rotated', caller, { key: name });
      await vault.rotate(name, value, expiresAt);
      return { name };
    },
    'keys.rename': async ({ name, to }, caller) => {
      vault.requireKnown(name);
      vault.requireFree(to);
      await record('key.renamed', caller, { key: name, to });
      await vault.rename(name, to);
      return { name: to };
    },
    'keys.remove': async ({ name }, caller) => {
      vault.requireKnown(name);
      await record('key.removed', caller, { key: name });
      await vault.remove(name);
      return { name };
    },
    'vault.unlock': async ({ passphrase }, caller) => {
      await vault.unlock(passphrase);
      await record('vault.unlocked', caller, {}).catch((error: unknown) => {
        vault.lock();
        throw error;
      });
      return vault.view();
    },
    'vault.lock': async (_, caller) => {
      vault.lock();
      await record('vault.locked', caller, {});
      return vault.view();
    },
  };
}

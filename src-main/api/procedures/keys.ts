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

/** Acts on the vault, each recorded by name before it is done. Values go to the vault and nowhere else. */
export function keyImplementations(vault: Vault, audit: Pick<AuditLog, 'append'>): KeyImplementations {
  const record = (
    kind: AuditEntry['kind'],
    caller: Caller | null,
    details: AuditEntry['details'],
  ): Promise<unknown> => audit.append({ kind, actor: actorOf(caller), agent: null, launch: null, details });
  return {
    'keys.list': () => vault.view(),
    'keys.add': async ({ name, value, note = null, expiresAt = null }, caller) => {
      const facts = { note, expiresAt };
      await vault.add(name, value, facts, () => record('key.added', caller, { key: name }));
      return { name };
    },
    'keys.rotate': async ({ name, value, expiresAt }, caller) => {
      await vault.rotate(name, value, expiresAt, () => record('key.rotated', caller, { key: name }));
      return { name };
    },
    'keys.rename': async ({ name, to }, caller) => {
      await vault.rename(name, to, () => record('key.renamed', caller, { key: name, to }));
      return { name: to };
    },
    'keys.remove': async ({ name }, caller) => {
      await vault.remove(name, () => record('key.removed', caller, { key: name }));
      return { name };
    },
    'vault.unlock': async ({ passphrase }, caller) => {
      await vault.unlock(passphrase);
      // Only now is it known that the passphrase is right. What cannot be recorded does not stay open.
      await record('vault.unlocked', caller, {}).catch((error: unknown) => {
        vault.lock();
        throw error;
      });
      return vault.view();
    },
    'vault.lock': async (_, caller) => {
      // Closing waits for nothing, not even for its record.
      vault.lock();
      await record('vault.locked', caller, {});
      return vault.view();
    },
  };
}

import path from 'node:path';
import { BackboneError } from '../../base/errors.ts';
import { type LockDocument, lockVersion } from '../../contract/lock.ts';
import { diffLocks } from '../../lock/diff.ts';
import { lockPath } from '../../lock/read-file.ts';
import { folderOfLock, standingOf } from '../../lock/standing.ts';
import type { Implementations } from '../doors.ts';
import { LockActs, type LockParts, Once } from './lock-acts.ts';
import { edited, sealingOf, withoutRecipient, withRecipient } from './lock-edit.ts';
import { memoryImplementations } from './memory.ts';
import { migrateLock } from './migrate-lock.ts';

type LockImplementations = Pick<
  Implementations,
  | 'locks.show'
  | 'locks.create'
  | 'locks.edit'
  | 'locks.share'
  | 'locks.unshare'
  | 'locks.rotate'
  | 'locks.accept'
  | 'locks.diff'
  | 'locks.migrate'
  | 'memory.read'
  | 'memory.write'
>;

/** What the doors do with locks. The operator alone, but for an agent's own memory. */
export function lockImplementations(parts: LockParts): LockImplementations {
  const { locks, known, recipient: machine } = parts;
  return {
    'locks.show': async (place, caller) => {
      const acts = new LockActs(parts, caller);
      return acts.view(await acts.open(place));
    },
    'locks.create': async ({ folder, sealTo, ...content }, caller) => {
      const acts = new LockActs(parts, caller);
      const { recipients, passphrase } = sealingOf(sealTo, machine);
      const details = { keys: Object.keys(content.credentials), traits: Object.keys(content.personality) };
      const document: LockDocument = { version: lockVersion, recipients, ...content };
      const act = { kind: 'lock.created', details, document, passphrase } as const;
      const once = new Once();
      const own = path.dirname(lockPath(folder));
      const lock = await locks.create(folder, async () => acts.next(act, own, once, 'own'));
      return acts.view(await standingOf(known, lock));
    },
    'locks.edit': async ({ edit, ...place }, caller) => {
      const acts = new LockActs(parts, caller);
      const changed = await acts.change(place, (lock) => {
        const { document, keys, traits } = edited(lock.document, edit);
        return { kind: 'lock.changed', details: { keys, traits }, document };
      });
      return acts.view(changed);
    },
    'locks.share': async ({ recipient, ...place }, caller) => {
      const acts = new LockActs(parts, caller);
      const shared = await acts.change(place, (lock) => {
        const document = withRecipient(lock.document, recipient);
        return document === null ? null : { kind: 'lock.shared', details: { recipient }, document };
      });
      return acts.view(shared);
    },
    'locks.unshare': async ({ recipient, ...place }, caller) => {
      const acts = new LockActs(parts, caller);
      const unshared = await acts.change(place, (lock) => ({
        kind: 'lock.unshared',
        details: { recipient },
        document: withoutRecipient(lock.document, recipient, machine),
      }));
      return acts.view(unshared);
    },
    'locks.rotate': async ({ sealTo, ...place }, caller) => {
      const acts = new LockActs(parts, caller);
      const sealing = sealTo === undefined ? null : sealingOf(sealTo, machine);
      const rotated = await acts.change(place, ({ document }) => {
        const recipients = sealing === null ? document.recipients : sealing.recipients;
        const details = { recipients: recipients ?? [], passphrase: recipients === null };
        const { passphrase } = sealing ?? {};
        return { kind: 'lock.rotated', details, document: { ...document, recipients }, passphrase };
      });
      return acts.view(rotated);
    },
    'locks.accept': async ({ digest, folder, unlock }, caller) => {
      const acts = new LockActs(parts, caller);
      const accepted = await locks.openQuiet(folder, unlock, async (lock) => {
        if (lock.digest !== digest)
          throw new BackboneError(
            'changed',
            'The lock is another one than the one that was looked at. Look at it again.',
          );
        await acts.record('lock.accepted', folderOfLock(lock), { digest });
        await known.note(folderOfLock(lock), digest, await known.outline(lock.document), 'accepted');
        return await standingOf(known, lock);
      });
      return acts.view(accepted);
    },
    'locks.diff': async ({ against, ...place }, caller) => {
      const { changes, outline } = await new LockActs(parts, caller).open(place);
      if (against === undefined) return { changes: [...changes] };
      const other = await locks.openAt(against, place.unlock);
      return { changes: diffLocks(await known.outline(other.document), outline) };
    },
    'locks.migrate': (input, caller) => migrateLock(parts, input, caller),
    ...memoryImplementations(parts),
  };
}

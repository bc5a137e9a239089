import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFiles } from '../../../src-main/lock/locks.ts';
import { identity, littleWork, passphrase, sampleDocument } from '../../support/lock-samples.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

/** As values of a lock; nothing else in the process has this text. */
const value = 'heap-search-value-0001';

let home: TemporaryFolder;
beforeEach(() => {
  home = temporaryFolder('heap');
});
afterEach(() => home.dispose());

const room = (name: string): string =>
  JSON.stringify(path.join(import.meta.dirname, '../../../src-main/lock', name));

/** What a process still holds of a lock that it opened, changed and let go of. */
async function heapAfter(holdsOn: boolean): Promise<string> {
  const folder = path.join(home.path, 'agent');
  const turns = path.join(home.path, 'turns');
  mkdirSync(folder, { recursive: true });
  const document = sampleDocument({ recipients: null, credentials: { K: { value, why: null } } });
  const locks = lockFiles({ turns, identity: () => Promise.resolve(identity), work: littleWork });
  if (!holdsOn) await locks.create(folder, () => Promise.resolve({ document, passphrase }));
  const snapshot = path.join(home.path, `${holdsOn}.heapsnapshot`);
  const child = nodeProcess(
    `
    import { writeHeapSnapshot } from 'node:v8';
    import { lockFiles } from ${room('locks.ts')};
    import { outlineOf } from ${room('outline.ts')};
    import { diffLocks } from ${room('diff.ts')};
    const { folder, turns, passphrase, snapshot, holdsOn } = JSON.parse(process.argv[1]);
    globalThis.locks = lockFiles({ turns, identity: async () => { throw new Error('not needed'); }, work: 4 });
    async function use() {
      const unlock = { passphrase };
      const lock = await globalThis.locks.open(folder, unlock);
      globalThis.kept = diffLocks(null, outlineOf(lock.document, Buffer.alloc(32)));
      await globalThis.locks.update(folder, unlock, async ({ document }) => ({ document }));
      if (holdsOn) globalThis.held = lock;
    }
    await use();
    await new Promise((resolve) => setImmediate(resolve));
    writeHeapSnapshot(snapshot);
    console.log('written');
    `,
    [JSON.stringify({ folder, turns, passphrase, snapshot, holdsOn })],
  );
  try {
    await child.line();
    return readFileSync(snapshot, 'utf8');
  } finally {
    await child.dispose();
  }
}

test('no value of an opened lock stays on the heap once it was let go of', async () => {
  expect((await heapAfter(false)).includes(value)).toBe(false);
  // Who keeps the lock keeps the value: the search does find what is there.
  expect((await heapAfter(true)).includes(value)).toBe(true);
}, 60_000);

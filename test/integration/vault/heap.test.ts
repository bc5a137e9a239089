import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { armor, Decrypter } from 'age-encryption';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { identityBytes } from '../../../src-main/vault/identity-bytes.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testPlace } from '../../support/test-vault.ts';

const support = JSON.stringify(path.join(import.meta.dirname, '../../support/test-vault.ts'));
const passphrase = 'heap-passphrase-0001';
const value = 'heap-value-0001';

let root: string;
let identity: string;
beforeEach(async () => {
  const home = temporaryFolder('heap');
  onTestFinished(() => home.dispose());
  root = home.path;
  const place = testPlace(root);
  await place.unlock(passphrase);
  await place.write('A', value);
  place.lock();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const kept = JSON.parse(readFileSync(path.join(root, 'vault/identity.json'), 'utf8')) as {
    identity: string;
  };
  identity = await decrypter.decrypt(armor.decode(kept.identity), 'text');
});

/**
 * What a process holds on its heap once it has opened a vault and read a value.
 * @param act further statements, with `place` the vault and `held` an array that is kept
 */
async function heapAfter(act: string): Promise<string> {
  const file = path.join(root, 'after.heapsnapshot');
  const program = nodeProcess(
    `
    import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
    import { writeHeapSnapshot } from 'node:v8';
    import { testPlace } from ${support};
    const [root, file] = process.argv.slice(1);
    globalThis.place = testPlace(root);
    globalThis.held = [];
    process.stdin.once('data', async (data) => {
      await (async () => {
        await place.unlock(String(data).trim());
        const reading = await place.read('A');
        console.log(reading.is);
        ${act}
      })();
      data.fill(0);
      await new Promise((resolve) => setImmediate(resolve));
      writeHeapSnapshot(file);
      console.log('written');
      process.exit();
    });
    console.log('ready');
    `,
    [root, file],
  );
  onTestFinished(() => program.dispose());
  expect(await program.line()).toBe('ready');
  program.child.stdin?.write(`${passphrase}\n`);
  expect(await program.line()).toBe('found');
  expect(await program.line()).toBe('written');
  return readFileSync(file, 'utf8');
}

test('no text of the identity, a value or the passphrase is on the heap while the vault is open', async () => {
  const heap = await heapAfter('');
  for (const text of [identity, value, passphrase]) expect(heap).not.toContain(text);
});

test('the search finds what is held', async () => {
  const heap = await heapAfter('held.push(reading);');
  expect(heap).toContain(value);
});

/** How often `bytes` stand in the memory that a process may write to. */
function countIn(pid: number, bytes: Buffer): number {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    let count = 0;
    for (const [, from = '', to = ''] of readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(
      /^([0-9a-f]+)-([0-9a-f]+) rw/gm,
    )) {
      const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
      const part = Buffer.alloc(Number(end - start));
      let read = 0;
      try {
        read = readSync(memory, part, 0, part.length, start);
      } catch {
        // Parts that only the kernel reads.
      }
      const seen = part.subarray(0, read);
      for (let at = seen.indexOf(bytes); at !== -1; at = seen.indexOf(bytes, at + 1)) count += 1;
      part.fill(0);
    }
    return count;
  } finally {
    closeSync(memory);
  }
}

test('the identity itself is in memory while the vault is open, and wiped when it is closed', async () => {
  const program = nodeProcess(
    `
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    import { testPlace } from ${support};
    setFlagsFromString('--expose-gc');
    const place = testPlace(process.argv[1]);
    const acts = {
      open: async () => { await place.unlock(${JSON.stringify(passphrase)}); await place.read('A'); },
      close: async () => place.lock(),
    };
    for await (const line of process.stdin) {
      await acts[String(line).trim()]();
      for (let n = 0; n < 3; n += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        runInNewContext('gc')();
      }
      console.log('done');
    }
    `,
    [root],
  );
  onTestFinished(() => program.dispose());
  const scalar = identityBytes(Buffer.from(identity));
  if (scalar === null) throw new Error('That is no identity.');
  const after = async (act: string): Promise<number> => {
    program.child.stdin?.write(`${act}\n`);
    expect(await program.line()).toBe('done');
    return countIn(program.pid, scalar);
  };
  expect(await after('open')).toBeGreaterThan(0);
  expect(await after('close')).toBe(0);
}, 30_000);

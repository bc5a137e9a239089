import { readFileSync } from 'node:fs';
import path from 'node:path';
import { armor, Decrypter } from 'age-encryption';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
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

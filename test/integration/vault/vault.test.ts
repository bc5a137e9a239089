import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { BackboneError } from '../../../src-main/base/errors.ts';
import type { KeyPlace } from '../../../src-main/vault/key-place.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type TestVault, testPlace, testVault } from '../../support/test-vault.ts';

let root: string;
beforeEach(() => {
  const home = temporaryFolder('vault');
  onTestFinished(() => home.dispose());
  root = home.path;
});

const facts = { note: null, expiresAt: null };
const noted = async (): Promise<void> => undefined;

async function open(place: KeyPlace = testPlace(root, 'right'), now?: number): Promise<TestVault> {
  const made = await testVault(root, place, now);
  onTestFinished(() => made.dispose());
  return made;
}

describe('names, dates and values', () => {
  test('are kept, changed and taken away together', async () => {
    const { vault } = await open(undefined, 1000);
    await vault.add('B', 'one', { note: 'of mine', expiresAt: 5000 }, noted);
    await vault.add('A', 'two', facts, noted);
    const { vault: later } = await open(undefined, 2000);
    await later.rotate('A', 'three', 9000, noted);
    await later.rotate('B', 'four', undefined, noted);
    await later.noteUsed('B');
    expect(await later.view()).toMatchObject({ backend: 'sealed_file', state: 'open' });
    expect((await later.view()).keys).toEqual([
      { name: 'A', addedAt: 1000, rotatedAt: 2000, usedAt: null, expiresAt: 9000, note: null, is: 'found' },
      {
        name: 'B',
        addedAt: 1000,
        rotatedAt: 2000,
        usedAt: 2000,
        expiresAt: 5000,
        note: 'of mine',
        is: 'found',
      },
    ]);
    await later.rename('B', 'C', noted);
    expect((await later.view()).keys.map(({ name, note, is }) => [name, note, is])).toEqual([
      ['A', null, 'found'],
      ['C', 'of mine', 'found'],
    ]);
    expect([await vault.read('A'), await vault.read('B'), await vault.read('C')]).toEqual([
      { is: 'found', value: 'three' },
      { is: 'missing' },
      { is: 'found', value: 'four' },
    ]);
    await vault.remove('A', noted);
    expect(await vault.read('A')).toEqual({ is: 'missing' });
    expect((await vault.view()).keys.map(({ name }) => name)).toEqual(['C']);
  });

  test('that are there or not there already are refused, and nothing is recorded', async () => {
    const { vault } = await open();
    await vault.add('A', 'one', facts, noted);
    await vault.add('B', 'two', facts, noted);
    const never = (): Promise<never> => Promise.reject(new Error('It was recorded.'));
    await expect(vault.add('A', 'x', facts, never)).rejects.toMatchObject({ code: 'key_exists' });
    await expect(vault.rename('A', 'B', never)).rejects.toMatchObject({ code: 'key_exists' });
    await expect(vault.rename('C', 'D', never)).rejects.toMatchObject({ code: 'key_unknown' });
    await expect(vault.rotate('C', 'x', null, never)).rejects.toMatchObject({ code: 'key_unknown' });
    await expect(vault.remove('C', never)).rejects.toMatchObject({ code: 'key_unknown' });
    const closed = (await open(testPlace(root))).vault;
    await expect(closed.rename('A', 'C', never)).rejects.toMatchObject({ code: 'vault_locked' });
    expect((await closed.view()).keys.map(({ name, is }) => [name, is])).toEqual([
      ['A', 'unknown'],
      ['B', 'unknown'],
    ]);
  });

  test('are as before when the act cannot be recorded', async () => {
    const { vault } = await open();
    await vault.add('A', 'one', facts, noted);
    const refuse = (): Promise<never> => Promise.reject(new BackboneError('record_failed', 'No.'));
    const refusal = { code: 'record_failed' };
    await expect(vault.add('B', 'x', facts, refuse)).rejects.toMatchObject(refusal);
    await expect(vault.rotate('A', 'x', null, refuse)).rejects.toMatchObject(refusal);
    await expect(vault.rename('A', 'B', refuse)).rejects.toMatchObject(refusal);
    await expect(vault.remove('A', refuse)).rejects.toMatchObject(refusal);
    expect((await vault.view()).keys.map(({ name, is }) => [name, is])).toEqual([['A', 'found']]);
    expect(await vault.read('A')).toEqual({ is: 'found', value: 'one' });
    expect(await vault.read('B')).toEqual({ is: 'missing' });
  });

  test('are as before when the place takes nothing', async () => {
    const place = testPlace(root, 'right');
    await (await open(place)).vault.add('A', 'one', facts, noted);
    const full = async (): Promise<never> => {
      throw new BackboneError('keyring_locked', 'Closed meanwhile.');
    };
    const { vault } = await open({ ...place, write: full });
    await expect(vault.add('B', 'x', facts, noted)).rejects.toMatchObject({ code: 'keyring_locked' });
    await expect(vault.rename('A', 'B', noted)).rejects.toMatchObject({ code: 'keyring_locked' });
    expect((await vault.view()).keys.map(({ name, is }) => [name, is])).toEqual([['A', 'found']]);
  });

  test('of one damaged value hide no other', async () => {
    const { vault } = await open();
    await vault.add('A', 'one', facts, noted);
    await testPlace(root, 'right').remove('A');
    await vault.add('B', 'two', facts, noted);
    expect((await vault.view()).keys.map(({ name, is }) => [name, is])).toEqual([
      ['A', 'missing'],
      ['B', 'found'],
    ]);
    await expect(vault.rename('A', 'C', noted)).rejects.toMatchObject({ code: 'key_missing' });
    await vault.rotate('A', 'again', null, noted);
    expect(await vault.read('A')).toEqual({ is: 'found', value: 'again' });
  });
});

const support = JSON.stringify(path.join(import.meta.dirname, '../../support/test-vault.ts'));

test('eight processes that add keys at once lose none', async () => {
  const programs = Array.from({ length: 8 }, (_, index) =>
    nodeProcess(
      `
      import { testPlace, testVault } from ${support};
      const [root, index] = process.argv.slice(1);
      const { vault, dispose } = await testVault(root, testPlace(root, 'right'));
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      for (let n = 0; n < 10; n += 1)
        await vault.add('KEY_' + index + '_' + n, 'value ' + index + ' ' + n, { note: null, expiresAt: null }, async () => {});
      await dispose();
      console.log('done');
      process.exit();
      `,
      [root, String(index)],
    ),
  );
  onTestFinished(async () => {
    await Promise.all(programs.map((program) => program.dispose()));
  });
  for (const program of programs) expect(await program.line()).toBe('ready');
  for (const program of programs) program.child.stdin?.write('go\n');
  for (const program of programs) expect(await program.line()).toBe('done');
  const { vault } = await open();
  const { keys } = await vault.view();
  expect(keys).toHaveLength(80);
  for (const { name } of keys) {
    const [, index, n] = name.split('_');
    expect(await vault.read(name)).toEqual({ is: 'found', value: `value ${index} ${n}` });
  }
}, 60_000);

describe('killed between two steps', () => {
  /** Kills a process just before or after one call to its place. */
  async function killedAt(act: string, step: 'write' | 'remove', when: 'before' | 'after'): Promise<void> {
    const program = nodeProcess(
      `
      import { testPlace, testVault } from ${support};
      const [root] = process.argv.slice(1);
      const place = testPlace(root, 'right');
      const die = () => process.kill(process.pid, 'SIGKILL');
      const deadly = { ...place, ${step}: async (...words) => {
        ${when === 'before' ? 'die();' : ''}
        await place.${step}(...words);
        die();
      } };
      const { vault } = await testVault(root, deadly);
      const facts = { note: null, expiresAt: null };
      const noted = async () => {};
      await ${act};
      console.log('not killed');
      `,
      [root],
    );
    await program.ended;
    await expect(program.line()).rejects.toThrow('The process ended.');
  }

  /** Each name with its value; every file of a value belongs to a name. */
  async function left(): Promise<Record<string, string>> {
    const { vault } = await open();
    const { keys } = await vault.view();
    const readings = await Promise.all(
      keys.map(async ({ name, is }) => {
        const reading = await vault.read(name);
        expect(reading.is).toBe(is);
        return [name, reading.is === 'found' ? reading.value : reading.is] as const;
      }),
    );
    for (const hidden of ['A', 'B'].filter((name) => !keys.some((key) => key.name === name)))
      expect(await vault.read(hidden)).toEqual({ is: 'missing' });
    return Object.fromEntries(readings);
  }

  test.each([
    ['before', { A: 'missing' }],
    ['after', { A: 'new' }],
  ] as const)('an add leaves a name that is seen (%s the value)', async (when, expected) => {
    await killedAt("vault.add('A', 'new', facts, noted)", 'write', when);
    expect(await left()).toEqual(expected);
  });

  test.each([
    ["vault.rotate('A', 'new', null, noted)", 'write', 'before', { A: 'old' }],
    ["vault.rotate('A', 'new', null, noted)", 'write', 'after', { A: 'new' }],
    ["vault.remove('A', noted)", 'remove', 'before', { A: 'old' }],
    ["vault.remove('A', noted)", 'remove', 'after', { A: 'missing' }],
    ["vault.rename('A', 'B', noted)", 'write', 'before', { A: 'old', B: 'missing' }],
    ["vault.rename('A', 'B', noted)", 'write', 'after', { A: 'old', B: 'old' }],
    ["vault.rename('A', 'B', noted)", 'remove', 'before', { A: 'old', B: 'old' }],
    ["vault.rename('A', 'B', noted)", 'remove', 'after', { A: 'missing', B: 'old' }],
  ] as const)('%s, killed at its %s (%s), loses and hides nothing', async (act, step, when, expected) => {
    const { vault } = await open();
    await vault.add('A', 'old', facts, noted);
    await killedAt(act, step, when);
    expect(await left()).toEqual(expected);
    // And nobody who comes later waits for the one that was killed.
    await vault.add('LATER', 'x', facts, noted);
  });
});

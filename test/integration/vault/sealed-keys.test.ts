import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { armor, Decrypter, Encrypter } from 'age-encryption';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { asBackboneError } from '../../../src-main/base/errors.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { passphraseAtHand } from '../../../src-main/vault/passphrase-at-hand.ts';
import { sealedKeys } from '../../../src-main/vault/sealed-keys.ts';
import { requirePackage } from '../../support/require-package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { littleWork, testPlace } from '../../support/test-vault.ts';

let root: string;
let folder: string;
beforeEach(() => {
  const home = temporaryFolder('sealed-keys');
  onTestFinished(() => home.dispose());
  root = home.path;
  folder = path.join(root, 'vault');
});

const valueFiles = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.age'));
const onlyValueFile = (): string => path.join(folder, valueFiles()[0] ?? '');

describe('a vault without a passphrase', () => {
  test('is absent, takes nothing and says what to do', async () => {
    const place = testPlace(root);
    expect(await place.look()).toMatchObject({ state: 'absent', says: /backbone key unlock/ });
    const refusal = { code: 'vault_locked', message: /backbone key unlock/ };
    await expect(place.ready()).rejects.toMatchObject(refusal);
    await expect(place.write('A', 'secret')).rejects.toMatchObject(refusal);
    expect(await place.read('A')).toEqual({ is: 'missing' });
    expect(() => statSync(folder)).toThrow('ENOENT');
  });

  test('is made by the first unlock, and closes again', async () => {
    const place = testPlace(root);
    await place.unlock('right');
    await place.write('A', 'ü\n"\\ \u2028');
    expect(await place.look()).toMatchObject({ state: 'open' });
    expect(await place.read('A')).toEqual({ is: 'found', value: 'ü\n"\\ \u2028' });
    expect(await place.read('B')).toEqual({ is: 'missing' });
    place.lock();
    expect(await place.look()).toMatchObject({ state: 'locked', says: /backbone key unlock/ });
    expect(await place.read('A')).toEqual({ is: 'locked' });
  });
});

describe('a vault that was made', () => {
  beforeEach(async () => {
    const place = testPlace(root);
    await place.unlock('right');
    await place.write('A', 'secret');
    place.lock();
  });

  test('takes keys while it is closed, and gives them only once it is open', async () => {
    const place = testPlace(root);
    await place.write('B', 'second');
    expect(await place.read('B')).toEqual({ is: 'locked' });
    await place.unlock('right');
    expect(await place.read('B')).toEqual({ is: 'found', value: 'second' });
  });

  test('refuses another passphrase, and stays as it was', async () => {
    const place = testPlace(root);
    await expect(place.unlock('wrong')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(await place.read('A')).toEqual({ is: 'locked' });
    await place.unlock('right');
    await expect(place.unlock('wrong')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(await place.read('A')).toEqual({ is: 'found', value: 'secret' });
  });

  const at = (environment: NodeJS.ProcessEnv) =>
    sealedKeys({ folder, passphrase: () => passphraseAtHand(environment), work: littleWork });
  const credential = (text: string): NodeJS.ProcessEnv => {
    writeFileSync(path.join(root, 'backbone-vault-passphrase'), text);
    return { CREDENTIALS_DIRECTORY: root };
  };

  test('opens with what the environment or systemd gives', async () => {
    const found = { is: 'found', value: 'secret' };
    expect(await at({ AGENT_MASTER_KEY: 'right' }).read('A')).toEqual(found);
    expect(await at(credential('right\n')).read('A')).toEqual(found);
    expect(await at({ ...credential('wrong'), AGENT_MASTER_KEY: 'right' }).read('A')).toEqual(found);
    expect(await at({}).read('A')).toEqual({ is: 'locked' });
    expect(await at({ CREDENTIALS_DIRECTORY: folder }).read('A')).toEqual({ is: 'locked' });
  });

  test('says so when what is at hand is wrong', async () => {
    const place = at({ AGENT_MASTER_KEY: 'wrong' });
    expect(await place.look()).toMatchObject({ state: 'locked', says: /passphrase in the environment/ });
    await expect(place.read('A')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await place.unlock('right');
    expect(await place.read('A')).toEqual({ is: 'found', value: 'secret' });
  });

  test('stays closed after it was closed, whatever is at hand', async () => {
    const place = testPlace(root, 'right');
    expect(await place.read('A')).toMatchObject({ is: 'found' });
    place.lock();
    expect(await place.read('A')).toEqual({ is: 'locked' });
    expect(await place.look()).toMatchObject({ state: 'locked' });
    await place.unlock('right');
    expect(await place.read('A')).toMatchObject({ is: 'found' });
  });

  test('is not opened by a closing that came while it was opened', async () => {
    const place = testPlace(root, 'right');
    const reading = place.read('A');
    place.lock();
    expect(await reading).toEqual({ is: 'locked' });
    expect(await place.read('A')).toEqual({ is: 'locked' });
  });

  test('is private, and repairs what others could read', async () => {
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const file = onlyValueFile();
    chmodSync(file, 0o644);
    await testPlace(root, 'right').read('A');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    renameSync(file, path.join(root, 'elsewhere'));
    symlinkSync(path.join(root, 'elsewhere'), file);
    await expect(testPlace(root, 'right').read('A')).rejects.toMatchObject({ code: 'not_private' });
  });

  test('shows no value and no passphrase in any file', () => {
    const all = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'));
    for (const text of all) expect(text).not.toMatch(/secret|right|AGE-SECRET-KEY/);
  });

  test('lets no value pass under another name', async () => {
    const place = testPlace(root, 'right');
    const first = onlyValueFile();
    await place.write('B', 'second');
    const [one = '', two = ''] = valueFiles().map((name) => path.join(folder, name));
    renameSync(first, first === one ? two : one);
    const other = first === one ? two : one;
    expect(readFileSync(other, 'utf8')).not.toBe('');
    await expect(place.read('B')).rejects.toMatchObject({ code: 'lock_corrupted' });
  });

  test('never opens a value of which a byte was changed or cut', async () => {
    const place = testPlace(root, 'right');
    const file = onlyValueFile();
    const whole = readFileSync(file);
    const damages = Array.from({ length: whole.length }, (_, at) => at);
    for (const at of damages) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      for (const bytes of [changed, whole.subarray(0, at)]) {
        writeFileSync(file, bytes);
        const reading = await place.read('A').catch((error: unknown) => asBackboneError(error).code);
        // The last line end is not part of it.
        if (at < whole.length - 1) expect([at, reading]).toEqual([at, 'lock_corrupted']);
      }
    }
  });

  test('is not made anew when its identity is gone or damaged', async () => {
    const file = path.join(folder, 'identity.json');
    const whole = readFileSync(file, 'utf8');
    const parsed = JSON.parse(whole) as { recipient: string; identity: string };
    const foreign = 'age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg';
    for (const text of ['', '{}', whole.slice(0, 90), JSON.stringify({ ...parsed, recipient: foreign })]) {
      writeFileSync(file, text);
      await expect(testPlace(root).unlock('right')).rejects.toMatchObject({ code: 'lock_corrupted' });
      expect(await testPlace(root, 'right').look()).toMatchObject({ state: 'locked', says: /from a backup/ });
    }
    rmSync(file);
    await expect(testPlace(root).unlock('right')).rejects.toMatchObject({ code: 'lock_corrupted' });
    await expect(testPlace(root, 'right').write('B', 'x')).rejects.toMatchObject({ code: 'lock_corrupted' });
    writeFileSync(file, whole);
    expect(await testPlace(root, 'right').read('A')).toEqual({ is: 'found', value: 'secret' });
  });

  test('tells a value that is empty from one that is missing', async () => {
    const place = testPlace(root, 'right');
    await expect(place.write('A', '')).rejects.toMatchObject({ code: 'invalid_input' });
    const { recipient } = JSON.parse(readFileSync(path.join(folder, 'identity.json'), 'utf8')) as {
      recipient: string;
    };
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const sealed = await encrypter.encrypt(JSON.stringify({ name: 'A', value: '' }));
    writeFileSync(onlyValueFile(), armor.encode(sealed));
    expect(await place.read('A')).toEqual({ is: 'empty' });
    await place.remove('A');
    await place.remove('A');
    expect(await place.read('A')).toEqual({ is: 'missing' });
  });

  test('takes a new value although a crash left a part of one', async () => {
    writeFileSync(path.join(folder, '.part'), 'half');
    const place = testPlace(root, 'right');
    await place.write('A', 'third');
    expect(await place.read('A')).toEqual({ is: 'found', value: 'third' });
    expect(readdirSync(folder)).not.toContain('.part');
  });

  test('can be opened with the age program', async () => {
    requirePackage('age');
    const { identity } = JSON.parse(readFileSync(path.join(folder, 'identity.json'), 'utf8')) as {
      identity: string;
    };
    const decrypter = new Decrypter();
    decrypter.addPassphrase('right');
    const key = path.join(root, 'key');
    writeFileSync(key, await decrypter.decrypt(armor.decode(identity), 'text'), { mode: 0o600 });
    const { output, status } = await runCommand('age', ['--decrypt', '-i', key, onlyValueFile()]);
    expect([status, JSON.parse(output)]).toEqual([0, { name: 'A', value: 'secret' }]);
  });
});

test('a credential that cannot be read is no missing one', () => {
  mkdirSync(path.join(root, 'backbone-vault-passphrase'));
  expect(() => passphraseAtHand({ CREDENTIALS_DIRECTORY: root })).toThrow(
    expect.objectContaining({ code: 'vault_locked' }),
  );
});

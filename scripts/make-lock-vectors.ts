// Makes the locks under test/fixtures/vectors/lock anew, and the list of what each must do. The files differ each time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { armor, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { passphraseRecipient } from '../src-main/lock/passphrase.ts';

const folder = path.join(import.meta.dirname, '../test/fixtures/vectors/lock');
const passphrase = 'grüße aus der kiste';
/** Little work, so that tests are quick. */
const work = 4;

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const other = await identityToRecipient(await generateX25519Identity());

const document = {
  version: 1,
  recipients: [recipient],
  credentials: {
    OPENAI_API_KEY: { value: null, why: 'to think' },
    SHOP_TOKEN: { value: 'vector-value-0001', why: null },
  },
  personality: { system_prompt: 'You sort parcels. Ünïcödé ✓ 日本語', tone: 'calm' },
  memory: { 'last run': '2026-11-30', counts: [1, 2.5, null, true], constructor: { toString: 'kept' } },
};

async function sealTo(recipients: readonly string[], content: unknown): Promise<Buffer> {
  const encrypter = new Encrypter();
  for (const one of recipients) encrypter.addRecipient(one);
  return await sealWith(encrypter, content);
}

async function sealWith(encrypter: Encrypter, content: unknown): Promise<Buffer> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return Buffer.from(await encrypter.encrypt(text));
}

async function sealBehind(secret: string, content: unknown): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(secret, work));
  return await sealWith(encrypter, content);
}

const armored = (sealed: Uint8Array): string => armor.encode(sealed);

/** The text header of a sealed file, changed. */
function withHeader(sealed: Buffer, change: (header: string) => string): Buffer {
  const end = sealed.indexOf('\n', sealed.indexOf('\n---') + 1) + 1;
  const header = Buffer.from(change(sealed.subarray(0, end).toString('latin1')), 'latin1');
  return Buffer.concat([header, sealed.subarray(end)]);
}

function flipped(sealed: Buffer, at: number): Buffer {
  const changed = Buffer.from(sealed);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

const toUs = await sealTo([recipient], document);
const behind = await sealBehind(passphrase, { ...document, recipients: null });
const tokens = (other: string) => (header: string) => header.replace(/^(-> scrypt \S+) \d+$/m, `$1 ${other}`);
const inside = JSON.stringify(document);

/** Name, what must come of it, the file. `opens` or the code of the error. */
const vectors: [string, string, string | Uint8Array][] = [
  ['recipient', 'opens', armored(toUs)],
  [
    'two-recipients',
    'opens',
    armored(await sealTo([other, recipient], { ...document, recipients: [other, recipient] })),
  ],
  ['one-unnamed', 'opens', armored(await sealTo([recipient, other], document))],
  ['passphrase', 'opens', armored(behind)],
  ['line-ends-of-windows', 'opens', armored(toUs).replaceAll('\n', '\r\n')],
  ['blank-around', 'opens', `\n\n  ${armored(toUs)}\n \n`],
  ['others', 'lock_not_ours', armored(await sealTo([other], { ...document, recipients: [other] }))],
  [
    'passphrase-of-others',
    'wrong_passphrase',
    armored(await sealBehind('another', { ...document, recipients: null })),
  ],
  [
    'version-2',
    'lock_version',
    armored(await sealTo([recipient], { ...document, version: 2, more: 'parts' })),
  ],
  ['backpack', 'lock_old', JSON.stringify({ version: '1.0', layers: {} })],
  ['empty', 'lock_corrupted', ''],
  ['some-text', 'lock_corrupted', 'hello\n'],
  ['some-json', 'lock_corrupted', '{"version":"3.0"}'],
  ['without-armor', 'lock_corrupted', toUs],
  ['without-end', 'lock_corrupted', armored(toUs).replace(/-----END.*\n/, '')],
  ['text-before', 'lock_corrupted', `note\n${armored(toUs)}`],
  ['text-after', 'lock_corrupted', `${armored(toUs)}note\n`],
  ['no-header', 'lock_corrupted', armored(Buffer.from('age-encryption.org/v2\n'))],
  [
    'other-mac',
    'lock_corrupted',
    armored(withHeader(toUs, (header) => header.replace(/--- ..../, '--- AAAA'))),
  ],
  [
    'one-more-stanza',
    'lock_corrupted',
    armored(withHeader(toUs, (header) => header.replace('\n---', '\n-> joint oil\n\n---'))),
  ],
  ['content-changed', 'lock_corrupted', armored(flipped(toUs, toUs.length - 20))],
  ['content-cut', 'lock_corrupted', armored(toUs.subarray(0, -1))],
  ['content-longer', 'lock_corrupted', armored(Buffer.concat([toUs, Buffer.from([0])]))],
  ['too-much-work', 'lock_corrupted', armored(withHeader(behind, tokens('21')))],
  ['work-with-zero-before', 'lock_corrupted', armored(withHeader(behind, tokens('04')))],
  [
    'passphrase-and-recipient',
    'lock_corrupted',
    armored(withHeader(behind, (header) => header.replace('\n---', '\n-> joint oil\n\n---'))),
  ],
  [
    'says-passphrase',
    'lock_corrupted',
    armored(await sealTo([recipient], { ...document, recipients: null })),
  ],
  ['says-recipients', 'lock_corrupted', armored(await sealBehind(passphrase, document))],
  ['no-json', 'lock_corrupted', armored(await sealTo([recipient], 'SHOP_TOKEN=vector-value-0001'))],
  ['no-object', 'lock_corrupted', armored(await sealTo([recipient], '"vector-value-0001"'))],
  [
    'more-parts',
    'lock_corrupted',
    armored(await sealTo([recipient], { ...document, extra: 'vector-value-0001' })),
  ],
  [
    'steering-key',
    'lock_corrupted',
    armored(
      await sealTo([recipient], {
        ...document,
        credentials: { LD_PRELOAD: { value: 'vector-value-0001', why: null } },
      }),
    ),
  ],
  [
    'reserved-name',
    'lock_corrupted',
    armored(await sealTo([recipient], inside.replace('"counts"', '"__proto__"'))),
  ],
  [
    'reserved-name-inside',
    'lock_corrupted',
    armored(await sealTo([recipient], inside.replace('"toString"', '"__proto__"'))),
  ],
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, , content] of vectors) writeFileSync(path.join(folder, `${name}.lock`), content);
const list = {
  identity,
  passphrase,
  document,
  vectors: Object.fromEntries(vectors.map(([name, result]) => [name, result])),
};
writeFileSync(path.join(folder, 'vectors.json'), `${JSON.stringify(list, null, 2)}\n`);
writeFileSync(
  path.join(folder, 'README.md'),
  `# Locks that must open, and that must not

Made by \`scripts/make-lock-vectors.ts\`. \`vectors.json\` has the identity and the passphrase, made for this folder alone, what
is inside of those that open, and for each file \`opens\` or the code of the error.
`,
);

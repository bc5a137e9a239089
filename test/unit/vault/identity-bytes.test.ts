import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identityBytes, sealedKey } from '../../../src-main/vault/identity-bytes.ts';

const bytesOf = (text: string): Buffer | null => identityBytes(Buffer.from(text));

test('an identity keeps its public half, as bytes and as a key', async () => {
  for (let n = 0; n < 50; n += 1) {
    const identity = await generateX25519Identity();
    const bytes = bytesOf(identity);
    expect(bytes).toHaveLength(32);
    const key = await sealedKey(bytes ?? Buffer.alloc(0));
    expect(await identityToRecipient(key)).toBe(await identityToRecipient(identity));
    expect(key.extractable).toBe(false);
  }
});

test('what is no identity is none', async () => {
  const identity = await generateX25519Identity();
  const others = [
    '',
    identity.slice(1),
    `${identity}Q`,
    identity.toLowerCase(),
    identity.replace('-1', '-2'),
    `${identity.slice(0, 20)}B${identity.slice(21)}`,
  ];
  for (const text of others) expect([text, bytesOf(text)]).toEqual([text, null]);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => identityBytes(bytes) === null));
});

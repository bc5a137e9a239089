import { armor, Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { damagedVault } from './damaged-vault.ts';
import { sealedKey } from './identity-bytes.ts';

/** The name is inside as well, so that a file that was put in another one's place is noticed. */
const content = z.strictObject({ name: z.string(), value: z.string() });

/** One value as an armored age file. */
export async function sealValue(recipient: string, name: string, value: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const plain = Buffer.from(JSON.stringify({ name, value }));
  try {
    return armor.encode(await encrypter.encrypt(plain));
  } finally {
    plain.fill(0);
  }
}

/**
 * @param file path, for messages
 * @param identity the 32 bytes of the vault's identity
 * @throws lock_corrupted
 */
export async function openValue(
  file: string,
  sealed: Uint8Array,
  name: string,
  identity: Uint8Array,
): Promise<string> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(await sealedKey(identity));
    const plain = await decrypter.decrypt(armor.decode(Buffer.from(sealed).toString('latin1')));
    const found = content.parse(JSON.parse(Buffer.from(plain).toString('utf8')));
    plain.fill(0);
    if (found.name === name) return found.value;
  } catch (cause) {
    // What was read may stand in the words of a parser's failure.
    throw damagedVault(file, 'was changed or cut', cause instanceof Error ? cause.name : undefined);
  }
  throw damagedVault(file, `holds another key than ${name}`);
}

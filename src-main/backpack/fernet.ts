import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const version = 0x80;
const seconds = 8;
const block = 16;
const tagLength = 32;
const head = 1 + seconds + block;

/**
 * Opens a Fernet token. The time inside is not looked at: an old log may be as old as it likes.
 * @param key 32 bytes: the first half signs, the second half seals
 * @returns null when it was sealed with another key, changed, cut, or is no token at all; these cannot be told apart
 */
export function openFernet(token: Uint8Array, key: Uint8Array): Buffer | null {
  const sealed = token.length - head - tagLength;
  if (token[0] !== version || sealed < block || sealed % block !== 0) return null;
  const signed = token.subarray(0, -tagLength);
  const tag = createHmac('sha256', key.subarray(0, 16)).update(signed).digest();
  if (!timingSafeEqual(tag, token.subarray(-tagLength))) return null;
  try {
    const decipher = createDecipheriv('aes-128-cbc', key.subarray(16), token.subarray(1 + seconds, head));
    return Buffer.concat([decipher.update(signed.subarray(head)), decipher.final()]);
  } catch {
    // Signed with the right key, and its padding is wrong: nothing that Backpack ever wrote.
    return null;
  }
}

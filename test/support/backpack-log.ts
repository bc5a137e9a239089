import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A log that Backpack's own library made, with two events. */
export const sampleLog = path.join(import.meta.dirname, '../fixtures/backpack-1.0/agent_audit.log');
export const sampleKey = 'correct horse battery staple';
export const sampleBytes = (): Buffer => readFileSync(sampleLog);

/** Old enough to be of no use, and always the same: slow keys are made once. */
const usualSalt = Buffer.from('a salt of 16 B..');
const keys = new Map<string, Buffer>();

function lineKey(masterKey: string, salt: Buffer): Buffer {
  const name = `${salt.toString('hex')} ${masterKey}`;
  const key = keys.get(name) ?? pbkdf2Sync(masterKey, salt, 100_000, 32, 'sha256');
  keys.set(name, key);
  return key;
}

/** One line as Backpack wrote it, without its end, around any bytes. */
export function sealOldLine(plain: string | Uint8Array, masterKey: string, salt = usualSalt): string {
  const key = lineKey(masterKey, salt);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv);
  const head = Buffer.concat([Buffer.from([0x80]), Buffer.alloc(8, 1), iv]);
  const signed = Buffer.concat([head, cipher.update(plain), cipher.final()]);
  const tag = createHmac('sha256', key.subarray(0, 16)).update(signed).digest();
  const token = Buffer.concat([signed, tag]).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  const data = Buffer.from(token).toString('base64');
  return `{"data": "${data}", "salt": "${salt.toString('base64')}"}`;
}

/** What Backpack sealed for one event. */
export function oldEvent(event: string, details: unknown = {}, timestamp = 1_762_077_600.25): string {
  return JSON.stringify({ timestamp, iso_time: '2025-11-02T10:00:00Z', event_type: event, details });
}

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Name of the credential that systemd hands to a service (`LoadCredential=`). */
const credential = 'backbone-vault-passphrase';

/**
 * The vault's passphrase where nobody needs to be asked: `AGENT_MASTER_KEY`, else systemd's credential.
 * @returns null when neither is there; one line end at the end is left out
 */
export function passphraseAtHand(environment: NodeJS.ProcessEnv): string | null {
  const key = environment['AGENT_MASTER_KEY'] ?? '';
  if (key !== '') return key;
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
  if (folder === '') return null;
  try {
    const text = readFileSync(path.join(folder, credential), 'utf8').replace(/\r?\n$/, '');
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BackboneError, systemCodeOf } from '../base/errors.ts';

/** Name of the credential that systemd hands to a service (`LoadCredential=`). */
const credential = 'backbone-vault-passphrase';

/**
 * The vault's passphrase where nobody needs to be asked: `AGENT_MASTER_KEY`, else systemd's credential.
 * @returns null when neither is there; one line end at the end of the credential is left out
 * @throws vault_locked when the credential is there and cannot be read
 */
export function passphraseAtHand(environment: NodeJS.ProcessEnv): string | null {
  const key = environment['AGENT_MASTER_KEY'] ?? '';
  if (key !== '') return key;
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
  if (!path.isAbsolute(folder)) return null;
  try {
    const text = readFileSync(path.join(folder, credential), 'utf8').replace(/\r?\n$/, '');
    return text === '' ? null : text;
  } catch (cause) {
    const code = systemCodeOf(cause);
    if (code === 'ENOENT') return null;
    throw new BackboneError(
      'vault_locked',
      `The credential ${credential} cannot be read (${code ?? 'unknown reason'}). Make it readable, or: backbone key unlock`,
      { cause },
    );
  }
}

import { randomBytes } from 'node:crypto';
import { BackboneError } from '../base/errors.ts';

/** Name of the operator's key in `.env`. */
export const operatorKeyName = 'BACKBONE_API_KEY';

/** A new key: 32 random bytes, base64url. */
export function newOperatorKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The operator's key out of the variables of `.env`. There is no default.
 * @throws not_initialised when it is missing, invalid_input when it is too short to be a key.
 */
export function operatorKeyIn(variables: Readonly<Record<string, string>>): string {
  const key = variables[operatorKeyName] ?? '';
  if (key === '') {
    throw new BackboneError(
      'not_initialised',
      `There is no ${operatorKeyName} in the .env file of the data directory. Run "backbone init".`,
    );
  }
  if (key.length < 32 || /\s/.test(key)) {
    throw new BackboneError(
      'invalid_input',
      `${operatorKeyName} in the .env file is no key: it needs at least 32 characters without spaces. Run "backbone init --force" for a new one.`,
    );
  }
  return key;
}

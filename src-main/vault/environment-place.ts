import { readEnvironmentFile, setEnvironmentValue } from '../secrets/environment-file.ts';
import type { SecretPlace } from './secret-place.ts';

/** Our own `.env` (0600), for machines without a usable keyring. @param file its path */
export function environmentPlace(file: string): SecretPlace {
  return {
    backend: 'environment',
    async read(name) {
      const value = readEnvironmentFile(file)[name];
      if (value === undefined) return { is: 'missing' };
      return value === '' ? { is: 'empty' } : { is: 'found', value };
    },
    async write(name, value) {
      setEnvironmentValue(file, name, value);
    },
  };
}

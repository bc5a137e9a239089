import { BackboneError } from '../base/errors.ts';

/** The command line says something that cannot be meant. Exits as wrong usage. */
export function usageError(message: string): BackboneError {
  return new BackboneError('invalid_input', message);
}

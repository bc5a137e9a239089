import { BackboneError } from '../base/errors.ts';
import type { CommandContext } from './context.ts';

/** @throws forbidden in a process of an agent; `instead` says what it may use */
export function operatorOnly({ isAgent }: CommandContext, instead: string): void {
  if (!isAgent) return;
  throw new BackboneError(
    'forbidden',
    `This is for the operator's own terminal, not for an agent. ${instead}`,
  );
}

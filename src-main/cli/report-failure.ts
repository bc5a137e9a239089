import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { asBackboneError, BackboneError, errorBodyOf, exitStatusOf } from '../base/errors.ts';
import { plainText } from '../base/plain-text.ts';
import { safeJson } from './output.ts';

function asUsage(thrown: CommanderError): BackboneError {
  const line = thrown.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  return new BackboneError('invalid_input', `${line} See "backbone help".`);
}

/** Why a bug of ours happened, for a report: it has no log but the terminal. */
function causeOf({ code, cause }: BackboneError): string[] {
  if (code !== 'internal' || cause === undefined) return [];
  return inspect(cause).split('\n');
}

/**
 * Says on the standard error why a command failed: one line, its details below it; the error of the contract with
 * `--json`.
 * @returns the exit status
 */
export function reportFailure(thrown: unknown, json: boolean, write: (text: string) => void): number {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
  // Its help has been shown instead of a command that was not named.
  if (thrown instanceof CommanderError && thrown.code === 'commander.help') return 2;
  const error = thrown instanceof CommanderError ? asUsage(thrown) : asBackboneError(thrown);
  if (json) {
    write(`${safeJson(errorBodyOf(error), 0)}\n`);
  } else {
    const details = [...error.details, ...causeOf(error)].map((line) => `    ${plainText(line)}`);
    write(`${[`backbone: ${plainText(error.message)}`, ...details].join('\n')}\n`);
  }
  return exitStatusOf(error);
}

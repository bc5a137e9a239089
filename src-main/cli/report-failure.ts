import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { asBackboneError, BackboneError, errorBodyOf, exitStatusOf } from '../base/errors.ts';
import { plainText } from '../base/plain-text.ts';
import { safeJson } from './output.ts';

/** What the parser says, without the words that were typed: one of them may be a value that is secret. */
function withoutWords({ code, message }: CommanderError): string {
  switch (code) {
    case 'commander.excessArguments':
      return message.replace(/(but got \d+): [^]*$/, '$1.');
    case 'commander.unknownOption':
      return message.replace(/^(error: unknown option '[^='\n]*)[^']*/, '$1');
    case 'commander.invalidArgument':
      return message.replace(/ argument '[^]*' is invalid\./, ':');
    default:
      return message;
  }
}

function asUsage(thrown: CommanderError): BackboneError {
  const line = withoutWords(thrown)
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
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

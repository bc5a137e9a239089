import { constants } from 'node:os';
import { BackboneError, systemCodeOf } from '../base/errors.ts';
import { plainLine } from '../base/plain-text.ts';

/** How a program ended. */
export interface RunEnd {
  /** 0 to 255; 128 and the signal's number when a signal ended it. */
  readonly status: number;
  readonly signal: NodeJS.Signals | null;
}

const signalNames = Object.entries(constants.signals);

/** The end as it is told by a number of a signal; 0 or nothing for none. */
export function endOf(status: number, signalNumber: number | undefined): RunEnd {
  const signal = signalNames.find(([, number]) => number === signalNumber)?.[0];
  if (signal === undefined || !isSignal(signal)) return { status, signal: null };
  return { status: 128 + constants.signals[signal], signal };
}

function isSignal(name: string): name is NodeJS.Signals {
  return Object.hasOwn(constants.signals, name);
}

/** Why the system did not start a program that was found. */
export function notStarted(word: string, cause: Error): BackboneError {
  const name = plainLine(word, 200);
  switch (systemCodeOf(cause)) {
    case 'E2BIG':
      return new BackboneError(
        'program_not_executable',
        `The arguments and the environment are too large for ${name}. Inject with fd or file, or pass less.`,
        { cause },
      );
    case 'ENOENT':
      return new BackboneError(
        'program_missing',
        `${name} could not be started: it, what runs it, or the folder is gone.`,
        { cause },
      );
    default:
      return new BackboneError(
        'program_not_executable',
        `The system could not start ${name} (${systemCodeOf(cause) ?? 'no reason given'}).`,
        { cause },
      );
  }
}

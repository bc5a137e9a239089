import { errorKinds } from '../contract/errors.ts';

const groups: Readonly<Record<number, string>> = {
  0: 'Done.',
  2: 'The command was not used as it should be.',
  3: 'No such agent, question or setting.',
  4: 'Refused by how things are now; also: an agent that ended, or was not ready in time, when it was started.',
  5: 'Not allowed.',
  6: 'The daemon or the system around it is not ready; also: doctor found something broken.',
  7: 'The audit log was touched; also: audit verify, list, show or tail found it so, audit import an old log.',
  20: 'An agent.lock is missing.',
  21: 'An agent.lock is sealed to others.',
  22: 'The passphrase is wrong.',
  23: 'An agent.lock is corrupted.',
  24: 'An agent.lock is of a newer version.',
  25: 'An agent.lock is not a file.',
  26: 'A passphrase is needed.',
  27: 'An agent.lock of Backpack 1.0 waits for its migration.',
  28: 'A person has to consent first.',
  29: 'A person said no.',
  70: 'A bug of Backbone.',
  126: 'run: the program cannot be run.',
  127: 'run: the program was not found.',
};

/** What each exit status of the command means, with the codes behind it. */
export function exitCodesText(): string {
  const kinds = Object.entries(errorKinds);
  return Object.entries(groups)
    .flatMap(([status, meaning]) => [
      `${status.padStart(3)}  ${meaning}`,
      ...kinds
        .filter(([, kind]) => String(kind.exit) === status)
        .map(([code, kind]) => `       ${code.padEnd(18)} ${kind.meaning}`),
    ])
    .join('\n');
}

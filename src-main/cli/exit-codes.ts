import { errorKinds } from '../contract/errors.ts';

const groups: Readonly<Record<number, string>> = {
  0: 'Done.',
  2: 'The command was not used as it should be.',
  3: 'No such agent, question or setting.',
  4: 'Refused by how things are now; also: an agent that ended, or was not ready in time, when it was started.',
  5: 'Not allowed.',
  6: 'The daemon or the system around it is not ready; also: doctor found something broken.',
  7: 'The audit log was touched; also: audit verify, list, show or tail found it so, audit import an old log.',
  70: 'A bug of Backbone.',
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

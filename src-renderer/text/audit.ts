import type { AuditVerification, DamageKind } from '../../src-main/contract/audit.ts';
import type { Period } from '../state/audit-filter.ts';
import type { AuditHealth } from '../state/audit-health.ts';

const figures = new Intl.NumberFormat('en-GB');

/** `4,182` */
export function figure(count: number): string {
  return figures.format(count);
}

/** `1 record`, `4,182 records` */
export function recordsWords(count: number): string {
  return count === 1 ? '1 record' : `${figure(count)} records`;
}

export const damageNames: Readonly<Record<DamageKind, string>> = {
  changed: 'changed',
  removed: 'removed',
  inserted: 'inserted',
  reordered: 'out of its place',
  truncated: 'cut off',
  swapped: 'another log',
  key_mismatch: 'another key',
  anchor_missing: 'signed head missing',
  anchor_forged: 'signed head forged',
};

/** What a chain was held against, in our words. */
const witnesses: Readonly<Record<string, string>> = {
  anchor: 'the signed head',
  checkpoint: 'the keychain’s copy of it',
};

/** The audit page. */
export const audit = {
  title: 'Audit',
  subtitle: 'What was asked, who decided, what happened',
  chain: 'Audit chain',
  healthWords: {
    unread: 'not read yet',
    damaged: 'damaged',
    unwritable: 'not written',
    unverified: 'not verified here',
    verified: 'intact',
  } satisfies Readonly<Record<AuditHealth['is'], string>>,
  chainTitles: {
    unread: 'Not read yet',
    damaged: 'Chain damaged',
    unwritable: 'Not written',
    unverified: 'Not verified in this window',
    verified: 'Chain intact',
  } satisfies Readonly<Record<AuditHealth['is'], string>>,
  records: (records: number, verified: boolean): string =>
    `${recordsWords(records)}${verified ? ', each sealed to the one before' : ''}`,
  neverVerified: 'Its end stands where its signed head says. Verify to look at every record.',
  verify: 'Verify now',
  verifyAgain: 'Verify again',
  contents: 'Open every entry, too',
  contentsHint: 'with this machine’s key',
  verifying: (seconds: number): string =>
    seconds < 2 ? 'Going through every record…' : `Going through every record… ${seconds} s`,
  verifyFailed: 'The log could not be verified',
  verified: (found: AuditVerification, time: string, newest: number): string => {
    const behind = Math.max(0, newest - (found.last ?? 0));
    return [
      `Verified ${time} up to record ${figure(found.last ?? 0)}`,
      found.contents ? 'every entry opened' : 'the chain alone',
      ...(found.against.length === 0
        ? ['held against nothing outside of it, so its end may be missing']
        : [`held against ${found.against.map((from) => witnesses[from] ?? from).join(' and ')}`]),
      ...(behind === 0
        ? []
        : [
            `the newest ${behind === 1 ? 'one is' : `${figure(behind)} are`} checked at the next verification`,
          ]),
    ].join(' · ');
  },
  foundDamage: (kind: DamageKind, number: number | null, time: string): string =>
    [
      `Verified ${time}`,
      number === null ? 'the damage is not in a record' : `first bad record ${figure(number)}`,
      damageNames[kind],
    ].join(' · '),
  export: 'Export…',
  exporting: (lines: number): string => (lines === 0 ? 'Exporting…' : `Exporting… ${figure(lines)}`),
  exported: (lines: number, file: string): string =>
    `${figure(lines)} lines handed over as ${file}. To check them anywhere: backbone audit verify --file ${file}`,
  exportFailed: 'The log could not be exported from here',
  exportCommand: 'backbone audit export',
  filters: 'Narrow the list',
  agent: 'Agent',
  anyAgent: 'Any agent',
  door: 'By',
  anyDoor: 'Anyone',
  kind: 'What',
  anyKind: 'Anything',
  period: 'Time',
  periods: {
    all: 'Any time',
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    between: 'Between…',
  } satisfies Readonly<Record<Period, string>>,
  since: 'From',
  until: 'To',
  showAll: 'Show everything',
  listFailed: 'The records could not be read',
  tryAgain: 'Try again',
  reading: 'Reading…',
  none: 'No record is here.',
  noneNarrowed: 'No record is like that.',
  fresh: (count: number, most: number): string =>
    count >= most
      ? `Show ${most} and more new records`
      : `Show ${count === 1 ? '1 new record' : `${count} new records`}`,
  older: 'Show older records',
  oldest: 'This is the oldest record.',
  columns: {
    time: 'Time',
    what: 'What',
    agent: 'Agent',
    subject: 'Subject',
    by: 'By',
    number: 'Record',
    open: 'In full',
  },
  openRecord: (number: number): string => `Record ${number} in full`,
  receipt: (number: number): string => `Record ${number}`,
  asRecorded: (number: number): string => `as record ${figure(number)} keeps it`,
  readingReceipt: 'Opening the record…',
  receiptFailed: 'The record could not be opened',
  at: 'Time',
  launch: 'Launch',
  thisRecord: 'This record',
  before: 'Record before',
  segment: 'Segment',
  segmentFrom: (number: number): string => `opened by record ${figure(number)}`,
  copyReceipt: 'Copy receipt',
  openAgent: 'Open agent',
  damagedTitle: 'The audit log was touched',
  damagedText: (says: string, stopped: boolean): string =>
    [
      says,
      stopped
        ? 'Nothing is recorded until a person has looked at it, so no agent is started and no question answered from here. Agents that run go on: answer them in their own terminals.'
        : 'New records are still added at its end, but what it held before is no proof any more.',
      'First keep a copy of the data folder and find out who could write there. Then set the log aside and begin a new one:',
    ].join(' '),
  damagedCommand: 'backbone down && backbone audit restart',
  unwritableTitle: 'The audit log cannot be written',
  unwritableText: (says: string): string =>
    `${says} What must be recorded first does not happen: no agent is started and no question answered from here until it can be written again. Agents that run go on. To see what is in the way:`,
  unwritableCommand: 'backbone doctor',
  look: 'Show the log',
} as const;

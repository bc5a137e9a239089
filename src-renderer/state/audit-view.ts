import type { AuditRecord, AuditVerification, Damage } from '../../src-main/contract/audit.ts';
import type { AuditFilter } from '../../src-main/contract/procedures/audit.ts';
import type { OutputOf } from '../../src-main/contract/procedures.ts';
import type { CallError } from '../transport/call-error.ts';
import { type AuditChoice, everything } from './audit-filter.ts';

type Page = OutputOf<'audit.list'>;
/** One entry in full. */
export type AuditReceipt = OutputOf<'audit.show'>;

/** The verification that was asked for here last. Times are epoch milliseconds. */
export type Verification =
  | { readonly is: 'never' }
  | { readonly is: 'running'; readonly since: number }
  | { readonly is: 'done'; readonly at: number; readonly found: AuditVerification }
  | { readonly is: 'failed'; readonly error: CallError };

/** `lines`: how many were fetched. */
export type Exporting =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly lines: number }
  | { readonly is: 'done'; readonly lines: number; readonly file: string }
  | { readonly is: 'failed'; readonly error: CallError };

/** What the audit page shows. */
export interface AuditView {
  readonly choice: AuditChoice;
  /** The choice as the daemon was asked for it when the list was begun: later pages ask for the same. */
  readonly asked: AuditFilter;
  /** Newest first; null before the first page came. */
  readonly records: readonly AuditRecord[] | null;
  /** How many entries came since that are not in the list, so that nothing moves under the hand. */
  readonly fresh: number;
  /** Where the next page goes on; null when there is nothing older. */
  readonly next: number | null;
  /** Number of the newest record of the whole log when the list was begun; 0 before. */
  readonly listed: number;
  /** The same, as far as it is known now. */
  readonly newest: number;
  /** What is wrong with the end of the log, as it was last read. */
  readonly damage: Damage | null;
  readonly reading: boolean;
  /** Why the list could not be read; null when it could. */
  readonly failure: CallError | null;
  /** Number of the entry that is open in the list. */
  readonly open: number | null;
  readonly receipts: ReadonlyMap<number, AuditReceipt>;
  /** What was about to be answered, by the number of the record that tells its outcome. */
  readonly intents: ReadonlyMap<number, AuditRecord>;
  /** Why the open entry could not be read in full. */
  readonly receiptFailure: CallError | null;
  readonly verification: Verification;
  readonly exporting: Exporting;
}

export const firstAudit: AuditView = {
  choice: everything,
  asked: {},
  records: null,
  fresh: 0,
  next: null,
  listed: 0,
  newest: 0,
  damage: null,
  reading: false,
  failure: null,
  open: null,
  receipts: new Map(),
  intents: new Map(),
  receiptFailure: null,
  verification: { is: 'never' },
  exporting: { is: 'idle' },
};

/** The list is read from its beginning. */
export function beginList(audit: AuditView, choice: AuditChoice, asked: AuditFilter): AuditView {
  return {
    ...audit,
    choice,
    asked,
    records: choice === audit.choice ? audit.records : null,
    fresh: 0,
    next: null,
    reading: true,
    failure: null,
    open: null,
  };
}

/** A page came in; one that was asked for before the choice changed is dropped. */
export function takePage(
  audit: AuditView,
  asked: AuditFilter,
  page: Page,
  place: 'first' | 'older' | 'newer',
): AuditView {
  if (asked !== audit.asked) return audit;
  const known = { ...audit, damage: page.damage, newest: Math.max(audit.newest, page.newest) };
  switch (place) {
    case 'first':
      return { ...known, records: page.records, next: page.next, listed: page.newest, reading: false };
    case 'older':
      return {
        ...known,
        records: [...(audit.records ?? []), ...page.records],
        next: page.next,
        reading: false,
      };
    case 'newer':
      return { ...known, fresh: page.records.length, failure: null };
  }
}

export function failList(audit: AuditView, asked: AuditFilter, failure: CallError): AuditView {
  return asked === audit.asked ? { ...audit, failure, reading: false } : audit;
}

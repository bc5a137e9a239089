import type { AuditRecord } from '../../src-main/contract/audit.ts';
import { asCallError, CallError } from '../transport/call-error.ts';
import { type AuditChoice, filterOf } from './audit-filter.ts';
import { type AuditView, beginList, failList, takePage } from './audit-view.ts';
import type { Core } from './panel.ts';
import { questionOf } from './question-records.ts';
import type { SystemActions } from './system-actions.ts';

export interface AuditActions {
  /** Narrows the list, and reads it from its beginning. */
  chooseAudit(change: Partial<AuditChoice>): Promise<void>;
  /** Reads the list from its beginning. */
  readAudit(): Promise<void>;
  readOlderAudit(): Promise<void>;
  /** Counts the entries that came since; the list stays as it is. */
  readNewerAudit(): Promise<void>;
  /** Opens one entry of the list in full; null closes it. */
  openAuditRecord(number: number | null): Promise<void>;
  /** `contents`: every entry is opened with the machine's key, too. */
  verifyAudit(contents: boolean): Promise<void>;
  /** Fetches the whole log as JSON Lines and hands it over under a name. What fails is kept in the state. */
  exportAudit(save: (file: string, content: Blob) => void): Promise<void>;
}

const pageSize = 60;
/** Other questions of one agent that may be answered between an intent and its outcome: hardly any. */
const intentsLooked = 20;
/** New entries are counted up to here. */
export const mostFresh = 100;

export function auditActions({ store, transport, now, update }: Core, system: SystemActions): AuditActions {
  const change = (by: (audit: AuditView) => AuditView): void => {
    update((state) => {
      const audit = by(state.audit);
      return audit === state.audit ? state : { ...state, audit };
    });
  };
  const audit = (): AuditView => store.getState().audit;

  const list = async (place: 'first' | 'older' | 'newer'): Promise<void> => {
    const { asked, next, listed } = audit();
    const range =
      place === 'first'
        ? { limit: pageSize }
        : place === 'older'
          ? { limit: pageSize, before: next ?? 1 }
          : { limit: mostFresh, after: listed };
    try {
      const page = await transport.call('audit.list', { ...asked, ...range });
      change((later) => takePage(later, asked, page, place));
      // The line at the foot would tell of it only at its next turn.
      if (page.damage !== null) await system.readStatus();
    } catch (failure) {
      change((later) => failList(later, asked, asCallError(failure)));
    }
  };
  /** The dialog stands in the record before the act; the one after it only names the question. */
  const intentOf = async (record: AuditRecord): Promise<AuditRecord | undefined> => {
    const question = questionOf(record);
    if (record.kind !== 'answer.outcome' || question === null || record.agent === null) return undefined;
    const { records } = await transport.call('audit.list', {
      agent: record.agent.id,
      kind: 'answer.intended',
      before: record.number,
      limit: intentsLooked,
    });
    return records.find((other) => questionOf(other) === question);
  };
  const begin = (choice: AuditChoice): Promise<void> => {
    change((before) => beginList(before, choice, filterOf(choice, now())));
    return list('first');
  };

  const readNewer = async (): Promise<void> => {
    if (audit().records !== null && !audit().reading) await list('newer');
  };

  return {
    chooseAudit: (part) => begin({ ...audit().choice, ...part }),
    readAudit: () => begin(audit().choice),
    async readOlderAudit() {
      if (audit().reading || audit().next === null) return;
      change((before) => ({ ...before, reading: true, failure: null }));
      await list('older');
    },
    readNewerAudit: readNewer,
    async openAuditRecord(number) {
      change((before) => ({ ...before, open: number, receiptFailure: null }));
      if (number === null || audit().receipts.has(number)) return;
      try {
        const receipt = await transport.call('audit.show', { number });
        const intent = await intentOf(receipt.record);
        change((later) => ({
          ...later,
          receipts: new Map(later.receipts).set(number, receipt),
          intents: intent === undefined ? later.intents : new Map(later.intents).set(number, intent),
        }));
      } catch (failure) {
        change((later) =>
          later.open === number ? { ...later, receiptFailure: asCallError(failure) } : later,
        );
      }
    },
    async verifyAudit(contents) {
      change((before) => ({ ...before, verification: { is: 'running', since: now() } }));
      try {
        const found = await transport.call('audit.verify', { contents });
        change((later) => ({ ...later, verification: { is: 'done', at: now(), found } }));
      } catch (failure) {
        change((later) => ({ ...later, verification: { is: 'failed', error: asCallError(failure) } }));
      }
      await Promise.all([system.readStatus(), readNewer()]);
    },
    async exportAudit(save) {
      if (audit().exporting.is === 'running') return;
      const pieces: Blob[] = [];
      let lines = 0;
      let from: number | null | undefined;
      try {
        while (from !== null) {
          change((before) => ({ ...before, exporting: { is: 'running', lines } }));
          const page = await transport.call('audit.export', from === undefined ? {} : { from });
          pieces.push(new Blob([page.lines.map((line) => `${line}\n`).join('')]));
          lines += page.lines.length;
          // A page that leads nowhere would be fetched for ever.
          if (page.next !== null && page.lines.length === 0)
            throw new CallError('internal', 'A page is empty.');
          from = page.next;
        }
        const file = `backbone-audit-${new Date(now()).toISOString().slice(0, 10)}.jsonl`;
        save(file, new Blob(pieces, { type: 'application/jsonl' }));
        change((before) => ({ ...before, exporting: { is: 'done', lines, file } }));
      } catch (failure) {
        change((before) => ({ ...before, exporting: { is: 'failed', error: asCallError(failure) } }));
      }
    },
  };
}

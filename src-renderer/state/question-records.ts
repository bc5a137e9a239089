import type { AuditRecord } from '../../src-main/contract/audit.ts';

/** The id of the question that a record belongs to; null when it belongs to none. */
export function questionOf({ details }: AuditRecord): string | null {
  const id = details['question'];
  return typeof id === 'string' ? id : null;
}

/** Of the records, those that tell what a question asked and what stood on the screen, by the question's id. */
export function intents(records: readonly AuditRecord[]): ReadonlyMap<string, AuditRecord> {
  const found = new Map<string, AuditRecord>();
  for (const record of records) {
    const id = questionOf(record);
    // Newest first: of two tries the later one stays, and an intent tells more than the question's beginning.
    if (id === null || (record.kind !== 'answer.intended' && record.kind !== 'question.asked')) continue;
    if (!found.has(id)) found.set(id, record);
  }
  return found;
}

import type { AuditReader } from '../reader.ts';

const pageSize = 1000;

/** An import of a file that the log holds. */
export interface EarlierImport {
  /** Number of its first entry. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** False when it broke off. */
  readonly finished: boolean;
}

/**
 * The newest import of the file with this digest, as far back as the log reaches; null when there is none.
 * @throws what reading the log throws
 */
export async function findImport(
  reader: Pick<AuditReader, 'list'>,
  digest: string,
): Promise<EarlierImport | null> {
  const finished = new Set<unknown>();
  let before: number | undefined;
  for (;;) {
    const page = await reader.list({ kind: 'audit.imported' }, { before, limit: pageSize });
    for (const { number, at, details } of page.records) {
      if (details['step'] === 'done') finished.add(details['import']);
      if (details['step'] === 'begun' && details['digest'] === digest) {
        return { number, at, finished: finished.has(number) };
      }
    }
    if (page.next === null) return null;
    before = page.next;
  }
}

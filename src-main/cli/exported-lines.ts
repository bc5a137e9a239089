import type { AuditCall } from './audit-call.ts';

/** Records of one page: an entry may hold two screens, and an answer is read as a whole. */
const limit = 200;

/**
 * The lines of an export, page by page.
 * @param to the last record that is wanted; null for the newest
 */
export async function* exportedLines(call: AuditCall, to: number | null): AsyncIterable<readonly string[]> {
  const range = { limit, ...(to === null ? {} : { to }) };
  let page = await call('audit.export', range);
  yield page.lines;
  while (page.next !== null) {
    page = await call('audit.export', { from: page.next, ...range });
    yield page.lines;
  }
}

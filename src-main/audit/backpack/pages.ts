import type { OldLine } from '../../contract/old-audit.ts';
import { mostImported } from '../../contract/procedures/audit-import.ts';

/** Bytes of JSON in one page: half of what a door takes. */
const largestPage = 512 * 1024;

/** Cuts lines into pages that fit through a door. No page is empty. */
export function* pagesOf(lines: readonly OldLine[]): Generator<OldLine[]> {
  let page: OldLine[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = Buffer.byteLength(JSON.stringify(line));
    if (page.length > 0 && (size + bytes > largestPage || page.length === mostImported)) {
      yield page;
      page = [];
      size = 0;
    }
    page.push(line);
    size += bytes;
  }
  if (page.length > 0) yield page;
}

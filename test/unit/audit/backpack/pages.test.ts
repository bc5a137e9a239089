import { expect, test } from 'vitest';
import { largestMessage } from '../../../../src-main/api/json-body.ts';
import { pagesOf } from '../../../../src-main/audit/backpack/pages.ts';
import type { OldLine } from '../../../../src-main/contract/old-audit.ts';
import {
  auditImportProcedures,
  mostImported,
} from '../../../../src-main/contract/procedures/audit-import.ts';

const lineOf = (line: number, details: string[]): OldLine => ({
  is: 'read',
  line,
  at: 0,
  event: 'x',
  details,
  key: 'own',
});

test('pages hold every line in order, and each fits through a door', () => {
  const longest = Array.from({ length: 20 }, () => '漢'.repeat(560));
  const lines = Array.from({ length: 1300 }, (_, index) => lineOf(index + 1, index < 100 ? longest : []));
  const pages = [...pagesOf(lines)];
  expect(pages.flat()).toEqual(lines);
  const file = { digest: '0'.repeat(64), path: '/x'.repeat(2048), bytes: 1, lines: lines.length };
  for (const page of pages) {
    const input = { file, lines: page, end: null };
    expect(auditImportProcedures['audit.import'].input.safeParse(input).success).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThan(largestMessage);
    expect(page.length).toBeLessThanOrEqual(mostImported);
  }
  expect(pages.length).toBeGreaterThan(3);
  expect([...pagesOf([])]).toEqual([]);
});

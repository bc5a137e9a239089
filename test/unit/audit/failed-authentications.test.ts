import { expect, test } from 'vitest';
import { FailedAuthentications } from '../../../src-main/audit/failed-authentications.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import { setClock } from '../../support/audit-log.ts';

test('a flood of failures is counted, not recorded one by one', async () => {
  const clock = setClock();
  const entries: AuditEntry[] = [];
  const append = async (entry: AuditEntry) => ({ number: entries.push(entry), hash: '' });
  const failures = new FailedAuthentications({ append }, clock, 3);
  const note = () =>
    failures.note({
      kind: 'authentication.failed',
      actor: { door: 'http', name: null },
      agent: null,
      launch: null,
      details: { door: 'http' },
    });
  for (let count = 0; count < 50; count += 1) await note();
  expect(entries).toHaveLength(3);
  clock.pass(59_999);
  expect(await note()).toBe(false);
  clock.pass(1);
  expect(await note()).toBe(true);
  expect(await note()).toBe(true);
  expect(entries.map(({ details }) => details['unrecorded'])).toEqual([0, 0, 0, 48, 0]);
});

import { expect, test } from 'vitest';
import { lockDocument, mostKeys } from '../../../src-main/contract/lock.ts';

function withKeys(count: number) {
  const names = Array.from({ length: count }, (_, index) => `KEY_${index}`);
  return {
    version: 1,
    recipients: null,
    credentials: Object.fromEntries(names.map((name) => [name, { value: null, why: null }])),
    personality: {},
    memory: {},
  };
}

test('a lock asks for no more keys than a person can be asked about', () => {
  expect(lockDocument.safeParse(withKeys(mostKeys)).success).toBe(true);
  expect(lockDocument.safeParse(withKeys(mostKeys + 1)).success).toBe(false);
});

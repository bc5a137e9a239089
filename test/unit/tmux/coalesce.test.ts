import { expect, test } from 'vitest';
import { coalesce } from '../../../src-main/tmux/coalesce.ts';

test('what is asked for during the work is one more time after it, never at once', async () => {
  const turns: (() => void)[] = [];
  let working = 0;
  let most = 0;
  const ask = coalesce(async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise<void>((resolve) => turns.push(resolve));
    working -= 1;
  });
  ask();
  ask();
  ask();
  expect(turns).toHaveLength(1);
  turns[0]?.();
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.();
  await expect.poll(() => working).toBe(0);
  expect(turns).toHaveLength(2);
  ask();
  expect(turns).toHaveLength(3);
  expect(most).toBe(1);
});

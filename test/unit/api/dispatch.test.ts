import { expect, test } from 'vitest';
import { createDispatch } from '../../../src-main/api/dispatch.ts';
import type { Implementations } from '../../../src-main/api/doors.ts';
import { operatorAt } from '../../../src-main/authority/caller.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { createLogger } from '../../../src-main/base/logger.ts';

function dispatchOf(implementations: Partial<Implementations>) {
  const lines: string[] = [];
  const logger = createLogger(
    (line) => lines.push(line),
    () => 0,
  );
  return { lines, dispatch: createDispatch(implementations, logger) };
}
const operator = operatorAt('cli');

test('defaults are filled in before the implementation sees the input', async () => {
  let seen: unknown;
  const { dispatch } = dispatchOf({
    'agents.launch': (input) => {
      seen = input;
      return Promise.reject(new BackboneError('not_found', 'No.'));
    },
  });
  await expect(dispatch('agents.launch', { name: 'a' }, operator)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(seen).toEqual({ name: 'a', wait: true });
});

test.each(['nothing', '__proto__', 'constructor', 'toString', ''])('"%s" is no procedure', async (name) => {
  await expect(dispatchOf({}).dispatch(name, {}, operator)).rejects.toMatchObject({ code: 'not_found' });
});

test('who may not call learns nothing of the input', async () => {
  const { dispatch } = dispatchOf({});
  await expect(dispatch('agents.list', { bad: 1 }, null)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a bad input names its fields, a bounded number of them', async () => {
  const { dispatch } = dispatchOf({});
  const environment = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}`, 1]));
  const refused = dispatch('agents.set', { name: 'a', environment }, operator);
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  expect(error instanceof BackboneError && error.details.length).toBeLessThanOrEqual(10);
});

test('a failure that the procedure does not declare is passed on, and logged', async () => {
  const { dispatch, lines } = dispatchOf({
    'agents.list': () => Promise.reject(new BackboneError('storage_failed', 'The disk.')),
  });
  await expect(dispatch('agents.list', {}, operator)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(lines.join('')).toContain('does not name');
});

test('an answer of another form is a bug of ours and does not leave', async () => {
  const { dispatch, lines } = dispatchOf({
    'system.health': () => Promise.resolve({ ok: true, version: 1 as unknown as string }),
  });
  await expect(dispatch('system.health', {}, null)).rejects.toMatchObject({ code: 'internal' });
  expect(lines.join('')).toContain('system.health failed');
});

test('an implementation that throws at once is caught like one that rejects', async () => {
  const { dispatch } = dispatchOf({
    'system.health': () => {
      throw new TypeError('at once');
    },
  });
  await expect(dispatch('system.health', {}, null)).rejects.toMatchObject({ code: 'internal' });
});

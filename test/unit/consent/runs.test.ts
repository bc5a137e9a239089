import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentListener } from '../../../src-main/consent/consent.ts';
import { type ConsentGrant, type ConsentRequest, nothingGranted } from '../../../src-main/consent/grant.ts';
import { Runs } from '../../../src-main/consent/runs.ts';
import type { AuditEntry } from '../../../src-main/contract/audit.ts';
import { operator, requestOf } from './consent-fixture.ts';

const grant: ConsentGrant = { ...nothingGranted, values: { KEY: 'value' } };

function setUp() {
  const recorded: AuditEntry[] = [];
  const asked: { request: ConsentRequest; listen: ConsentListener }[] = [];
  const answer = Promise.withResolvers<ConsentGrant>();
  const runs = new Runs(
    {
      obtain: (request, _, listen) => {
        asked.push({ request, listen });
        return answer.promise;
      },
    },
    {
      append: async (entry) => {
        recorded.push(entry);
        return { number: 1, hash: '' };
      },
    },
  );
  return { runs, recorded, asked, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a run', () => {
  it('is handed its keys once, after that was recorded', async () => {
    const { runs, recorded, answer } = setUp();
    const id = runs.begin(null, requestOf(), true);
    answer.resolve(grant);
    expect(await runs.wait(null, id)).toEqual(grant);
    expect(recorded.map(({ kind, launch }) => [kind, launch])).toEqual([['run.intended', id]]);
    await expect(runs.wait(null, id)).rejects.toMatchObject({ code: 'not_found' });
    await runs.end(null, id, 3, operator);
    expect(recorded[1]).toMatchObject({ kind: 'run.ended', details: { status: 3 } });
    await expect(runs.end(null, id, 3, operator)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is told to wait while nobody has answered', async () => {
    const { runs } = setUp();
    const id = runs.begin(null, requestOf(), true);
    const waiting = runs.wait(null, id);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await waiting).toBeNull();
  });

  it('that nobody waits for is given up with its questions', async () => {
    const { runs, asked } = setUp();
    const id = runs.begin(null, requestOf(), true);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked[0]?.listen.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked[0]?.listen.signal.aborted).toBe(true);
    await expect(runs.wait(null, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belongs to who began it', async () => {
    const { runs, answer } = setUp();
    const id = runs.begin('launch-1', requestOf(), true);
    answer.resolve(grant);
    await expect(runs.wait(null, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(runs.wait('launch-2', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(runs.end('launch-2', id, 0, operator)).rejects.toMatchObject({ code: 'not_found' });
    expect(await runs.wait('launch-1', id)).toEqual(grant);
  });

  it('is given up when it is ended before anybody answered', async () => {
    const { runs, asked } = setUp();
    const id = runs.begin(null, requestOf(), true);
    await runs.end(null, id, null, operator);
    expect(asked[0]?.listen.signal.aborted).toBe(true);
  });
});

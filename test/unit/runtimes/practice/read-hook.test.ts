import { describe, expect, it } from 'vitest';
import { readHook } from '../../../../src-main/runtimes/practice/read-hook.ts';

const base = { agent: 'practice', conversation: 'c' };

describe('the events of the practice agent', () => {
  it.each([
    [{ event: 'started' }, 'idle'],
    [{ event: 'prompted' }, 'busy'],
    [{ event: 'answered' }, 'busy'],
    [{ event: 'finished', message: 'Done.' }, 'idle'],
    [{ event: 'ended' }, 'unknown'],
    [{ event: 'asked', tool: 'Run', command: 'ls' }, 'waiting_for_human'],
  ])('%j: %s', (event, state) => {
    expect(readHook({ ...base, ...event })).toMatchObject({ state, conversation: 'c', event: event.event });
  });

  it('carry what is asked for, and the last words', () => {
    const write = { event: 'asked', tool: 'Write', path: '/x/a', change: 'created', text: 'one\ntwo' };
    expect(readHook({ ...base, ...write })?.request).toEqual({
      kind: 'permission',
      tool: 'Write',
      subject: {
        form: 'edit',
        path: '/x/a',
        change: 'created',
        lines: [
          { sign: '+', number: 1, text: 'one' },
          { sign: '+', number: 2, text: 'two' },
        ],
      },
    });
    expect(readHook({ ...base, event: 'finished', message: 'Done.' })?.lastMessage).toBe('Done.');
  });

  it('of another agent or shape are none', () => {
    for (const payload of [
      null,
      {},
      base,
      { ...base, event: 'later' },
      { ...base, agent: 'other', event: 'started' },
    ]) {
      expect(readHook(payload)).toBeNull();
    }
  });
});

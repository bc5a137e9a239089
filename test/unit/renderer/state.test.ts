import { describe, expect, test } from 'vitest';
import { announce, nextAnnouncement, silence } from '../../../src-renderer/state/announcement.ts';
import { addNotice, shownNotices } from '../../../src-renderer/state/notices.ts';
import { firstState } from '../../../src-renderer/state/panel-state.ts';
import { reduceMessage } from '../../../src-renderer/state/reduce-message.ts';
import { emptyForm, nameOf, runtimeOf, startInput } from '../../../src-renderer/state/start-form.ts';
import { noteChange } from '../../../src-renderer/state/unseen.ts';
import { firstView, viewAgent, viewFilter } from '../../../src-renderer/state/view.ts';
import { httpRequest } from '../../../src-renderer/transport/http-call.ts';
import { parseFleet, parseTerminal } from '../../../src-renderer/transport/incoming.ts';
import { sampleAgent, sampleFleet, sampleReading, sampleRuntimes } from '../../support/sample-fleet.ts';

const now = 1_800_000_000_000;

describe('the panel after an event', () => {
  const opened = reduceMessage(firstState, { event: 'fleet.snapshot', data: sampleFleet(now) }, now);

  test('the first agent of the list is chosen, and stays while it exists', () => {
    expect(opened.view.selected).toBe('id-ledger-import');
    const gone = reduceMessage(
      opened,
      { event: 'agent.forgotten', data: { id: 'id-ledger-import', name: 'ledger-import' } },
      now,
    );
    expect(gone.view.selected).toBe('id-search-index');
  });

  test('a new question is announced once, and a change of it is not', () => {
    const question = sampleFleet(now).questions[0];
    if (question === undefined) throw new Error('The sample has no question.');
    const fresh = { ...question, id: 'new', fingerprint: 'new', askedAt: now };
    const told = reduceMessage(opened, { event: 'question.changed', data: { question: fresh } }, now);
    expect(told.announcements.text).toBe('checkout-api asks to run a shell command');
    const again = reduceMessage(
      told,
      { event: 'question.changed', data: { question: { ...fresh, sources: ['hook'] } } },
      now + 9_000,
    );
    expect(again.announcements).toBe(told.announcements);
  });

  test('not more than one announcement in three seconds', () => {
    const one = announce(silence, 'a', now);
    const two = announce(announce(one, 'b', now + 100), 'c', now + 200);
    expect(two.text).toBe('a');
    expect(nextAnnouncement(two, now + 2_999)).toBe(two);
    expect(nextAnnouncement(two, now + 3_000).text).toBe('b. c');
  });
});

describe('what was not looked at yet', () => {
  const busy = sampleAgent('one', now, { reading: sampleReading('busy', now) });
  const idle = sampleAgent('one', now, { reading: sampleReading('idle', now) });

  test('an end is unseen until its agent is chosen', () => {
    const unseen = noteChange(new Map(), busy, idle, null);
    expect(unseen.has(idle.id)).toBe(true);
    expect(noteChange(unseen, idle, busy, null).size).toBe(0);
    expect(noteChange(new Map(), busy, idle, idle.id).size).toBe(0);
  });

  test('an agent that was stopped by us, or that rested before, has no news', () => {
    const stopped = sampleAgent('one', now, {
      reading: sampleReading('offline', now),
      lastEnd: { at: now, how: 'stopped', status: null, signal: 15, lastLines: [] },
    });
    expect(noteChange(new Map(), busy, stopped, null).size).toBe(0);
    expect(noteChange(new Map(), idle, idle, null).size).toBe(0);
    expect(noteChange(new Map(), undefined, idle, null).size).toBe(0);
  });
});

describe('the view', () => {
  test('another agent opens at its terminal; the same filter again shows all', () => {
    const details = { ...firstView, selected: 'a', tab: 'details' as const, page: 'start' as const };
    expect(viewAgent(details, 'b')).toMatchObject({
      page: 'agents',
      selected: 'b',
      tab: 'terminal',
      step: 'detail',
    });
    expect(viewAgent(details, 'a').tab).toBe('details');
    expect(viewFilter(viewFilter(firstView, 'idle'), 'idle').filter).toBeNull();
  });

  test('two notices at once, the worst first, and the same one not twice', () => {
    const notice = (tone: 'bad' | 'good', title: string) => ({ tone, title, text: '', lines: [] });
    const all = ['x', 'y', 'x'].reduce(
      (list, title) => addNotice(list, notice('good', title)),
      addNotice([], notice('bad', 'z')),
    );
    expect(shownNotices(all)).toMatchObject({ shown: [{ title: 'z' }, { title: 'x' }], more: 1 });
  });
});

describe('starting', () => {
  const home = '/home/mira';

  test('an installed agent CLI is proposed, else the practice agent', () => {
    expect(runtimeOf(emptyForm, sampleRuntimes(true))?.id).toBe('claude');
    expect(runtimeOf(emptyForm, sampleRuntimes(false))?.id).toBe('practice');
    expect(runtimeOf({ ...emptyForm, runtime: 'claude' }, sampleRuntimes(false))?.id).toBe('practice');
    expect(runtimeOf({ ...emptyForm, runtime: 'shell' }, sampleRuntimes(true))?.id).toBe('shell');
  });

  test('the folder gives a name that is fit', () => {
    expect(nameOf({ ...emptyForm, folder: '~/work/my.site v2' }, home)).toBe('my-site-v2');
    expect(nameOf({ ...emptyForm, folder: '~/_hidden' }, home)).toBe('hidden');
    expect(nameOf({ ...emptyForm, folder: 'nowhere' }, home)).toBe('');
    expect(nameOf({ ...emptyForm, name: 'mine' }, home)).toBe('mine');
  });

  test('only what was filled in is asked for; the practice agent needs no folder', () => {
    const [claude, , practice] = sampleRuntimes(true);
    if (claude === undefined || practice === undefined) throw new Error('The sample has too few runtimes.');
    expect(startInput({ ...emptyForm, folder: '~/w/' }, claude, home)).toEqual({
      runtime: 'claude',
      dir: '/home/mira/w',
    });
    expect(startInput({ ...emptyForm, folder: 'w' }, claude, home)).toBeNull();
    expect(startInput({ ...emptyForm, folder: '/x', model: ' opus ' }, practice, home)).toEqual({
      runtime: 'practice',
      model: 'opus',
    });
  });
});

describe('what goes out and comes in', () => {
  test('fields of the path stand there, the rest in the query or the body', () => {
    expect(httpRequest('agents.screen', { name: 'a b', lines: 5 })).toEqual({
      path: '/api/agents/a%20b/screen?lines=5',
      body: null,
    });
    expect(httpRequest('agents.forget', { name: 'a' })).toEqual({ path: '/api/agents/a', body: null });
    expect(httpRequest('questions.answer', { id: 'q', decision: 'allow', fingerprint: 'f' })).toEqual({
      path: '/api/questions/q/answer',
      body: '{"decision":"allow","fingerprint":"f"}',
    });
    expect(httpRequest('system.shutdown', {})).toEqual({ path: '/api/shutdown', body: '{}' });
  });

  test('an event that is not of the contract is dropped', () => {
    expect(parseFleet('agent.changed', { agent: { name: 'x' } })).toBeNull();
    expect(parseFleet('agent.typed', {})).toBeNull();
    expect(parseTerminal('terminal.output', { viewer: 'v', sequence: 1, data: 'text' })).toBeNull();
  });

  test('bytes come as bytes, also from a socket’s buffer', () => {
    const data = Uint8Array.from([104, 105]);
    for (const sent of [data, data.buffer]) {
      expect(parseTerminal('terminal.output', { viewer: 'v', sequence: 1, data: sent })).toEqual({
        event: 'terminal.output',
        data: { viewer: 'v', sequence: 1, data },
      });
    }
  });
});

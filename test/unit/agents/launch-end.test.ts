import { spawn } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import { withStatus } from '../../../src-main/agents/launch-end.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import type { SessionFacts, Tmux } from '../../../src-main/tmux/tmux.ts';
import { liveProcesses, processFacts } from '../../support/processes.ts';
import { sessionFacts } from '../../support/session-facts.ts';
import { waitUntil } from '../../support/wait-until.ts';

const held = new Disposables();
afterEach(() => held.dispose());

const dead = sessionFacts('app', { dead: true, pid: 2 ** 22 });
const ended = { ...dead, deadStatus: 3 };
/** Tells these one after another, the last for ever. */
const telling = (...lists: readonly SessionFacts[][]): Tmux => {
  let asked = 0;
  return {
    sessions: async () => lists[Math.min(asked++, lists.length - 1)] ?? [],
  } as Partial<Tmux> as Tmux;
};
/** Each look takes long, so that no test waits for the patience to run out. */
const clock = () => {
  let elapsed = 0;
  return { now: () => 0, elapsed: () => (elapsed += 500) };
};

test('a status that is known is not asked for', async () => {
  expect(await withStatus(ended, telling([]), clock())).toBe(ended);
});

test('a status that comes a moment later is waited for, of this pane alone', async () => {
  const other = sessionFacts('other', { dead: true, pane: '%7', deadStatus: 9 });
  expect(await withStatus(dead, telling([other, dead], [other, ended]), clock())).toBe(ended);
});

test('a status that never comes leaves the end without one', async () => {
  expect(await withStatus(dead, telling([dead]), clock())).toBe(dead);
  expect(await withStatus(dead, telling([]), clock())).toBe(dead);
});

test('a program that lives on has not ended', async () => {
  expect(await withStatus({ ...dead, pid: process.pid }, telling([]), clock())).toBeNull();
});

test('a parent that did not collect its ended child is told again', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0 & exec sleep 1000'], { stdio: 'ignore' });
  held.defer(() => void parent.kill('SIGKILL'));
  const child = await waitUntil('the child ended, uncollected', () => {
    const of = parent.pid ?? 0;
    for (let pid = of + 1; pid < of + 200; pid += 1) {
      const facts = processFacts(pid);
      if (facts?.parent === of && facts.state === 'Z') return pid;
    }
    return 0;
  });
  expect(liveProcesses().some(({ pid }) => pid === child)).toBe(false);
  const sent = vi.spyOn(process, 'kill').mockReturnValue(true);
  await withStatus({ ...dead, pid: child }, telling([ended]), clock());
  expect(sent).toHaveBeenCalledWith(parent.pid, 'SIGCHLD');
  vi.restoreAllMocks();
});

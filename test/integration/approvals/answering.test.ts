import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src-main/client/client.ts';
import type { Question } from '../../../src-main/contract/question.ts';
import { type FakeAgent, type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;
let agent: FakeAgent;
let folder: string;

beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({ programs: fakes.folder });
  await daemon.start();
  client = daemon.client();
  folder = daemon.workFolder('project');
});

afterEach(async () => {
  await client.call('agents.stop', { name: 'project' });
  await daemon.dispose();
  await fakes.dispose();
});

const command = (text: string, more: { runs?: boolean; selected?: number } = {}) => ({
  kind: 'dialog' as const,
  dialog: { form: 'command' as const, command: text, ...more },
});

/** Starts the fake Claude Code and brings up what it shows first. */
async function start(setup: Parameters<FakeAgents['setUp']>[0] = {}): Promise<void> {
  fakes.setUp(setup);
  const { outcome } = await client.call('agents.start', { dir: folder, runtime: 'claude' });
  expect(outcome).toMatch(/ready|waiting_for_human/);
  agent = await fakes.next();
}

async function openQuestion(accept: (question: Question) => boolean = () => true): Promise<Question> {
  const { questions } = await waitUntil(
    'a question is open',
    () => client.call('questions.list', {}),
    ({ questions: [first] }) => first !== undefined && accept(first),
  );
  const [question] = questions;
  if (question === undefined) throw new Error('No question.');
  return question;
}

async function closedOutcome(id: string): Promise<unknown> {
  await waitUntil(
    'the question is closed',
    () => client.call('questions.list', {}),
    ({ questions }) => questions.every((open) => open.id !== id),
  );
  return client.call('agents.inspect', { name: 'project' }).then(({ question }) => question);
}

describe('a permission dialog without any hook (bugs 20, 22)', () => {
  test('is seen with its whole command, allowed with one key, and gone', async () => {
    await start({ hooks: false });
    await agent.tell({ do: 'show', scenes: [command('touch made.txt', { runs: true })] });
    const question = await openQuestion();
    expect(question).toMatchObject({
      agent: 'project',
      kind: 'permission',
      subject: { form: 'command', command: 'touch made.txt' },
      folder,
      sources: ['screen'],
      answers: ['allow', 'deny'],
      state: 'open',
    });
    const receipt = await client.call('questions.answer', {
      id: question.id,
      decision: 'allow',
      fingerprint: question.fingerprint,
    });
    expect(receipt).toMatchObject({ decision: 'allow', by: { door: 'cli' }, alreadyAnswered: false });
    expect(agent.keys()).toHaveLength(1);
    await waitUntil('the command ran', () => existsSync(path.join(folder, 'made.txt')));
    expect(await closedOutcome(question.id)).toBeNull();
  });

  test('is denied with the refusing key', async () => {
    await start({ hooks: false });
    await agent.tell({ do: 'show', scenes: [command('touch made.txt', { runs: true })] });
    await openQuestion();
    await client.call('agents.deny', { name: 'project' });
    expect(agent.keys()).toEqual(['Escape']);
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(false);
  });
});

describe('nothing is typed', () => {
  test('when another dialog took the place of the one that was looked at (bug 23)', async () => {
    await start();
    await agent.tell({ do: 'show', scenes: [command('git status')] });
    const question = await openQuestion();
    await agent.tell({ do: 'show', scenes: [command('git push origin master')] });
    await expect(
      client.call('questions.answer', {
        id: question.id,
        decision: 'allow',
        fingerprint: question.fingerprint,
      }),
    ).rejects.toMatchObject({ code: 'changed' });
    await expect(
      client.call('agents.approve', { name: 'project', fingerprint: question.fingerprint }),
    ).rejects.toMatchObject({ code: 'changed' });
    expect(agent.keys()).toEqual([]);
  });

  test('when the dialog is gone', async () => {
    await start();
    await agent.tell({ do: 'show', scenes: [command('git status')] });
    const question = await openQuestion();
    await agent.tell({ do: 'show', scenes: [{ kind: 'idle' }] });
    await expect(
      client.call('questions.answer', {
        id: question.id,
        decision: 'allow',
        fingerprint: question.fingerprint,
      }),
    ).rejects.toMatchObject({ code: 'not_waiting' });
    expect(agent.keys()).toEqual([]);
  });

  test.each([
    ['a question', { form: 'question' as const, question: 'Which?', options: ['A', 'B'] }],
    ['a plan', { form: 'plan' as const, text: 'Do it' }],
    ['the trust page', { form: 'trust' as const }],
    ['a preselected negative answer', { form: 'preselected-no' as const, question: 'Bypass?' }],
    [
      'an unnumbered picker (bug 27)',
      { form: 'unnumbered' as const, question: 'Pick', options: ['one', 'two'] },
    ],
    ['a permission with another line marked', { form: 'command' as const, command: 'ls', selected: 3 }],
  ])('by approve into %s', async (_, dialog) => {
    await start();
    await agent.tell({ do: 'show', scenes: [{ kind: 'dialog', dialog }] });
    const question = await openQuestion();
    expect(question.answers).not.toContain('allow');
    expect(question.limit).not.toBeNull();
    await expect(client.call('agents.approve', { name: 'project' })).rejects.toMatchObject({
      code: 'not_permission',
    });
    expect(agent.keys()).toEqual([]);
  });

  test('when answering from outside is switched off', async () => {
    await start();
    await agent.tell({ do: 'show', scenes: [command('ls')] });
    await openQuestion();
    await client.call('settings.set', { key: 'security.allow_remote_approval', value: false });
    await expect(client.call('agents.approve', { name: 'project' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(agent.keys()).toEqual([]);
  });
});

test('two presses are one decision, and the second gets the same receipt', async () => {
  await start();
  await agent.tell({ do: 'show', scenes: [command('ls')] });
  const { id, fingerprint } = await openQuestion();
  const press = () => client.call('questions.answer', { id, decision: 'allow', fingerprint });
  const receipts = await Promise.all([press(), press()]);
  expect(receipts.map(({ alreadyAnswered }) => alreadyAnswered).sort()).toEqual([false, true]);
  await expect(client.call('questions.answer', { id, decision: 'deny', fingerprint })).rejects.toMatchObject({
    code: 'not_waiting',
  });
  expect(agent.keys()).toHaveLength(1);
});

test('two dialogs in a row are two questions (bug 25)', async () => {
  await start();
  await agent.tell({ do: 'show', scenes: [command('first'), command('second')] });
  const first = await openQuestion();
  await client.call('questions.answer', { id: first.id, decision: 'allow', fingerprint: first.fingerprint });
  const second = await openQuestion(({ id }) => id !== first.id);
  expect(second.subject).toMatchObject({ command: 'second' });
  expect(agent.keys()).toHaveLength(1);
});

test('tools that are used without asking raise no question (bug 26)', async () => {
  await start();
  for (let use = 0; use < 5; use += 1) {
    await agent.tell({
      do: 'report',
      event: 'PreToolUse',
      fields: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    });
  }
  await waitUntil(
    'the events are taken',
    () => client.call('agents.inspect', { name: 'project' }),
    ({ agent: { reading } }) => reading.state === 'busy',
  );
  expect((await client.call('questions.list', {})).questions).toEqual([]);
});

test('an answer in the terminal closes the question', async () => {
  await start();
  await agent.tell({ do: 'show', scenes: [command('ls')] });
  const { id } = await openQuestion();
  await daemon.tmux.run('send-keys', '-t', '=project:', 'Escape');
  await closedOutcome(id);
  const { agent: now } = await waitUntil(
    'the agent is idle',
    () => client.call('agents.inspect', { name: 'project' }),
    (seen) => seen.agent.reading.state === 'idle',
    { within: 2_000 },
  );
  expect(now.questionId).toBeNull();
});

test('an entry that cannot be written keeps the key from being typed', async () => {
  await start();
  await agent.tell({ do: 'show', scenes: [command('ls')] });
  await openQuestion();
  const { default: SQLite } = await import('better-sqlite3');
  const holder = new SQLite(daemon.folders.auditLog);
  holder.exec('begin exclusive');
  try {
    const answer = client.call('agents.approve', { name: 'project' });
    const outcome = await Promise.race([
      answer.catch((error: unknown) => error),
      waitUntil('time for a key', () => agent.keys().length > 0, Boolean, { within: 1_500 }).catch(
        () => 'no key',
      ),
    ]);
    expect(outcome).toBe('no key');
    answer.catch(() => undefined);
  } finally {
    holder.exec('rollback');
    holder.close();
  }
});

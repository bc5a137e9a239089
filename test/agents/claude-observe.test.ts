import { afterEach, expect, test } from 'vitest';
import { Disposables } from '../../src-main/base/disposable.ts';
import { claude } from '../../src-main/runtimes/claude.ts';
import type { ScreenReading } from '../../src-main/runtimes/runtime.ts';
import { type AgentPane, openAgentPane } from '../support/agent-pane.ts';
import { matches, waitUntil } from '../support/wait-until.ts';
import { claudeHome } from './claude-home.ts';
import { startModelServer } from './model-server/server.ts';

const resources = new Disposables();
afterEach(() => resources.dispose());

/** Longest time, in milliseconds, for which a state may be wrong. */
const bound = 2_000;

/** The real Claude Code in a pane, with what our runtime sees there. */
async function liveClaude(options: { trusted?: boolean; arguments?: readonly string[] } = {}) {
  const server = resources.add(await startModelServer());
  const home = resources.add(await claudeHome({ port: server.port, trusted: options.trusted ?? true }));
  const pane = resources.add(
    await openAgentPane({ ...home, arguments: options.arguments ?? [], dir: home.project }),
  );
  const sees = (what: string, expected: object): Promise<ScreenReading> =>
    waitUntil(
      what,
      async () => claude.observe(await pane.screen()),
      (seen) => matches(seen, expected),
      { within: bound },
    );
  return { home, pane, sees };
}

async function submit(pane: AgentPane, text: string): Promise<void> {
  await pane.type(text);
  await pane.until(
    'the typed text',
    new RegExp(`❯.${text.slice(0, 20).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
  );
  await pane.press('Enter');
}

const idle = { state: 'idle', dialog: null, input: 'empty' };
const busy = { state: 'busy', dialog: null };

test('idle, a draft, busy, interrupted', async () => {
  const { pane, sees } = await liveClaude();
  await pane.until('the input box', /^❯\s*$/m);
  await sees('idle', idle);
  await pane.type('half a thought');
  await pane.until('the draft', /❯.half a thought/);
  await sees('a draft', { state: 'idle', input: 'draft' });
  await pane.press('C-u');
  await sees('the draft is gone', idle);

  await submit(pane, 'slow: 60');
  await pane.until('words', /word2/);
  await sees('busy', { ...busy, input: 'empty' });
  await pane.type('and another thing');
  await pane.until('the draft', /❯.and another thing/);
  await sees('busy with a draft', { ...busy, input: 'draft' });
  await pane.press('C-u');
  await pane.press('Escape');
  await pane.until('the interruption', /Interrupted/);
  await sees('idle after Escape', { state: 'idle', dialog: null });
});

test('a command is asked for, allowed with its key, refused with its key, refused with Escape', async () => {
  const { pane, sees } = await liveClaude();
  await pane.until('the input box', /^❯\s*$/m);
  const asks = (command: string) => ({
    state: 'waiting_for_human',
    reason: 'permission',
    dialog: { kind: 'permission', tool: 'Bash', subject: { form: 'command', command } },
  });
  const ask = async (command: string) => {
    await submit(pane, `run: ${command}`);
    await pane.until('the dialog', new RegExp(`^ {3}${command}$[\\s\\S]*Do you want to proceed`, 'm'));
    return sees('the command', asks(command));
  };

  const first = await ask('touch one.txt');
  expect(Object.keys(first.dialog?.keys ?? {}).sort()).toEqual(['allow', 'deny']);
  await pane.press(first.dialog?.keys.allow ?? '');
  await pane.until('the end of the turn', /^● done/m);
  await sees('idle after the command', idle);

  const second = await ask('touch two.txt');
  await pane.press(second.dialog?.keys.deny ?? '');
  await pane.until('the refusal', /Bash\(touch two\.txt\)\s+⎿\s+Interrupted/);
  await sees('idle after the refusal', { state: 'idle', dialog: null });

  await pane.press('C-u');
  await ask('touch three.txt');
  await pane.press('Escape');
  await pane.until('the refusal', /Bash\(touch three\.txt\)\s+⎿\s+Interrupted/);
  await sees('idle after Escape', { state: 'idle', dialog: null });
});

test('a file is created and edited, with the lines that are asked for', async () => {
  const { pane, sees } = await liveClaude();
  await pane.until('the input box', /^❯\s*$/m);
  await submit(pane, 'write: list.txt one\\ntwo');
  await pane.until('the dialog', /Do you want to create list\.txt\?/);
  const created = await sees('the new file', {
    state: 'waiting_for_human',
    reason: 'permission',
    dialog: { kind: 'permission', subject: { form: 'edit', path: 'list.txt', change: 'created' } },
  });
  expect(JSON.stringify(created.dialog?.subject)).toContain('"two"');
  await pane.press(created.dialog?.keys.allow ?? '');
  await pane.until('the end of the turn', /^● done/m);
  await sees('idle', idle);

  await submit(pane, 'read: list.txt');
  await pane.until('the end of the turn', /Read 1 file[\s\S]*^● done/m);
  await submit(pane, 'edit: list.txt two => TWO');
  await pane.until('the dialog', /Do you want to make this edit to list\.txt\?/);
  const { dialog } = await sees('the change', {
    state: 'waiting_for_human',
    dialog: { kind: 'permission', subject: { form: 'edit', change: 'changed' }, keys: { allow: '1' } },
  });
  const lines = dialog?.subject.form === 'edit' ? dialog.subject.lines : [];
  expect(lines.map(({ sign, text }) => sign + text)).toEqual(expect.arrayContaining(['-two', '+TWO']));
});

test('a question and a plan are for a person in the terminal', async () => {
  const { pane, sees } = await liveClaude({ arguments: ['--permission-mode', 'plan'] });
  await pane.until('the input box', /^❯\s*$/m);
  await sees('idle in plan mode', idle);
  await submit(pane, 'ask: Which colour? | Red | Green');
  await pane.until('the question', /1\. Red/);
  const question = await sees('the question', {
    state: 'waiting_for_human',
    reason: 'question',
    dialog: { kind: 'question', subject: { form: 'choice', text: 'Which colour?' } },
  });
  expect(question.dialog?.keys).not.toHaveProperty('allow');
  await pane.press('Escape');
  await pane.until('the refusal', /declined to answer/);
  await sees('idle after Escape', { state: 'idle', dialog: null });

  await pane.press('C-u');
  await submit(pane, 'plan: 1. Read the code');
  await pane.until('the plan', /Would you like to proceed\?/);
  const plan = await sees('the plan', {
    state: 'waiting_for_human',
    reason: 'plan',
    dialog: { kind: 'plan' },
  });
  expect(plan.dialog?.keys).not.toHaveProperty('allow');
});

test('the question whether a folder is trusted is seen', async () => {
  const { pane, sees } = await liveClaude({ trusted: false });
  await pane.until('the question', /Yes, I trust this folder/);
  const trust = await sees('the question', { state: 'waiting_for_human' });
  expect(trust.dialog?.keys).toEqual({});
});

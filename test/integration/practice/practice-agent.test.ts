import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { practice } from '../../../src-main/runtimes/practice.ts';
import type { HookReading, ScreenReading } from '../../../src-main/runtimes/runtime.ts';
import { parseSpoolRecord } from '../../../src-main/runtimes/spool-record.ts';
import { type AgentPane, openAgentPane } from '../../support/agent-pane.ts';
import { processesWith } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

const id = '0123456789abcdef0123456789abcdef';
const hooks = path.join(import.meta.dirname, '../../../hooks');

let resources: Disposables;
let home: string;
let dir: string;
let spool: string;
beforeEach(() => {
  resources = new Disposables();
  home = resources.add(temporaryFolder('practice')).path;
  dir = path.join(home, 'a folder');
  spool = path.join(home, 'state/spool');
  mkdirSync(dir);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
});
afterEach(() => resources.dispose());

async function start(...instruction: string[]): Promise<AgentPane> {
  const [program = '', ...rest] = practice.argumentsFor({
    program: process.execPath,
    dir,
    model: null,
    hooks,
    instructions: null,
  });
  return resources.add(
    await openAgentPane({
      program,
      arguments: [...rest, ...instruction],
      dir,
      columns: 80,
      rows: 24,
      environment: {
        HOME: home,
        PATH: process.env['PATH'] ?? '',
        TERM: 'tmux-256color',
        LANG: 'C.UTF-8',
        BACKBONE_LAUNCH_ID: id,
        BACKBONE_STATE_DIR: path.join(home, 'state'),
      },
    }),
  );
}

function reading(
  pane: AgentPane,
  what: string,
  accept: (seen: ScreenReading) => boolean,
): Promise<ScreenReading> {
  return waitUntil(what, async () => practice.observe(await pane.screen()), accept);
}

const dialog = (pane: AgentPane) => reading(pane, 'a dialog', (seen) => seen.dialog !== null);
const idle = (pane: AgentPane) => reading(pane, 'idle', (seen) => seen.state === 'idle');

/** What was reported so far, oldest first. */
function reported(): HookReading[] {
  return readdirSync(spool)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, at: statSync(path.join(spool, name), { bigint: true }).mtimeNs }))
    .sort((left, right) => Number(left.at - right.at))
    .flatMap(({ name }) => {
      const record = parseSpoolRecord(name, readFileSync(path.join(spool, name)), 0);
      return practice.readHook(record?.payload) ?? [];
    });
}

const events = () => reported().map(({ event }) => event);

async function tell(pane: AgentPane, text: string): Promise<void> {
  await pane.paste(text);
  await pane.until(text, new RegExp(`> ${text.replace(/[^a-z ]/g, '.')}`));
  await pane.press('Enter');
}

describe('the practice agent', () => {
  it('explains itself, proposes one harmless command, and does it once it is allowed', async () => {
    const pane = await start();
    const open = await dialog(pane);
    const text = (await pane.screen()).lines.join('\n');
    expect(text).toMatch(/^Practice agent — not an AI/);
    expect(text).toContain('It is a small program, not an AI');
    expect(open).toMatchObject({ state: 'waiting_for_human', reason: 'permission' });
    expect(open.dialog).toMatchObject({
      subject: { form: 'command', command: 'touch hello.txt' },
      keys: { allow: '1' },
    });
    expect(readdirSync(dir)).toEqual([]);
    await waitUntil('the question is reported', events, (seen) => seen.includes('asked'));
    expect(reported().at(-1)?.request?.subject).toEqual(open.dialog?.subject);
    expect((await pane.screen()).title).toMatch(/^△ /);
    await pane.press('1');
    await idle(pane);
    expect(readdirSync(dir)).toEqual(['hello.txt']);
    await waitUntil('the end of the turn is reported', events, (seen) => seen.includes('finished'));
    expect(events()).toEqual(['started', 'asked', 'answered', 'finished']);
    expect(reported().at(-1)?.lastMessage).toBe('The command is done.');
    expect((await pane.screen()).title).toMatch(/^◇ /);
  });

  it('does nothing when it is refused, and says so', async () => {
    const pane = await start();
    await dialog(pane);
    await pane.press('Escape');
    await pane.until('the refusal', /You said no\. The command was not run\./);
    await idle(pane);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('takes the marked line on Enter', async () => {
    const pane = await start();
    await dialog(pane);
    await pane.press('Down');
    const moved = await reading(
      pane,
      'No is marked',
      ({ dialog: shown }) => shown !== null && shown.keys.allow === undefined,
    );
    expect(moved.dialog?.keys).toEqual({ deny: 'Escape' });
    await pane.press('Enter');
    await pane.until('the refusal', /You said no/);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('shows what a command prints, without its control characters, and how it failed', async () => {
    const pane = await start(String.raw`run: printf 'a\033[2Jb\nüñ\n'; exit 3`);
    await dialog(pane);
    await pane.press('1');
    const text = await pane.until('the failure', /The command failed with status 3\./);
    expect(text).toContain('  a[2Jb\n  üñ');
  });

  it('writes a file after it was allowed, and none outside of its folder', async () => {
    const pane = await start('write: notes.txt 日本 👩‍👩‍👧 ok');
    const open = await dialog(pane);
    expect(open.dialog?.subject).toMatchObject({
      form: 'edit',
      path: path.join(dir, 'notes.txt'),
      change: 'created',
    });
    expect(existsSync(path.join(dir, 'notes.txt'))).toBe(false);
    await pane.press('1');
    await pane.until('it is written', /Wrote notes\.txt\./);
    expect(readFileSync(path.join(dir, 'notes.txt'), 'utf8')).toBe('日本 👩‍👩‍👧 ok\n');
    await tell(pane, 'write: ../out.txt x');
    await pane.until('the refusal', /I only write here/);
    expect(existsSync(path.join(home, 'out.txt'))).toBe(false);
  });

  it('asks a question that only a person answers', async () => {
    const pane = await start('ask');
    const open = await dialog(pane);
    expect(open.dialog).toMatchObject({ kind: 'question', keys: { deny: 'Escape' } });
    expect(open.dialog?.keys.allow).toBeUndefined();
    await pane.press('2');
    await pane.until('the answer', /You chose Green\./);
  });

  it('is busy for a while, keeps what is typed meanwhile, and stops on Escape with all that it started', async () => {
    const pane = await start('run: sleep 321 & sleep 321');
    await dialog(pane);
    await pane.press('1');
    await reading(pane, 'busy', (seen) => seen.state === 'busy');
    await pane.paste('help');
    await reading(pane, 'a draft', (seen) => seen.state === 'busy' && seen.input === 'draft');
    const before = processesWith('HOME', home).length;
    await pane.press('Escape');
    await pane.until('it was stopped', /The command was ended by SIGKILL\./);
    expect(before).toBeGreaterThan(1);
    await waitUntil(
      'the agent is alone',
      () => processesWith('HOME', home).length,
      (count) => count === 1,
    );
    await pane.press('Enter');
    await pane.until('the draft was sent then', /That is all I can do\./);
  });

  it('takes emoji and wide characters, and takes them back one by one', async () => {
    const pane = await start('help');
    await idle(pane);
    await pane.type('a日👩‍👩‍👧');
    await pane.until('the text', /> a日👩/);
    await pane.press('BSpace', 'BSpace');
    await pane.until('one character is left', /│ > a +│/);
    await pane.press('BSpace');
    expect(await reading(pane, 'empty', (seen) => seen.input === 'empty')).toMatchObject({ state: 'idle' });
  });

  it('draws its dialog anew for every size', async () => {
    const pane = await start();
    await dialog(pane);
    for (const [columns, rows] of [
      ['50', '20'],
      ['132', '43'],
      ['61', '18'],
    ] as const) {
      await runCommand('tmux', [
        '-L',
        pane.socket,
        'resize-window',
        '-t',
        '=agent:',
        '-x',
        columns,
        '-y',
        rows,
      ]);
      const open = await waitUntil(
        `the dialog at ${columns} columns`,
        async () => {
          const screen = await pane.screen();
          return { columns: screen.columns, ...practice.observe(screen) };
        },
        (seen) => seen.columns === Number(columns) && seen.dialog !== null,
      );
      expect(open.dialog).toMatchObject({ subject: { command: 'touch hello.txt' }, keys: { allow: '1' } });
    }
  });

  it('ends when it is told to, and reports it', async () => {
    const pane = await start('help');
    await idle(pane);
    await tell(pane, 'exit');
    await pane.until('it has ended', /Pane is dead \(status 0/);
    expect(events().at(-1)).toBe('ended');
  });

  it('takes what it started along when its pane goes', async () => {
    const pane = await start('run: sleep 322');
    await dialog(pane);
    await pane.press('1');
    await reading(pane, 'busy', (seen) => seen.state === 'busy');
    await pane.dispose();
  });

  it('refuses to run without a terminal', async () => {
    const [program = '', ...args] = practice.argumentsFor({
      program: process.execPath,
      dir,
      model: null,
      hooks,
      instructions: null,
    });
    const result = await runCommand(program, args, { cwd: dir });
    expect(result).toMatchObject({ status: 2, output: '' });
    expect(result.errors).toContain('needs a terminal');
  });
});

import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as pty from 'node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishedKey } from '../../../src-main/backpack/published-key.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import type { AuditRecord } from '../../../src-main/contract/audit.ts';
import type { InputOf } from '../../../src-main/contract/procedures.ts';
import { oldEvent, sampleBytes, sampleKey, sampleLog, sealOldLine } from '../../support/backpack-log.ts';
import { errorIn } from '../../support/command-home.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

const sources = fileURLToPath(new URL('../../../src-main/cli/backbone.ts', import.meta.url));
const digest = 'f215a4926db44a189f5e2caa82b0877a4cd138c71c7a172f72c7875d38d075e1';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await testDaemon();
});
afterEach(() => daemon.dispose());

const importing = (file: string, key: string | null, ...more: readonly string[]) =>
  runCommand(process.execPath, [sources, 'audit', 'import', file, ...more], {
    cwd: daemon.root,
    environment: { ...daemon.environment, ...(key === null ? {} : { AGENT_MASTER_KEY: key }) },
    timeout: 50_000,
  });

/** Writes an old log and returns where. */
function oldLog(content: string | Uint8Array): string {
  const file = path.join(daemon.root, 'old.log');
  writeFileSync(file, content);
  return file;
}

/** Every entry of an import, oldest first. */
async function imported(): Promise<AuditRecord[]> {
  const { records } = await daemon.client().call('audit.list', { kind: 'audit.imported', limit: 1000 });
  return records.toReversed();
}

/** All that lies in a folder, as it lies there. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('the old log stands in ours, line for line, in the name of who brought it', async () => {
  await daemon.start();
  const run = await importing(sampleLog, sampleKey, '--json');
  expect([run.status, run.errors]).toEqual([0, '']);
  const records = await imported();
  const [begun] = records;
  expect(JSON.parse(run.output)).toEqual({
    file: sampleLog,
    digest,
    first: begun?.number,
    last: records.at(-1)?.number,
    read: 2,
    published: 0,
    unread: [],
  });
  expect(records.every(({ actor, agent }) => actor.door === 'cli' && agent === null)).toBe(true);
  const of = { import: begun?.number };
  expect(records.map(({ details }) => details)).toEqual([
    { step: 'begun', path: sampleLog, bytes: 874, lines: 2, again: false, digest },
    {
      step: 'line',
      line: 1,
      event: 'lock_created',
      time: '2025-11-02T10:00:00.250Z',
      key: 'own',
      details: ['path: agent.lock'],
      ...of,
    },
    {
      step: 'line',
      line: 2,
      event: 'get_key',
      time: '2025-11-02T10:01:00.500Z',
      key: 'own',
      details: ['service: backpack-agent', 'key_name: OPENAI_API_KEY'],
      ...of,
    },
    { step: 'done', read: 2, unread: 0, digest, ...of },
  ]);
  expect(await daemon.client().call('audit.verify', { contents: true })).toMatchObject({ whole: true });
});

test('neither the key nor a salt comes to the daemon or into a file of ours', async () => {
  await daemon.start();
  await importing(sampleLog, sampleKey);
  const [salt = ''] = /[\w+/]+==(?="\})/.exec(sampleBytes().toString()) ?? [];
  expect(salt).toHaveLength(24);
  const held = [everythingIn(daemon.root), ...daemon.logged, JSON.stringify(await imported())].join('\n');
  for (const secret of [sampleKey, salt]) expect(held).not.toContain(secret);
});

test('the same file is noticed, and recorded once more only when asked', async () => {
  await daemon.start();
  await importing(sampleLog, sampleKey);
  const again = await importing(sampleLog, sampleKey, '--json');
  expect(again.status).toBe(4);
  expect(errorIn(again).code).toBe('already_imported');
  expect(errorIn(again).message).toContain('Use --again');
  expect(await imported()).toHaveLength(4);
  expect((await importing(sampleLog, sampleKey, '--again')).status).toBe(0);
  expect((await imported()).slice(4).map(({ details }) => details['again'] ?? null)).toEqual([
    true,
    null,
    null,
    null,
  ]);
});

test('an import that broke off is noticed as such, and two at once are not both begun', async () => {
  await daemon.start();
  const page: InputOf<'audit.import'> = {
    file: { digest, path: '/old.log', bytes: 1, lines: 2 },
    lines: [{ is: 'unread', line: 1, why: 'malformed' }],
    end: null,
  };
  const both = await Promise.allSettled([
    daemon.client().call('audit.import', page),
    daemon.client().call('audit.import', page),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(daemon.client().call('audit.import', page)).rejects.toThrow('not to its end');
});

test('damaged lines are recorded as such, and told', async () => {
  await daemon.start();
  const changed = sealOldLine(oldEvent('forged'), 'another key');
  const run = await importing(oldLog(`${sampleBytes().toString()}\nnonsense\n${changed}\n`), sampleKey);
  expect(run.status).toBe(7);
  expect(run.output).toMatch(/^Took over 2 entries of .*old\.log: entries \d+ to \d+ of the audit log\.\n$/);
  expect(run.errors.split('\n')).toEqual([
    'Not read, and recorded as such: 2',
    '  line 4: not as Backpack wrote it',
    '  line 5: changed since it was written, or sealed with another key',
    '',
  ]);
  expect((await imported()).slice(3).map(({ details }) => details)).toMatchObject([
    { step: 'unread', line: 4, why: 'malformed' },
    { step: 'unread', line: 5, why: 'not_opened' },
    { step: 'done', read: 2, unread: 2 },
  ]);
});

test('a log of many lines goes in pages', async () => {
  await daemon.start();
  const run = await importing(oldLog(`${sampleBytes().toString()}${'x\n'.repeat(700)}`), sampleKey, '--json');
  expect(JSON.parse(run.output)).toMatchObject({ read: 2, unread: { length: 700 } });
  const records = await imported();
  expect(records.slice(1, -1).map(({ details }) => details['line'])).toEqual(
    Array.from({ length: 702 }, (_, index) => index + 1),
  );
});

test('what was sealed with the published key is told as leaked, without any key', async () => {
  await daemon.start();
  const run = await importing(oldLog(sealOldLine(oldEvent('lock_read'), publishedKey)), null);
  expect(run.status).toBe(0);
  expect(run.errors).toContain('counts as leaked');
  expect((await imported())[1]?.details).toMatchObject({ event: 'lock_read', key: 'published' });
});

describe('nothing is recorded', () => {
  const refused = async (file: string, key: string | null = sampleKey) => {
    const run = await importing(file, key, '--json');
    expect(await imported()).toEqual([]);
    const { code, message } = errorIn(run);
    return [code, run.status, message];
  };

  test('with a wrong key, or none where one is needed', async () => {
    await daemon.start();
    expect(await refused(sampleLog, 'wrong')).toEqual(['wrong_key', 4, expect.stringContaining('wrong key')]);
    expect(await refused(sampleLog, null)).toEqual(['wrong_key', 4, expect.stringContaining('wrong key')]);
    expect(await refused(sampleLog, '')).toEqual(['wrong_key', 4, expect.stringContaining('wrong key')]);
  });

  test('of what is no old log', async () => {
    await daemon.start();
    expect(await refused('nowhere.log')).toEqual(['invalid_input', 2, expect.stringContaining('no file')]);
    expect(await refused(daemon.root)).toEqual(['invalid_input', 2, expect.stringContaining('not a file')]);
    expect(await refused(oldLog(''))).toEqual(['invalid_input', 2, expect.stringContaining('no entry')]);
    expect(await refused(oldLog('{}\n'))).toEqual(['invalid_input', 2, expect.stringContaining('no entry')]);
    const pipe = path.join(daemon.root, 'pipe');
    expect((await runCommand('mkfifo', [pipe])).status).toBe(0);
    expect(await refused(pipe)).toEqual(['invalid_input', 2, expect.stringContaining('not a file')]);
    const large = oldLog(sampleBytes());
    truncateSync(large, 33 * 1024 * 1024);
    expect(await refused(large)).toEqual(['too_large', 2, expect.stringContaining('Split it')]);
  });

  test('without a daemon, before anything is opened', async () => {
    expect(errorIn(await importing('nowhere.log', sampleKey, '--json')).code).toBe('daemon_unreachable');
  });
});

describe('on a terminal', () => {
  /** Starts an import on a terminal and waits for its question. */
  async function asked() {
    await daemon.start();
    const file = oldLog(sampleBytes());
    appendFileSync(file, '\n');
    const { AGENT_MASTER_KEY: _, ...environment } = daemon.environment;
    const terminal = pty.spawn(process.execPath, [sources, 'audit', 'import', file], {
      cols: 200,
      rows: 40,
      cwd: daemon.root,
      env: { ...environment, TERM: 'xterm-256color' },
    });
    const seen = { text: '' };
    terminal.onData((data) => {
      seen.text += data;
    });
    const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    await waitUntil('it asks', () => seen.text.includes('default key): '));
    return { seen, ended, terminal };
  }

  test('the key is asked for and not shown', async () => {
    const { seen, ended, terminal } = await asked();
    terminal.write(`${sampleKey}x\u007F\r`);
    expect(await ended).toBe(0);
    expect(seen.text).toContain('Took over 2 entries');
    expect(seen.text).not.toContain('horse');
  });

  test('a person may give up', async () => {
    const { seen, ended, terminal } = await asked();
    terminal.write('\u0003');
    expect(await ended).toBe(2);
    expect(seen.text).toContain('nothing was done');
    expect(await imported()).toEqual([]);
  });
});

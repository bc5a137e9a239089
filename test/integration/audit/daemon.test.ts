import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as pty from 'node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentCredential } from '../../../src-main/authority/credentials.ts';
import { operatorKeyIn } from '../../../src-main/authority/operator-key.ts';
import { runCommand } from '../../../src-main/base/run-command.ts';
import { createClient } from '../../../src-main/client/client.ts';
import type { AuditRecord } from '../../../src-main/contract/audit.ts';
import { auditVerification } from '../../../src-main/contract/audit.ts';
import { auditProcedures } from '../../../src-main/contract/procedures/audit.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';
import { readEnvironmentFile } from '../../../src-main/secrets/environment-file.ts';
import { tamper } from '../../support/audit-log.ts';
import { errorIn } from '../../support/command-home.ts';
import { type FakeAgents, fakeAgents } from '../../support/fake-agent.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

const sources = fileURLToPath(new URL('../../../src-main/cli/backbone.ts', import.meta.url));
const independent = fileURLToPath(new URL('../../support/verify-audit-export.py', import.meta.url));

let fakes: FakeAgents;
let daemon: TestDaemon;
beforeEach(async () => {
  fakes = await fakeAgents();
  daemon = await testDaemon({ programs: fakes.folder });
});
afterEach(async () => {
  await daemon.dispose();
  await fakes.dispose();
});

const backbone = (args: readonly string[], options: { cwd?: string; environment?: NodeJS.ProcessEnv } = {}) =>
  runCommand(process.execPath, [sources, ...args], {
    cwd: daemon.root,
    environment: daemon.environment,
    timeout: 30_000,
    ...options,
  });

async function listed(): Promise<AuditRecord[]> {
  const { records } = await daemon.client().call('audit.list', { limit: 1000 });
  return records.reverse();
}

/** Starts an agent, lets it ask, allows it, stops it. @returns the fingerprint of the question */
async function wholeLife(): Promise<string> {
  const client = daemon.client();
  await client.call('agents.start', { dir: daemon.workFolder('project'), runtime: 'claude' });
  const agent = await fakes.next();
  await agent.tell({
    do: 'show',
    scenes: [{ kind: 'dialog', dialog: { form: 'command', command: 'git push' } }],
  });
  const { questions } = await waitUntil(
    'a question is open',
    () => client.call('questions.list', {}),
    (seen) => seen.questions.length === 1,
  );
  const { fingerprint = '' } = questions[0] ?? {};
  await client.call('agents.approve', { name: 'project', fingerprint });
  await client.call('agents.stop', { name: 'project' });
  return fingerprint;
}

/** Cuts off the newest records, as someone with an editor would. */
function cutTail(): void {
  tamper(daemon.folders.auditLog, (rows) => rows.slice(0, -2));
}

test('a whole life leaves its entries, in order, with who and what and how', async () => {
  await (await daemon.start()).close();
  await daemon.start();
  const fingerprint = await wholeLife();
  await waitUntil('the end is recorded', async () => (await listed()).at(-1)?.kind === 'launch.ended');
  const records = await listed();
  expect(records.map(({ kind }) => kind)).toEqual([
    'daemon.started',
    'daemon.stopped',
    'daemon.started',
    'agent.registered',
    'launch.intended',
    'credential.issued',
    'launch.started',
    'question.asked',
    'answer.intended',
    'question.closed',
    'answer.outcome',
    'stop.requested',
    'launch.ended',
  ]);
  const found = (kind: string) => records.find((record) => record.kind === kind);
  expect(found('answer.intended')).toMatchObject({
    actor: { door: 'cli', name: null },
    agent: { name: 'project' },
    details: { fingerprint, decision: 'allow', asks: 'git push' },
  });
  const { key, shown } = found('answer.intended')?.details ?? {};
  expect(key).toBe(fakes.started[0]?.keys()[0]);
  expect(shown).toEqual(expect.arrayContaining([expect.stringContaining('git push')]));
  expect(found('answer.outcome')).toMatchObject({
    actor: { door: 'cli' },
    details: { fingerprint, outcome: 'answered', key },
  });
  const { launch } = found('launch.intended') ?? {};
  for (const kind of [
    'credential.issued',
    'launch.started',
    'question.asked',
    'stop.requested',
    'launch.ended',
  ])
    expect(found(kind)?.launch).toBe(launch);
  expect(found('credential.issued')?.details).toEqual({ variable: 'BACKBONE_API_KEY' });
  const secrets = Object.values(readEnvironmentFile(daemon.folders.environmentFile));
  for (const secret of secrets) expect(JSON.stringify(records)).not.toContain(secret);

  const { audit } = await daemon.client().call('system.status', {});
  expect(audit).toEqual({ records: records.at(-1)?.number, state: 'intact', says: null });
  const whole = await daemon.client().call('audit.verify', {});
  expect(whole).toMatchObject({ whole: true, damage: null, contents: true });
  expect((await listed()).at(-1)).toMatchObject({
    kind: 'audit.verified',
    actor: { door: 'cli' },
    details: { whole: true, contents: true, last: whole.last },
  });
});

describe('the command', () => {
  test('lists, filters, shows and verifies', async () => {
    await daemon.start();
    await daemon.client().call('settings.set', { key: 'terminal.rows', value: 50 });
    const list = await backbone(['audit', 'list', '--kind', 'setting.changed', '--since', '1h', '--json']);
    expect(list).toMatchObject({ status: 0, errors: '' });
    const { records } = procedures['audit.list'].output.parse(JSON.parse(list.output));
    expect(records).toMatchObject([
      { kind: 'setting.changed', details: { key: 'terminal.rows', value: '50' } },
    ]);
    expect((await backbone(['audit', 'list'])).output).toMatch(
      /setting\.changed +cli +key: terminal\.rows, value: 50/,
    );
    const older = await backbone(['audit', 'list', '--until', '1h']);
    expect(older).toMatchObject({ status: 0, output: '', errors: 'There is no such entry.\n' });
    const [{ number = 0 } = {}] = records;
    const show = await backbone(['audit', 'show', String(number)]);
    expect(show.output).toMatch(/^kind +setting\.changed$/m);
    expect(show.output).toContain(records[0]?.hash);
    expect(errorIn(await backbone(['audit', 'show', '999', '--json'])).code).toBe('not_found');
    const verify = await backbone(['audit', 'verify', '--contents']);
    expect([verify.status, verify.output]).toEqual([0, expect.stringContaining('The audit log is whole')]);
    expect((await backbone(['status'])).output).toMatch(/audit log +intact, records: \d+/);
  });

  test('exports privately what is verified anywhere, with and without the key', async () => {
    await daemon.start();
    const elsewhere = daemon.workFolder('elsewhere');
    const file = path.join(elsewhere, 'export.jsonl');
    const made = await backbone(['audit', 'export', '--output', file, '--json']);
    expect(JSON.parse(made.output)).toEqual({ file, records: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(elsewhere)).toEqual(['export.jsonl']);
    const again = await backbone(['audit', 'export', '--output', file, '--json']);
    expect([errorIn(again).code, again.status]).toEqual(['file_exists', 4]);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(4);
    expect((await listed()).at(-1)).toMatchObject({ kind: 'audit.exported', details: { first: 1, last: 2 } });
    expect((await backbone(['audit', 'export'])).output.trimEnd().split('\n')).toHaveLength(5);

    // Another machine: no data directory, no daemon.
    const other = {
      cwd: elsewhere,
      environment: {
        PATH: daemon.environment['PATH'],
        HOME: elsewhere,
        BACKBONE_DATA_DIR: path.join(elsewhere, 'none'),
      },
    };
    const verified = await backbone(['audit', 'verify', '--file', 'export.jsonl', '--json'], other);
    expect(verified.status).toBe(0);
    const { signer, ...rest } = auditVerification.parse(JSON.parse(verified.output));
    expect(rest).toMatchObject({ whole: true, records: 2, contents: false });
    const identity = readEnvironmentFile(daemon.folders.environmentFile)['BACKBONE_MACHINE_IDENTITY'];
    writeFileSync(path.join(elsewhere, 'key'), `# a comment\n${String(identity)}\n`);
    const opened = await backbone(
      ['audit', 'verify', '--file', file, '--key-file', 'key', '--signer', String(signer)],
      other,
    );
    expect([opened.status, opened.output]).toEqual([0, expect.stringContaining('opened, every one')]);
    expect(existsSync(path.join(elsewhere, 'none'))).toBe(false);
    const script = await runCommand('python3', [independent, file, String(signer)], { timeout: 30_000 });
    expect(script).toMatchObject({ status: 0, output: `whole: 2 records, signed by ${String(signer)}\n` });

    writeFileSync(file, readFileSync(file, 'utf8').replace(/"sealed":"..../, '"sealed":"AAAA'));
    const touched = await backbone(['audit', 'verify', '--file', 'export.jsonl'], other);
    expect([touched.status, touched.output]).toEqual([7, expect.stringContaining('Entry 1 was changed.')]);
  });

  test('archives closed segments into a file, which with a later export is one log', async () => {
    const first = await daemon.start();
    const nothing = await backbone(['audit', 'archive', 'first.jsonl', '--json']);
    expect([errorIn(nothing).code, nothing.status]).toEqual(['nothing_closed', 4]);
    expect(existsSync(path.join(daemon.root, 'first.jsonl'))).toBe(false);
    await daemon.client().call('settings.set', { key: 'terminal.rows', value: 50 });
    await first.close();
    await daemon.start();
    const young = await backbone(['audit', 'archive', 'first.jsonl', '--before', '1h', '--json']);
    expect(errorIn(young).code).toBe('nothing_closed');
    const archived = await backbone(['audit', 'archive', 'first.jsonl', '--json']);
    expect(archived).toMatchObject({ status: 0, errors: '' });
    const file = path.join(daemon.root, 'first.jsonl');
    const said = JSON.parse(archived.output) as { last: number; hash: string; digest: string };
    expect(said).toMatchObject({ file, first: 1 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(said.digest);
    const records = await listed();
    expect(records[0]?.number).toBe(said.last + 2);
    expect(records.slice(-2)).toMatchObject([
      { kind: 'audit.exported', details: { first: 1, last: said.last, hash: said.hash } },
      {
        kind: 'audit.trimmed',
        actor: { door: 'cli' },
        details: {
          first: 1,
          last: said.last,
          lastHash: said.hash,
          archive: file,
          digest: said.digest,
        },
      },
    ]);
    const again = await backbone(['audit', 'archive', 'first.jsonl', '--json']);
    expect(errorIn(again).code).toBe('nothing_closed');
    expect((await backbone(['audit', 'verify'])).output).toMatch(
      new RegExp(`The audit log is whole.*\\n[^]*goes on after +${said.hash}`),
    );
    expect((await backbone(['audit', 'export', '--output', 'rest.jsonl'])).status).toBe(0);
    const whole = await backbone(['audit', 'verify', '--file', 'first.jsonl', 'rest.jsonl']);
    expect([whole.status, whole.output]).toEqual([0, expect.stringMatching(/is whole: records 1 to \d+ /)]);
    const swapped = await backbone(['audit', 'verify', '--file', 'rest.jsonl', 'first.jsonl']);
    expect([swapped.status, swapped.errors]).toEqual([7, `This was found in ${file}\n`]);
    expect((await runCommand('python3', [independent, file], { timeout: 30_000 })).status).toBe(0);
    expect(await daemon.client().call('audit.verify', {})).toMatchObject({ whole: true });
  });

  test('takes nothing out of the log when the archive cannot be written or the act not be recorded', async () => {
    await (await daemon.start()).close();
    await daemon.start();
    const taken = path.join(daemon.root, 'taken');
    writeFileSync(taken, 'mine');
    const refused = await backbone(['audit', 'archive', taken, '--json']);
    expect([errorIn(refused).code, refused.status]).toEqual(['file_exists', 4]);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    const { default: SQLite } = await import('better-sqlite3');
    const editor = new SQLite(daemon.folders.auditLog);
    editor.exec("CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'full'); END");
    const unrecorded = await backbone(['audit', 'archive', 'kept.jsonl', '--json']);
    expect([unrecorded.status, unrecorded.output]).toEqual([6, '']);
    expect(unrecorded.errors).toMatch(/its records are still in the log[^]*record_failed/);
    editor.exec('DROP TRIGGER full');
    editor.close();
    expect((await listed())[0]?.number).toBe(2);
    const kept = await backbone(['audit', 'verify', '--file', 'kept.jsonl']);
    expect(kept.status).toBe(0);
    expect((await backbone(['audit', 'archive', 'again.jsonl'])).status).toBe(0);
    expect(await daemon.client().call('audit.verify', {})).toMatchObject({ whole: true, first: 4 });
  });

  test('follows new entries until a signal', async () => {
    await daemon.start();
    const child = spawn(process.execPath, [sources, 'audit', 'tail', '--follow', '--json'], {
      env: daemon.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ended = new Promise((resolve) =>
      child.once('close', (status, signal) => resolve([status, signal])),
    );
    const kinds = () =>
      output
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as AuditRecord).kind);
    await waitUntil('the oldest is shown', () => kinds().length > 0);
    await daemon.client().call('settings.set', { key: 'terminal.rows', value: 51 });
    await waitUntil('the new one is shown', () => kinds().length > 1);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(kinds()).toEqual(['daemon.started', 'setting.changed']);
  });
});

describe('a damaged log', () => {
  beforeEach(async () => {
    await (await daemon.start()).close();
    await (await daemon.start()).close();
  });

  test('keeps the daemon from starting, is shown by every command, and is set aside by a person alone', async () => {
    cutTail();
    await expect(daemon.start()).rejects.toThrow(
      /cut off: entry \d+ .*backbone audit verify.*backbone audit restart/,
    );
    const up = await backbone(['up', '--detach', '--json']);
    expect([errorIn(up).code, up.status]).toEqual(['audit_damaged', 7]);
    const doctor = await backbone(['doctor']);
    expect(doctor.status).toBe(6);
    expect(doctor.output).toMatch(
      /fail +audit log: The end of the log was cut off[^]*backbone audit restart/,
    );
    const verify = await backbone(['audit', 'verify', '--json']);
    expect(verify.status).toBe(7);
    expect(auditVerification.parse(JSON.parse(verify.output)).damage?.kind).toBe('truncated');
    const list = await backbone(['audit', 'list']);
    expect([list.status, list.output]).toEqual([7, expect.stringContaining('daemon.started')]);
    expect(list.errors).toMatch(/No daemon runs[^]*The audit log was touched/);

    const unasked = await backbone(['audit', 'restart']);
    expect([unasked.status, unasked.errors]).toEqual([2, expect.stringContaining('--yes')]);
    const restart = await backbone(['audit', 'restart', '--yes', '--json']);
    expect(restart).toMatchObject({ status: 0, errors: '' });
    const { setAside } = JSON.parse(restart.output) as { setAside: string[] };
    expect(setAside).toHaveLength(2);
    for (const file of setAside) expect(statSync(file).mode & 0o777).toBe(0o600);

    await daemon.start();
    const [first] = await listed();
    expect(first).toMatchObject({
      kind: 'audit.restarted',
      actor: { door: 'cli' },
      details: { damage: 'truncated', setAside },
    });
    expect(await daemon.client().call('audit.verify', {})).toMatchObject({ whole: true });
    expect((await backbone(['audit', 'restart', '--yes', '--json'])).errors).toContain('daemon_running');
  });

  test.each<[string, () => void]>([
    ['a file that is no log', () => writeFileSync(daemon.folders.auditLog, 'nothing '.repeat(2000))],
    [
      'another database of ours',
      () => writeFileSync(daemon.folders.auditLog, readFileSync(daemon.folders.database)),
    ],
    ['no file', () => rmSync(daemon.folders.auditLog)],
    ['no head', () => rmSync(daemon.folders.auditAnchor)],
    ['a head that is none', () => writeFileSync(daemon.folders.auditAnchor, 'nothing '.repeat(2000))],
    [
      'no signing key',
      () =>
        writeFileSync(
          daemon.folders.environmentFile,
          readFileSync(daemon.folders.environmentFile, 'utf8').replace(/^BACKBONE_AUDIT.*\n/m, ''),
        ),
    ],
  ])('%s is refused, found and mended too', async (_, damage) => {
    for (const side of ['-wal', '-shm']) rmSync(daemon.folders.auditLog + side, { force: true });
    damage();
    await expect(daemon.start()).rejects.toMatchObject({ code: 'audit_damaged' });
    await expect(daemon.start()).rejects.toThrow(/backbone audit restart/);
    expect((await backbone(['audit', 'verify'])).status).toBe(7);
    const doctor = await backbone(['doctor']);
    expect([doctor.status, doctor.output]).toEqual([6, expect.stringMatching(/fail +audit log: .*/)]);
    expect((await backbone(['audit', 'restart', '--yes'])).status).toBe(0);
    await daemon.start();
    expect(await daemon.client().call('audit.verify', {})).toMatchObject({ whole: true });
  });

  test.each([
    ['n\r', 4, false],
    ['\u0003', 4, false],
    ['y\r', 0, true],
  ])('is set aside on a terminal only at a yes: %j', async (answer, status, isSetAside) => {
    cutTail();
    const terminal = pty.spawn(process.execPath, [sources, 'audit', 'restart'], {
      cwd: daemon.root,
      env: daemon.environment,
    });
    let seen = '';
    terminal.onData((data) => {
      seen += data;
    });
    const left = new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    await waitUntil('it asks', () => seen.includes('[y/N]'));
    expect(seen).toContain('The end of the log was cut off');
    terminal.write(answer);
    expect(await left).toBe(status);
    const kept = readdirSync(daemon.folders.root).filter((name) => name.includes('set-aside'));
    expect(kept.length > 0).toBe(isSetAside);
  });

  test('a whole log is never set aside', async () => {
    const refused = await backbone(['audit', 'restart', '--yes', '--json']);
    expect([errorIn(refused).code, refused.status]).toEqual(['not_damaged', 4]);
    const before = statSync(daemon.folders.auditLog).ino;
    expect((await backbone(['audit', 'verify'])).status).toBe(0);
    expect(statSync(daemon.folders.auditLog).ino).toBe(before);
  });

  test('shows while the daemon runs', async () => {
    await daemon.start();
    cutTail();
    const { audit } = await daemon.client().call('system.status', {});
    expect([audit.state, audit.says]).toEqual(['damaged', expect.stringContaining('cut off')]);
    const status = await backbone(['status']);
    expect([status.status, status.output]).toEqual([0, expect.stringContaining('DAMAGED: ')]);
    expect((await backbone(['doctor'])).status).toBe(6);
  });
});

test('a log that cannot be written is told until it can be again', async () => {
  await daemon.start();
  const { auditLog } = daemon.folders;
  const { default: SQLite } = await import('better-sqlite3');
  const editor = new SQLite(auditLog);
  editor.exec("CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'full'); END");
  const client = daemon.client();
  await client.call('settings.set', { key: 'terminal.rows', value: 52 }).catch(() => undefined);
  const { audit } = await client.call('system.status', {});
  expect([audit.state, audit.says]).toEqual(['unwritable', expect.stringContaining('could not be recorded')]);
  const { checks } = await client.call('system.doctor', {});
  expect(checks).toContainEqual(expect.objectContaining({ name: 'audit log', result: 'fail' }));
  editor.exec('DROP TRIGGER full');
  editor.close();
  await client.call('settings.set', { key: 'terminal.rows', value: 53 });
  expect((await client.call('system.status', {})).audit.state).toBe('intact');
});

test('refused credentials are recorded within a bound; an agent may read nothing', async () => {
  const { address } = await daemon.start();
  const operatorKey = operatorKeyIn(readEnvironmentFile(daemon.folders.environmentFile));
  const as = (credential: string) => createClient({ address, credential });
  await daemon.client().call('agents.start', { dir: daemon.workFolder('project'), runtime: 'shell' });
  const { agent } = await daemon.client().call('agents.inspect', { name: 'project' });
  const binding = { agentId: agent.id, launchId: agent.launch?.id ?? '' };
  const own = as(agentCredential(operatorKey, binding));
  await own.call('agents.list', {});
  for (const call of [
    own.call('audit.list', {}),
    own.call('audit.show', { number: 1 }),
    own.call('audit.verify', {}),
    own.call('audit.export', {}),
    own.call('audit.closed', {}),
    own.call('audit.trim', {
      first: 1,
      last: 1,
      hash: '0'.repeat(64),
      archive: '/nowhere',
      digest: '0'.repeat(64),
    }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'forbidden' });
  const inside = { ...daemon.environment, BACKBONE_API_KEY: agentCredential(operatorKey, binding) };
  const command = await backbone(['audit', 'list', '--json'], { environment: inside });
  expect([errorIn(command).code, command.status, command.output]).toEqual(['forbidden', 5, '']);
  await daemon.client().call('agents.stop', { name: 'project' });
  await expect(own.call('agents.list', {})).rejects.toMatchObject({ code: 'unauthenticated' });
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => as(`wrong-${index}`).call('agents.list', {})),
  );

  const records = await listed();
  const refused = records.filter(({ kind }) => kind === 'credential.refused');
  expect(refused.map(({ actor, agent: of, launch, details }) => ({ actor, of, launch, details }))).toEqual([
    ...Object.keys(auditProcedures).map((procedure) => ({
      actor: { door: 'agent', name: 'project' },
      of: { id: agent.id, name: 'project' },
      launch: binding.launchId,
      details: { why: 'forbidden', procedure, unrecorded: 0 },
    })),
    {
      actor: { door: 'http', name: null },
      of: null,
      launch: null,
      details: { why: 'ended', door: 'http', claims: binding.launchId, unrecorded: 0 },
    },
  ]);
  expect(records.filter(({ kind }) => kind === 'authentication.failed')).toHaveLength(10);
  expect(JSON.stringify(records)).not.toContain('wrong-');
});

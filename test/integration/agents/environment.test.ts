import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorKeyIn } from '../../../src-main/authority/operator-key.ts';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { type Client, createClient } from '../../../src-main/client/client.ts';
import { findDaemon } from '../../../src-main/client/find-daemon.ts';
import { readEnvironmentFile, setEnvironmentValue } from '../../../src-main/secrets/environment-file.ts';
import { type LoaderGate, loaderGate } from '../../support/loader-gate.ts';
import { argumentsOf, environmentOf, liveProcesses } from '../../support/processes.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';

const ownNames = [
  'BACKBONE_API_KEY',
  'GITHUB_TOKEN',
  'GITHUB_WEBHOOK_SECRET',
  'GITHUB_APP_ID',
  'GITHUB_APP_PRIVATE_KEY_PATH',
  'TELEGRAM_TOKEN',
  'BACKBONE_DATABASE_URL',
];
/** Assigned in `.env` besides our own names. */
const assigned = ['MAIL_PASSWORD', 'Mixed_Case_9'];
const stripped = [...ownNames, ...assigned];
const theirs = { EDITOR: 'vi', ANTHROPIC_API_KEY: 'theirs', QUOTED_VALUE: `a'b"c $d\n#{e};` };
const settings = {
  TERM: 'xterm-mine',
  SHELL: '/bin/mine',
  PATH: '/bin:/usr/bin:/mine',
  MARK: 'setting-value',
};

/** Every secret of these tests has one of these words in it. */
const secretWord = /exported-|from-file-|polluted-/;

describe.each([
  { server: 'a fresh server' },
  { server: 'a server that was polluted before us', polluted: true },
])('on $server', ({ polluted = false }) => {
  const held = new Disposables();
  let gate: LoaderGate;
  let daemon: TestDaemon;
  let client: Client;
  let daemonPid: number;
  let operatorKey: string;
  let agentPid: number;
  let seen: { arguments: Set<string>; files: { file: number; folder: number }[] };

  const agentEnvironment = () => Object.fromEntries(environmentOf(agentPid) ?? []);

  beforeAll(async () => {
    gate = held.add(loaderGate());
    daemon = held.add(
      await testDaemon({
        programs: gate.folder,
        settings: { 'timing.stop_grace_seconds': 1 },
        environment: {
          ...theirs,
          ...Object.fromEntries(stripped.map((name) => [name, `exported-${name}`])),
        },
      }),
    );
    for (const name of stripped.slice(1))
      setEnvironmentValue(daemon.folders.environmentFile, name, `from-file-${name}`);
    operatorKey = operatorKeyIn(readEnvironmentFile(daemon.folders.environmentFile));
    if (polluted) {
      await daemon.tmux.run('new-session', '-d', '-s', 'before', 'exec sleep 1000');
      await daemon.tmux.run('set-environment', '-g', 'PATH', daemon.environment['PATH'] ?? '');
      for (const name of stripped) await daemon.tmux.run('set-environment', '-g', name, `polluted-${name}`);
    }
    daemonPid = await daemon.spawn();
    client = daemon.client();
    const dir = daemon.workFolder('app');
    await client.call('agents.start', { dir, runtime: 'shell' });
    await client.call('agents.set', { name: 'app', environment: settings });
    await client.call('agents.stop', { name: 'app' });

    seen = { arguments: new Set(), files: [] };
    gate.close();
    const starting = client.call('agents.launch', { name: 'app' });
    await gate.reached();
    seen.files = readdirSync(daemon.folders.launches).map((name) => ({
      file: lstatSync(path.join(daemon.folders.launches, name)).mode & 0o777,
      folder: lstatSync(daemon.folders.launches).mode & 0o777,
    }));
    gate.open();
    const looking = setInterval(() => {
      for (const { pid } of liveProcesses()) seen.arguments.add((argumentsOf(pid) ?? []).join(' '));
    }, 5);
    await starting.finally(() => clearInterval(looking));
    const { outcome, agent } = await starting;
    expect(outcome).toBe('ready');
    expect(agent.launch?.leak).toBe('clean');
    agentPid = agent.launch?.pid ?? 0;
  });
  afterAll(async () => {
    try {
      await client.call('agents.stop', { name: 'app' });
    } finally {
      await held.dispose();
    }
  });

  test('no value of .env is in the daemon’s environment', () => {
    const block = readFileSync(`/proc/${daemonPid}/environ`, 'utf8');
    expect(block).toContain('exported-MAIL_PASSWORD');
    expect(block).not.toContain('from-file-');
    expect(block).not.toContain(operatorKey);
  });

  test.each(stripped)('%s does not reach the agent', (name) => {
    if (name === 'BACKBONE_API_KEY') expect(agentEnvironment()[name]).toMatch(/^bba_/);
    else expect(agentEnvironment()).not.toHaveProperty(name);
  });

  test('no secret stands under another name either', () => {
    const block = readFileSync(`/proc/${agentPid}/environ`, 'utf8');
    expect(block).not.toMatch(secretWord);
    expect(block).not.toContain(operatorKey);
  });

  test('what else the person exported reaches it as it was', () => {
    expect(agentEnvironment()).toMatchObject({
      ...theirs,
      HOME: daemon.environment['HOME'],
      LANG: 'C.UTF-8',
    });
  });

  test('its own settings survive, TERM, SHELL and PATH too', () => {
    expect(agentEnvironment()).toMatchObject(settings);
  });

  test('it has the names that Backbone sets', () => {
    const environment = agentEnvironment();
    expect(environment).toMatchObject({
      BACKBONE_AGENT: 'app',
      BACKBONE_RUNTIME: 'shell',
      BACKBONE_STATE_DIR: daemon.folders.state,
      BACKBONE_DATA_DIR: daemon.folders.root,
    });
    expect(environment['BACKBONE_LAUNCH_ID']).toMatch(/^[0-9a-f]{32}$/);
    expect(environment['BACKBONE_OPERATION_ID']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a pane that a person opens later has none of the names, nor our credential', async () => {
    const opened = await daemon.tmux.run(
      ...['split-window', '-d', '-P', '-F', '#{pane_id} #{pane_pid}', '-t', '=app:', 'exec sleep 1000'],
    );
    const [pane = '', pid = ''] = opened.split(' ');
    const later = environmentOf(Number(pid));
    expect(later?.size).toBeGreaterThan(3);
    expect(stripped.filter((name) => later?.has(name))).toEqual([]);
    expect([...(later?.values() ?? [])].join('\n')).not.toMatch(secretWord);
    await daemon.tmux.run('kill-pane', '-t', pane);
  });

  test('no value is in any process’s arguments, in the pane’s command or in what tmux shows', async () => {
    const credential = agentEnvironment()['BACKBONE_API_KEY'] ?? '';
    const shown = [
      await daemon.tmux.run('display-message', '-p', '-t', '=app:', '#{pane_start_command}'),
      await daemon.tmux.run('show-environment', '-t', '=app'),
      polluted ? '' : await daemon.tmux.run('show-environment', '-g'),
      ...seen.arguments,
    ].join('\n');
    expect(seen.arguments.size).toBeGreaterThan(10);
    expect(shown).toContain('launch');
    for (const value of [operatorKey, credential, settings.MARK, 'from-file-', 'exported-'])
      expect(shown).not.toContain(value);
  });

  test('the file of the launch was private, and is gone', () => {
    expect(seen.files).toEqual([{ file: 0o600, folder: 0o700 }]);
    expect(readdirSync(daemon.folders.launches)).toEqual([]);
  });

  test('its credential is an agent’s, and dies with the launch', async () => {
    const credential = agentEnvironment()['BACKBONE_API_KEY'] ?? '';
    const { address } = findDaemon(daemon.folders);
    const asAgent = createClient({ address, credential });
    expect((await asAgent.call('agents.list', {})).agents.map(({ name }) => name)).toEqual(['app']);
    await expect(asAgent.call('settings.set', { key: 'terminal.columns', value: 100 })).rejects.toMatchObject(
      { code: 'forbidden' },
    );
    const refused = await fetch(`${address}/api/settings/terminal.columns`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: '{"value":100}',
    });
    expect(refused.status).toBe(403);
    await client.call('agents.stop', { name: 'app' });
    await expect(asAgent.call('agents.list', {})).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

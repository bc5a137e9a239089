import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../src-main/base/version.ts';
import type { OutputOf } from '../../../src-main/contract/procedures.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { sampleAgent, sampleQuestion } from '../../support/contract-samples.ts';
import { type ServedCommand, servedCommand } from '../../support/served-command.ts';

const asking = sampleAgent({
  name: 'zeta',
  dir: '/projects/日本語',
  questionId: 'question-1',
  reading: { ...sampleAgent().reading, state: 'waiting_for_human', reason: 'permission' },
});
const question = sampleQuestion({ agent: 'zeta' });
const agents = [sampleAgent(), asking];
const receipt: OutputOf<'agents.approve'> = {
  questionId: 'question-1',
  agent: 'zeta',
  decision: 'allow',
  by: { door: 'cli', name: null },
  at: 1_700_000_000_000,
  key: 'Enter',
  alreadyAnswered: false,
};
const inspection: OutputOf<'agents.inspect'> = {
  agent: asking,
  question,
  attach: ['tmux', '-L', 'backbone', 'attach-session', '-t', '=zeta:'],
  processes: [{ pid: 4242, command: 'claude' }],
};
const status: OutputOf<'system.status'> = {
  version: '1.2.3',
  pid: 99,
  startedAt: 1_700_000_000_000,
  address: 'http://127.0.0.1:7120',
  dataDirectory: '/home/someone/.local/share/backbone',
  host: 'desk',
  tmux: { version: '3.4', socket: 'backbone', sessions: 2 },
  agents: { total: 2, needsYou: 1, working: 0, idle: 1, offline: 0 },
  questions: 1,
  audit: { records: 12, state: 'intact', says: null },
};
const record: OutputOf<'audit.show'>['record'] = {
  number: 12,
  at: 1_700_000_000_000,
  kind: 'answer.intended',
  actor: { door: 'panel', name: null },
  agent: { id: 'agent-1', name: 'app' },
  launch: 'launch-1',
  details: { decision: 'allow', shown: ['Do you want to proceed?'] },
  hash: 'ab'.repeat(32),
};
const entries: OutputOf<'audit.list'> = { records: [record], next: null, newest: 12, damage: null };
const entry: OutputOf<'audit.show'> = { record, previous: 'cd'.repeat(32), segment: 1 };
const verification: OutputOf<'audit.verify'> = {
  whole: true,
  damage: null,
  records: 12,
  first: 1,
  last: 12,
  hash: 'ab'.repeat(32),
  contents: false,
  previous: null,
  against: ['anchor'],
  signer: 'cd'.repeat(32),
};
const setting: OutputOf<'settings.set'> = {
  key: 'backbone.port',
  value: 7121,
  default: 7120,
  meaning: 'Port the daemon listens on.',
  takesEffect: 'next daemon start',
};
const runtimes: OutputOf<'runtimes.list'> = {
  runtimes: [
    {
      id: 'claude',
      label: 'Claude Code',
      program: 'claude',
      installed: false,
      version: null,
      install: 'npm install -g it',
      capabilities: { approve: { supported: true, verifiedOn: '2.1.0', note: null } },
    },
  ],
};
const stopped: OutputOf<'agents.stop'> = {
  agent: sampleAgent(),
  outcome: 'stopped',
  ended: [{ pid: 7, command: 'claude' }],
};
const screen = { lines: ['one', '', 'three'], columns: 80, rows: 24 };
const set = { agent: sampleAgent(), warnings: ['TOKEN looks like a secret.'] };

let bundle: BundledCommand;
let command: ServedCommand;
beforeAll(async () => {
  bundle = await bundledCommand();
  command = await servedCommand(bundle.entry, {
    'agents.list': async () => ({ agents }),
    'agents.inspect': async () => inspection,
    'agents.approve': async () => receipt,
    'agents.deny': async () => ({ ...receipt, decision: 'deny', key: 'Escape' }),
    'agents.stop': async () => stopped,
    'agents.set': async () => set,
    'agents.rename': async ({ to }) => ({ agent: sampleAgent({ name: to }) }),
    'agents.forget': async ({ name }) => ({ name }),
    'agents.screen': async () => screen,
    'system.status': async () => status,
    'audit.list': async () => entries,
    'audit.show': async () => entry,
    'audit.verify': async () => verification,
    'runtimes.list': async () => runtimes,
    'settings.list': async () => ({ settings: [setting] }),
    'settings.set': async () => setting,
    'settings.unset': async () => ({ ...setting, value: 7120 }),
  });
});
afterAll(async () => {
  await command.dispose();
  await bundle.dispose();
});

/** Every command: its words, the contract's object, and a text that people must find. */
const cases: [words: string, object: unknown, shown: RegExp][] = [
  ['status', status, /agents +2: 1 need you/],
  ['runtimes', runtimes, /claude is not installed +approve \(on 2\.1\.0\) +npm install -g it/],
  ['agent list', { agents }, /zeta +needs you: permission/],
  ['agent inspect zeta', inspection, /hook +\d+ d ago +idle +The turn has ended\./],
  ['agent screen zeta', screen, /^one\n\nthree\n$/],
  ['agent approve zeta', receipt, /asks to run[^]*touch proof\.txt[^]*Allowed, once\./],
  ['agent deny zeta', { ...receipt, decision: 'deny', key: 'Escape' }, /Denied\. The dialog is gone/],
  ['agent stop app', stopped, /^app has ended/],
  ['agent set app --model opus', set, /takes effect at the next start/],
  ['agent rename app beta', { agent: sampleAgent({ name: 'beta' }) }, /now called beta/],
  ['agent forget app', { name: 'app' }, /app is forgotten/],
  ['agent attach zeta', { attach: inspection.attach }, /^$/],
  ['audit list', entries, /12 +2023-11-14T22:13:20Z +answer\.intended +app +panel +decision: allow/],
  ['audit show 12', entry, /shown\n +Do you want to proceed\?/],
  ['audit tail', record, /^ +12 +2023-11-14T22:13:20Z +answer\.intended +app +by panel +decision: allow\n$/],
  ['audit verify', verification, /The audit log is whole: records 1 to 12 \(12\)/],
  ['config list', { settings: [setting] }, /backbone\.port +7121 +next daemon start +Port/],
  ['config get backbone.port', setting, /^7121\n$/],
  ['config set backbone.port 7121', setting, /^backbone\.port is 7121\n$/],
  ['config unset backbone.port', { ...setting, value: 7120 }, /^backbone\.port is 7120 again\n$/],
  ['version', { version }, /^\d+\.\d+\.\d+\n$/],
];

describe('every command', () => {
  it.each(cases)('%s prints the contract’s object with --json, and nothing else', async (words, object) => {
    const { status: exit, output } = await command.run([...words.split(' '), '--json']);
    expect(JSON.parse(output)).toEqual(object);
    expect(exit).toBe(0);
  });

  it.each(cases)('%s says it to people, without escapes where nobody looks', async (words, _, shown) => {
    const { output } = await command.run(words.split(' '));
    expect(output).toMatch(shown);
    expect(output).not.toContain('\u001B');
  });
});

describe('what commands send', () => {
  it('narrows the audit log as it was asked for', async () => {
    command.server.reached.length = 0;
    const filter = ['--agent', 'app', '--actor', 'tray', '--kind', 'launch.ended'];
    await command.run(['audit', 'list', ...filter, '--since', '2026-01-31', '--before', '9', '--limit', '5']);
    await command.run(['audit', 'verify', '--contents']);
    expect(command.server.reached.map(({ input }) => input)).toEqual([
      {
        agent: 'app',
        door: 'tray',
        kind: 'launch.ended',
        since: Date.UTC(2026, 0, 31),
        before: 9,
        limit: 5,
      },
      { contents: true },
    ]);
  });

  it.each([
    ['audit list --kind nothing'],
    ['audit list --since yesterday'],
    ['audit show 0'],
    ['audit verify --key-file k'],
    ['audit verify --file f --contents'],
    ['audit export --force'],
    ['audit restart'],
  ])('refuses %s before anything is sent', async (words) => {
    command.server.reached.length = 0;
    const { status: exit, output } = await command.run(words.split(' '));
    expect([exit, output, command.server.reached]).toEqual([2, '', []]);
  });

  it('binds an answer to the dialog that it prints, or to the one that was named', async () => {
    command.server.reached.length = 0;
    await command.run(['agent', 'approve', 'zeta']);
    await command.run(['agent', 'deny', 'zeta', '--fingerprint', 'beef']);
    const sent = command.server.reached.filter(({ name }) => /approve|deny/.test(name));
    expect(sent.map(({ input }) => input)).toEqual([
      { name: 'zeta', fingerprint: 'f00d', always: false },
      { name: 'zeta', fingerprint: 'beef' },
    ]);
    expect(sent[0]?.caller?.actor).toEqual({ door: 'cli', name: null });
  });

  it('changes just what was given', async () => {
    command.server.reached.length = 0;
    const { errors } = await command.run([
      'agent',
      'set',
      'app',
      '--no-model',
      '--env',
      'A=1=2',
      '--env',
      'B=',
    ]);
    await command.run(['agent', 'set', 'app', '--no-env', '--dir', 'sub/..', '--runtime', 'shell']);
    expect(command.server.reached.map(({ input }) => input)).toEqual([
      { name: 'app', model: null, environment: { A: '1=2', B: '' } },
      { name: 'app', environment: {}, dir: path.join(command.folder), runtime: 'shell' },
    ]);
    expect(errors).toContain('TOKEN looks like a secret.');
  });

  it.each([
    ['7121', 7121],
    ['true', true],
    ['null', null],
    ['[1,"a"]', [1, 'a']],
    ['False', 'False'],
    ['plain words', 'plain words'],
  ])('sends the setting %j as %j', async (text, value) => {
    command.server.reached.length = 0;
    await command.run(['config', 'set', 'backbone.port', text]);
    expect(command.server.reached.at(-1)?.input).toEqual({ key: 'backbone.port', value });
  });

  it('orders people’s lists by who needs them, and keeps columns under each other', async () => {
    const { output } = await command.run(['agent', 'list']);
    const lines = output.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['AGENT', 'zeta', 'app']);
    expect(new Set(lines.map((line) => line.search(/FOLDER|\/projects/))).size).toBe(1);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as pty from 'node-pty';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome, errorIn } from '../../support/command-home.ts';
import { watched } from '../../support/engine-run.ts';
import { type TestDaemon, testDaemon } from '../../support/test-daemon.ts';
import { waitUntil } from '../../support/wait-until.ts';

const value = 'sk-3f9c0a77-made-up-for-this-test';
const passphrase = 'a passphrase of a stranger';

let bundle: BundledCommand;
beforeAll(async () => {
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());

let home: CommandHome;
let agent: string;
beforeEach(() => {
  home = commandHome(bundle.entry);
  agent = path.join(home.folder, 'agent');
  mkdirSync(agent);
});
afterEach(() => home.dispose());

/** Runs the command in the agent's folder. */
function inAgent(
  args: readonly string[],
  { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
): Promise<CommandResult> {
  return runCommand(process.execPath, [bundle.entry, ...args], {
    cwd: agent,
    environment: { ...home.environment, ...environment },
    input,
    timeout: 30_000,
  });
}

async function done(args: readonly string[], options?: Parameters<typeof inAgent>[1]): Promise<string> {
  const { status, errors, output } = await inAgent(args, options);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${errors}`);
  return output;
}

/** A lock of this machine that holds one key and asks for another. */
async function ownLock(): Promise<void> {
  await done(['lock', 'init', '--key', 'OTHER_TOKEN', '--tone', 'dry']);
  await done(['lock', 'edit', '--hold', 'MODEL_API_KEY'], { input: value });
}

/** A lock that was sealed elsewhere, which a passphrase opens. */
async function strangersLock(): Promise<void> {
  const other = commandHome(bundle.entry);
  try {
    mkdirSync(path.join(other.folder, 'agent'));
    const sealed = await runCommand(
      'sh',
      [
        '-c',
        'exec "$@" 3<<.\n' + passphrase + '\n.\n',
        'sh',
        ...[process.execPath, bundle.entry, 'lock', 'init', '--folder', path.join(other.folder, 'agent')],
        ...['--passphrase-fd', '3', '--key', 'MODEL_API_KEY=to ask\u001b[2J the model'],
      ],
      { environment: other.environment, timeout: 30_000 },
    );
    expect(sealed.errors).toBe('');
    cpSync(path.join(other.folder, 'agent', 'agent.lock'), path.join(agent, 'agent.lock'));
  } finally {
    await other.dispose();
  }
}

function onTerminal(args: readonly string[], environment: Record<string, string> = {}) {
  return watched(
    pty.spawn(process.execPath, [bundle.entry, ...args], {
      cols: 200,
      rows: 50,
      cwd: agent,
      env: { ...home.environment, TERM: 'xterm-256color', ...environment },
    }),
  );
}

const show = [
  'sh',
  '-c',
  'echo "$MODEL_API_KEY|$OTHER_TOKEN|$AGENT_TONE|$BACKBONE_INJECTED|$AGENT_MASTER_KEY"; exit 23',
];

describe('a run in a folder without a lock', () => {
  it('just runs', async () => {
    const { status, output, errors } = await inAgent(['run', '--', ...show], {
      environment: { AGENT_MASTER_KEY: 'secret', OTHER_TOKEN: 'mine' },
    });
    expect([status, output, errors]).toEqual([23, '|mine|||\n', '']);
    expect(readdirSync(agent)).toEqual([]);
  });

  it('hands every word after the program on', async () => {
    const output = await done(['run', 'printf', '%s\\n', 'a b', '$HOME', '--json', '--mask', '--', '-x']);
    expect(output).toBe('a b\n$HOME\n--json\n--mask\n--\n-x\n');
  });

  it('has nothing to allow', async () => {
    const { status } = await inAgent(['run', '--allow', 'A_KEY', 'true']);
    expect(status).toBe(20);
  });

  it('tells what cannot be run', async () => {
    expect((await inAgent(['run', 'no-such-program'])).status).toBe(127);
    expect((await inAgent(['run', '/etc/passwd'])).status).toBe(126);
  });
});

describe('a run where nobody can be asked', () => {
  it('gets nothing that nobody allowed, also not what is set, and says how to allow it', async () => {
    await ownLock();
    const { status, output, errors } = await inAgent(['run', ...show], {
      environment: { OTHER_TOKEN: 'mine' },
    });
    expect([status, output]).toEqual([28, '']);
    expect(errors).toContain('--allow OTHER_TOKEN --allow MODEL_API_KEY');
    expect(errors).not.toContain(value);
    const asked = await inAgent(['run', '--no-ask', '--json', ...show]);
    expect(errorIn(asked).code).toBe('consent_needed');
  });

  it('gets what the command line allows; what it does not, it does not have', async () => {
    await ownLock();
    const refused = await inAgent(['run', '--allow', 'MODEL_API_KEY', ...show]);
    expect([refused.status, refused.output]).toEqual([23, `${value}||dry|MODEL_API_KEY|\n`]);
    expect(refused.errors).toContain('OTHER_TOKEN is not given: It is nowhere.');
    const both = await inAgent(['run', '--allow-all', '--mask', ...show], {
      environment: { OTHER_TOKEN: 'mine' },
    });
    expect([both.status, both.output, both.errors]).toEqual([
      23,
      '[hidden MODEL_API_KEY]|[hidden OTHER_TOKEN]|dry|OTHER_TOKEN,MODEL_API_KEY|\n'.replace(
        'OTHER_TOKEN,MODEL_API_KEY',
        both.output.split('|')[3] ?? '',
      ),
      '',
    ]);
    expect(both.output.split('|')[3]?.split(',').sort()).toEqual(['MODEL_API_KEY', 'OTHER_TOKEN']);
  });

  it('may not allow what the lock does not ask for', async () => {
    await ownLock();
    const { status, errors } = await inAgent(['run', '--allow', 'THIRD_KEY', 'true']);
    expect([status, errors]).toEqual([2, expect.stringContaining('does not ask for THIRD_KEY')]);
  });

  it.each(['fd', 'file'])('hands keys over by %s', async (how) => {
    await ownLock();
    const script = {
      fd: 'cat <&"$BACKBONE_SECRETS_FD"; echo "$MODEL_API_KEY"',
      file: 'cat "$CREDENTIALS_DIRECTORY/MODEL_API_KEY"; echo "$MODEL_API_KEY"',
    }[how];
    const output = await done(['run', '--inject', how, '--allow-all', 'sh', '-c', script ?? '']);
    const document = { version: 1, keys: { MODEL_API_KEY: value }, personality: { tone: 'dry' } };
    expect(output).toBe(`${how === 'fd' ? JSON.stringify(document) : value}\n`);
  });

  it('shows keys, sources and what is said of them, never a value', async () => {
    await ownLock();
    const environment = { OTHER_TOKEN: 'mine-and-secret', BACKBONE_INJECTED: 'OUTER_KEY' };
    const shown: unknown = JSON.parse(await done(['run', '--dry-run', '--json', 'x'], { environment }));
    expect(shown).toMatchObject({
      lock: { standing: 'own', personality: ['tone'] },
      injected: ['OUTER_KEY'],
    });
    expect(shown).toHaveProperty(
      'keys',
      expect.arrayContaining([
        expect.objectContaining({ name: 'MODEL_API_KEY', source: 'lock', allowed: false }),
        expect.objectContaining({ name: 'OTHER_TOKEN', source: 'environment', allowed: false }),
      ]),
    );
    const text = await done(['run', '--dry-run', 'x'], { environment });
    expect(text).toMatch(/MODEL_API_KEY +lock +to be allowed/);
    expect(text).toContain('has injected already: OUTER_KEY');
    expect(text + JSON.stringify(shown)).not.toMatch(/mine-and-secret|3f9c0a77/);
  });

  it('takes nothing from a lock of a stranger before its digest is named', async () => {
    await strangersLock();
    const environment = { AGENT_MASTER_KEY: passphrase, MODEL_API_KEY: 'mine' };
    const refused = await inAgent(['run', '--allow-all', ...show], { environment });
    expect([refused.status, refused.output]).toEqual([28, '']);
    const digest = /--accept-lock ([0-9a-f]{64})/.exec(refused.errors)?.[1] ?? '';
    const other = await inAgent(
      ['run', '--accept-lock', digest.replace(/./, (c) => (c === '0' ? '1' : '0')), ...show],
      { environment },
    );
    expect(other.status).not.toBe(23);
    const accepted = await inAgent(['run', '--accept-lock', digest, '--allow-all', ...show], { environment });
    expect([accepted.status, accepted.output]).toEqual([23, 'mine|||MODEL_API_KEY|\n']);
    const again = await inAgent(['run', '--allow-all', ...show], { environment });
    expect(again.status).toBe(23);
  });

  it('says that a passphrase is needed', async () => {
    await strangersLock();
    expect((await inAgent(['run', ...show])).status).toBe(26);
  });
});

describe('a run on a terminal', () => {
  it('asks before the program begins, in words, and keeps what was allowed for good', async () => {
    await ownLock();
    const run = onTerminal(['run', '--mask', ...show]);
    await run.shows('sh would get MODEL_API_KEY from the lock, in its environment.');
    run.terminal.write('perhaps\r');
    await run.shows('Answer with one of: once, always, deny.');
    run.terminal.write('always\r');
    expect(await run.ended).toBe(23);
    expect(run.seen.text).toContain('[hidden MODEL_API_KEY]||dry|');
    const { status, output } = await inAgent(['run', '--no-ask', ...show]);
    expect([status, output]).toEqual([23, `${value}||dry|MODEL_API_KEY|\n`]);
  });

  it('takes away what is refused, also from the environment', async () => {
    await ownLock();
    const run = onTerminal(['run', ...show], { MODEL_API_KEY: 'mine' });
    await run.shows('MODEL_API_KEY from your environment');
    run.terminal.write('d\r');
    expect(await run.ended).toBe(23);
    expect(run.seen.text).toContain('||dry||');
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('ends with 130 by %s at the question, and the program never began', async (_key, key) => {
    await ownLock();
    const run = onTerminal(['run', 'sh', '-c', 'touch begun']);
    await run.shows('Allow it?');
    run.terminal.write(key);
    expect(await run.ended).toBe(130);
    expect(readdirSync(agent)).toEqual(['agent.lock']);
  });

  it('explains a lock of a stranger, without what could act on the terminal', async () => {
    await strangersLock();
    const run = onTerminal(['run', 'sh', '-c', 'touch begun'], { MODEL_API_KEY: 'mine' });
    await run.shows('Passphrase');
    run.terminal.write(`${passphrase}\r`);
    await run.shows('Use it as it is? (yes, no)');
    expect(run.seen.text).toContain('nobody has accepted it yet');
    expect(run.seen.text).toContain('MODEL_API_KEY');
    expect(run.seen.text).not.toContain('\u001b[2J the');
    expect(run.seen.text).not.toContain(passphrase);
    run.terminal.write('n\r');
    expect(await run.ended).toBe(29);
    expect(readdirSync(agent)).toEqual(['agent.lock']);
  });

  it('leaves what is typed after the questions to the program', async () => {
    await ownLock();
    const run = onTerminal(['run', 'sh', '-c', 'echo begun; read -r line; echo "got $line"']);
    await run.shows('Allow it?');
    run.terminal.write('once\r');
    await run.shows('begun');
    run.terminal.write('hello\r');
    await run.shows('got hello');
    expect(await run.ended).toBe(0);
  });
});

describe('a run beside a daemon', () => {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await testDaemon();
  });
  afterEach(() => daemon.dispose());

  it('waits for an answer that is given elsewhere, with pipes alone', async () => {
    await daemon.start();
    const folder = daemon.workFolder('piped');
    const options = { cwd: folder, environment: daemon.environment, timeout: 30_000 };
    const command = (...args: string[]) => runCommand(process.execPath, [bundle.entry, ...args], options);
    expect((await command('lock', 'init', '--key', 'MODEL_API_KEY=to ask')).status).toBe(0);
    const child = spawn(process.execPath, [bundle.entry, 'run', 'sh', '-c', 'cat; printf "$MODEL_API_KEY"'], {
      cwd: folder,
      env: { ...daemon.environment, MODEL_API_KEY: value },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const seen = { output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen.errors += text;
    });
    child.stdin.end('input ');
    const questions = await waitUntil(
      'it asks',
      async () => (await daemon.client().call('questions.list', {})).questions,
      (found) => found.length === 1,
    );
    expect(questions[0]).toMatchObject({
      kind: 'key',
      agentId: null,
      subject: { form: 'key', key: 'MODEL_API_KEY', source: 'environment', program: 'sh', why: 'to ask' },
    });
    await waitUntil(
      'it says that it waits',
      () => seen.errors.includes('MODEL_API_KEY in the panel'),
      undefined,
      {
        within: 15_000,
      },
    );
    expect(seen.output).toBe('');
    await daemon.client().call('questions.answer', {
      id: questions[0]?.id ?? '',
      fingerprint: questions[0]?.fingerprint ?? '',
      decision: 'allow',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(seen.output).toBe(`input ${value}`);
    const log = readFileSync(daemon.folders.auditLog);
    expect(log.includes(value)).toBe(false);
  });
});

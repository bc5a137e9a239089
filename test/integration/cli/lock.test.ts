import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { lockView } from '../../../src-main/contract/lock.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome, errorIn } from '../../support/command-home.ts';
import { servedCommand } from '../../support/served-command.ts';

const secret = 'made-up-value-of-a-key';
const oldKey = 'correct horse battery staple';
const samples = path.join(import.meta.dirname, '../../fixtures/backpack-1.0');

let bundle: BundledCommand;
beforeAll(async () => {
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());

let home: CommandHome;
beforeEach(() => {
  home = commandHome(bundle.entry);
  mkdirSync(path.join(home.folder, 'agent'));
});
afterEach(() => home.dispose());

const inFolder = ['--folder', 'agent'];
const lockFile = (): string => path.join(home.folder, 'agent', 'agent.lock');

/** Runs a command that must succeed. */
async function done(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const result = await home.run(args, environment);
  if (result.status !== 0) throw new Error(`${args.join(' ')}: ${result.errors}`);
  expect(result.output + result.errors).not.toContain(secret);
  return result;
}

async function json(args: readonly string[], environment: Record<string, string> = {}): Promise<unknown> {
  return JSON.parse((await done([...args, '--json'], environment)).output);
}

async function view(environment: Record<string, string> = {}) {
  return lockView.parse(await json(['lock', 'show', ...inFolder], environment));
}

/** Runs the command with `input`, and with `descriptor` open as number 3. */
function piped(
  args: readonly string[],
  { input = '', descriptor }: { input?: string; descriptor?: string },
): Promise<CommandResult> {
  const command = [process.execPath, bundle.entry, ...args];
  const options = { cwd: home.folder, environment: home.environment, input, timeout: 30_000 };
  if (descriptor === undefined) return runCommand(command[0] ?? '', command.slice(1), options);
  const file = path.join(home.folder, 'descriptor');
  writeFileSync(file, descriptor);
  return runCommand('sh', ['-c', 'exec "$@" 3<descriptor', 'sh', ...command], options);
}

describe('a lock of this machine', () => {
  it('is sealed, changed and shown without any value', async () => {
    writeFileSync(path.join(home.folder, 'prompt'), 'You are careful.\n');
    await done([
      ...['lock', 'init', ...inFolder, '--key', 'MODEL_API_KEY=to ask the model', '--key', 'OTHER_TOKEN'],
      ...['--system-prompt-file', 'prompt', '--tone', 'dry'],
    ]);
    expect(await view()).toMatchObject({
      standing: 'own',
      personality: { system_prompt: 'You are careful.\n', tone: 'dry' },
      credentials: [
        { name: 'MODEL_API_KEY', is: 'asked', why: 'to ask the model' },
        { name: 'OTHER_TOKEN', is: 'asked', why: null },
      ],
    });
    const held = await piped(
      ['lock', 'edit', ...inFolder, '--hold', 'MODEL_API_KEY', '--drop', 'OTHER_TOKEN'],
      {
        input: `${secret}\n`,
      },
    );
    expect([held.status, held.errors]).toEqual([0, '']);
    expect((await view()).credentials).toEqual([
      { name: 'MODEL_API_KEY', is: 'held', why: 'to ask the model' },
    ]);
    const shown = await done(['lock', 'show', ...inFolder]);
    expect(shown.output).toMatch(/own: sealed on this machine[\s\S]*MODEL_API_KEY +held[\s\S]*careful/);
    await done(['lock', 'edit', ...inFolder, '--release', 'MODEL_API_KEY']);
    expect((await view()).credentials[0]?.is).toBe('asked');
  });

  it('takes a value from a descriptor, and never from the arguments', async () => {
    await done(['lock', 'init', ...inFolder]);
    const held = await piped(['lock', 'edit', ...inFolder, '--hold', 'A_KEY', '--from-fd', '3'], {
      descriptor: secret,
    });
    expect(held.status).toBe(0);
    for (const args of [
      ['--key', `A_KEY=${secret}`],
      ['--hold', 'A_KEY', secret],
      ['--hold', `A_KEY=${secret}`],
    ]) {
      const refused = await home.run(['lock', 'edit', ...inFolder, ...args, '--json']);
      expect(refused.status).toBe(2);
      expect(refused.errors + refused.output).not.toContain(secret);
    }
    const run = await done([
      'run',
      ...inFolder,
      '--allow-all',
      'sh',
      '-c',
      'test "$A_KEY" = "$(cat descriptor)"',
    ]);
    expect(run.status).toBe(0);
  });

  it('has a personality that is shown and changed', async () => {
    await done(['lock', 'init', ...inFolder, '--tone', 'dry']);
    writeFileSync(path.join(home.folder, 'prompt'), 'Be a duck.');
    const personality = await json([
      ...['config', 'personality', ...inFolder, '--set', 'tone=a=b', '--set-file', 'system_prompt=prompt'],
    ]);
    expect(personality).toEqual({ personality: { tone: 'a=b', system_prompt: 'Be a duck.' } });
    const piping = await piped(
      ['config', 'personality', ...inFolder, '--set-file', 'likes=-', '--unset', 'tone'],
      {
        input: 'ponds',
      },
    );
    expect(piping.output).toBe('system_prompt\n  Be a duck.\nlikes\n  ponds\n');
    expect((await home.run(['config', 'personality', ...inFolder, '--set', 'tone'])).status).toBe(2);
  });

  it('has a memory of JSON', async () => {
    await done(['lock', 'init', ...inFolder]);
    await done(['memory', 'set', 'count', '1', ...inFolder]);
    await piped(['memory', 'set', 'text', ...inFolder], { input: '"two\\u001b[2J"' });
    await done(['memory', 'merge', '{"count": {"a": [null]}, "more": true}', ...inFolder]);
    expect(JSON.parse((await done(['memory', 'get', ...inFolder])).output)).toEqual({
      count: { a: [null] },
      text: 'two\u001b[2J',
      more: true,
    });
    expect((await done(['memory', 'get', 'text', ...inFolder])).output).toBe('"two\\u001b[2J"\n');
    expect((await home.run(['memory', 'get', 'nothing', ...inFolder])).status).toBe(3);
    expect((await home.run(['memory', 'set', 'x', 'no json', ...inFolder])).status).toBe(2);
    expect((await home.run(['memory', 'merge', '[1]', ...inFolder])).status).toBe(2);
    expect((await home.run(['memory', 'clear', ...inFolder])).status).toBe(2);
    await done(['memory', 'clear', 'count', ...inFolder]);
    await done(['memory', 'clear', '--all', ...inFolder]);
    expect(await json(['memory', 'get', ...inFolder])).toEqual({ memory: {} });
  });
});

describe('a lock for others', () => {
  it('is shared, unshared and rotated', async () => {
    const friend = await identityToRecipient(await generateX25519Identity());
    await done(['lock', 'init', ...inFolder, '--to', friend]);
    const sealedTo = async (): Promise<readonly string[]> => {
      const { sealedTo: to } = await view();
      return to.is === 'recipients' ? to.recipients.map(({ recipient }) => recipient) : [];
    };
    expect(await sealedTo()).toContain(friend);
    const before = readFileSync(lockFile(), 'utf8');
    await done(['lock', 'rotate', ...inFolder]);
    expect(readFileSync(lockFile(), 'utf8')).not.toBe(before);
    expect(await sealedTo()).toHaveLength(2);
    await done(['lock', 'unshare', friend, ...inFolder]);
    expect(await sealedTo()).toHaveLength(1);
    await done(['lock', 'share', friend, ...inFolder]);
    await done(['lock', 'rotate', ...inFolder, '--only-this-machine']);
    expect(await sealedTo()).toHaveLength(1);
    const identity = await generateX25519Identity();
    const wrong = await home.run(['lock', 'init', '--to', identity, '--json']);
    expect([wrong.status, wrong.errors.includes(identity)]).toEqual([2, false]);
  });

  it('opens by its passphrase, and has a status of its own for each way of not opening', async () => {
    const sealed = await piped(['lock', 'init', ...inFolder, '--passphrase-fd', '3'], {
      descriptor: 'open sesame',
    });
    expect([sealed.status, sealed.errors]).toEqual([0, '']);
    const show = ['lock', 'show', ...inFolder, '--json'];
    expect((await view({ AGENT_MASTER_KEY: 'open sesame' })).sealedTo).toEqual({ is: 'passphrase' });
    expect((await home.run(show)).status).toBe(26);
    expect((await home.run(show, { AGENT_MASTER_KEY: 'wrong' })).status).toBe(22);
    expect((await home.run(['lock', 'show'])).status).toBe(20);
    writeFileSync(lockFile(), 'nothing of ours');
    expect((await home.run(show)).status).toBe(23);
  });

  it('opens by an age identity in AGENT_MASTER_KEY', async () => {
    const identity = await generateX25519Identity();
    await done(['lock', 'init', ...inFolder, '--to', await identityToRecipient(identity)]);
    const elsewhere = commandHome(bundle.entry);
    try {
      cpSync(path.join(home.folder, 'agent'), path.join(elsewhere.folder, 'agent'), { recursive: true });
      const show = ['lock', 'show', ...inFolder, '--json'];
      expect((await elsewhere.run(show)).status).toBe(21);
      const opened = await elsewhere.run(show, { AGENT_MASTER_KEY: identity });
      expect(lockView.parse(JSON.parse(opened.output)).standing).toBe('new');
    } finally {
      await elsewhere.dispose();
    }
  });

  it('is accepted only as it was looked at', async () => {
    await done(['lock', 'init', ...inFolder, '--key', 'A_KEY', '--tone', 'dry']);
    mkdirSync(path.join(home.folder, 'moved'));
    copyFileSync(lockFile(), path.join(home.folder, 'moved', 'agent.lock'));
    const moved = ['--folder', 'moved'];
    const status = await done(['lock', 'status', ...moved]);
    expect(status.output).toMatch(/not accepted yet[\s\S]*Asks for A_KEY[\s\S]*lock accept --digest/);
    expect((await done(['lock', 'diff', ...moved])).output).toContain('dry');
    expect((await home.run(['lock', 'accept', ...moved])).status).toBe(2);
    expect((await home.run(['lock', 'accept', ...moved, '--digest', '0'.repeat(64)])).status).toBe(4);
    const { digest } = lockView.parse(await json(['lock', 'show', ...moved]));
    await done(['lock', 'accept', ...moved, '--digest', digest]);
    expect((await done(['lock', 'status', ...moved])).output).toContain('accepted');
    expect((await done(['lock', 'diff', ...moved, '--against', lockFile()])).output).toBe(
      'Nothing is different.\n',
    );
  });
});

describe('a lock of Backpack 1.0', () => {
  it('is told by name, looked into, and migrated', async () => {
    copyFileSync(path.join(samples, 'own-key.lock'), lockFile());
    expect((await home.run(['lock', 'show', ...inFolder])).status).toBe(27);
    const migrate = ['lock', 'migrate', ...inFolder];
    expect(errorIn(await home.run([...migrate, '--json'])).code).toBe('wrong_key');
    const environment = { AGENT_MASTER_KEY: oldKey };
    const dry = await home.run([...migrate, '--dry-run'], environment);
    expect(dry.output).toMatch(/TWITTER_TOKEN[\s\S]*Nothing was changed/);
    expect(dry.output).not.toContain('tw-real-value-0001');
    await home.run([...migrate, '--keep-backup'], environment);
    expect((await view()).credentials).toHaveLength(2);
    expect(readdirSync(path.join(home.folder, 'agent'))).toHaveLength(2);
  });

  it('counts as leaked when anyone can open it', async () => {
    copyFileSync(path.join(samples, 'default-key.lock'), lockFile());
    const { output } = await done(['lock', 'migrate', ...inFolder, '--json']);
    expect(JSON.parse(output)).toMatchObject({ openedWith: 'published', backup: null });
    const wrongKey = await piped(['lock', 'migrate', ...inFolder, '--old-key-fd', '3'], { descriptor: 'x' });
    expect(wrongKey.status).not.toBe(0);
  });
});

describe('a process of an agent', () => {
  it('has its own memory, and no lock', async () => {
    const asked: unknown[] = [];
    const command = await servedCommand(bundle.entry, {
      'memory.read': async (input) => {
        asked.push(input);
        return { memory: { a: 1 } };
      },
    });
    try {
      const environment = { BACKBONE_API_KEY: command.server.agentKey, AGENT_MASTER_KEY: 'x' };
      expect((await command.run(['memory', 'get', 'a'], environment)).output).toBe('1\n');
      expect(asked).toEqual([{ unlock: {}, name: 'a' }]);
      expect((await command.run(['memory', 'get', '--folder', '.'], environment)).status).toBe(2);
      for (const args of [
        ...[
          ['lock', 'show'],
          ['lock', 'init'],
          ['lock', 'edit', '--drop', 'A'],
          ['lock', 'migrate'],
        ],
        ...[['config', 'personality'], ['template', 'use', 'chat'], ['quickstart'], ['demo']],
      ])
        expect([args, (await command.run(args, environment)).status]).toEqual([args, 5]);
      expect(existsSync(path.join(command.folder, 'chat'))).toBe(false);
    } finally {
      await command.dispose();
    }
  });
});

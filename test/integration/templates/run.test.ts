import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { type CommandResult, runCommand } from '../../../src-main/base/run-command.ts';
import { findTemplate, listTemplates } from '../../../src-main/templates/catalog.ts';
import { useTemplate } from '../../../src-main/templates/use-template.ts';
import { messagesServer } from '../../support/messages-server.ts';
import { requirePackage } from '../../support/require-package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const assets = path.resolve('assets');
const interpreters: Readonly<Record<string, string>> = {
  python: requirePackage('python3'),
  javascript: process.execPath,
  typescript: process.execPath,
  shell: 'sh',
};
const secret = 'made-up-value-of-a-key';
const nastyName = 'My "Agent"\n$(touch hacked) `touch hacked` \'""" \u001b[31m';

let resources: Disposables;
let root: string;
beforeEach(() => {
  resources = new Disposables();
  root = resources.add(temporaryFolder('template')).path;
});
afterEach(() => resources.dispose());

type Environment = Readonly<Record<string, string>>;

/** Runs a template's program, standing in `cwd`. */
function run(
  template: string,
  args: readonly string[],
  {
    environment = {},
    input = '',
    cwd = root,
    document,
  }: { environment?: Environment; input?: string; cwd?: string; document?: string } = {},
): Promise<CommandResult> {
  const found = findTemplate(assets, template);
  const folder = path.join(root, 'agent');
  useTemplate(found, folder, nastyName);
  const program = [interpreters[found.language] ?? '', path.join(folder, found.entry), ...args];
  const base = { PATH: process.env['PATH'] ?? '', HOME: root, LANG: 'C.UTF-8', ...environment };
  // A shell opens the descriptor, as `backbone run --inject fd` does.
  return document === undefined
    ? runCommand(program[0] ?? '', program.slice(1), { cwd, input, environment: base })
    : runCommand('sh', ['-c', 'exec "$@" 9<"$DOCUMENT"', 'sh', ...program], {
        cwd,
        input,
        environment: { ...base, BACKBONE_SECRETS_FD: '9', DOCUMENT: document },
      });
}

/** What the three ways of handing over a key look like to a program. */
function handed(
  way: 'env' | 'fd' | 'file',
  name: string,
  value: string,
): { environment: Environment; document?: string } {
  if (way === 'env') return { environment: { [name]: value } };
  if (way === 'file') {
    const folder = path.join(root, 'credentials');
    mkdirSync(folder);
    writeFileSync(path.join(folder, name), value);
    return { environment: { CREDENTIALS_DIRECTORY: folder } };
  }
  const document = path.join(root, 'document');
  writeFileSync(document, JSON.stringify({ version: 1, keys: { [name]: value }, personality: {} }));
  return { environment: {}, document };
}

/** A repository with two commits, a tag after the first, and a change that is not committed. */
async function repository(): Promise<string> {
  const folder = path.join(root, 'repository');
  mkdirSync(folder);
  const git = async (...args: readonly string[]): Promise<void> => {
    const result = await runCommand(
      requirePackage('git'),
      ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args],
      {
        cwd: folder,
        environment: { PATH: process.env['PATH'] ?? '', HOME: root },
      },
    );
    if (result.status !== 0) throw new Error(result.errors);
  };
  const file = path.join(folder, 'a.js');
  writeFileSync(file, 'one();\n');
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'Begin');
  await git('tag', 'v1');
  writeFileSync(file, 'one();\ntwo();\n');
  await git('commit', '-qam', 'Add two');
  writeFileSync(file, 'one();\ntwo();\nconsole.log(1);\n');
  return folder;
}

const page =
  '<h1>News</h1><script>alert(1)</script><p>The river rose by two metres within a single night. The river is back in its bed now.</p>';

/** How each template is run, and what it says with and without its key. */
const cases: Readonly<
  Record<
    string,
    () => Promise<{ args: string[]; input?: string; cwd?: string; alone: RegExp; status?: number }>
  >
> = {
  chat: async () => ({ args: [], input: 'hello\n', alone: /^$/, status: 3 }),
  summarise: async () => {
    const file = path.join(root, 'page.html');
    writeFileSync(file, page);
    return { args: [file], alone: /- The river rose by two metres/ };
  },
  'code-review': async () => ({ args: [], cwd: await repository(), alone: /a\.js:3: left from debugging/ }),
  'release-notes': async () => ({ args: [], cwd: await repository(), alone: /^## New\n\n- Add two\n$/ }),
  'test-doctor': async () => ({
    args: ['sh', '-c', 'echo fine; echo "FAILED one" >&2; exit 4'],
    alone: /ended with status 4\.\nFAILED one/,
    status: 4,
  }),
};

it('knows how to run every template that asks a model', () => {
  const names = listTemplates(assets).map(({ name }) => name);
  expect([...Object.keys(cases), 'log-watch'].toSorted()).toEqual(names);
});

describe.each(Object.entries(cases))('%s', (name, prepare) => {
  it('says what is missing and does what it can without', async () => {
    const { alone, status = 0, args, ...more } = await prepare();
    const result = await run(name, args, more);
    expect(result.errors).toContain(
      'ANTHROPIC_API_KEY is missing. Keep it with: backbone key add ANTHROPIC_API_KEY',
    );
    expect(result.output).toMatch(alone);
    expect(result.status).toBe(status);
  });

  it.each(['env', 'fd', 'file'] as const)('finds its key by %s and never shows it', async (way) => {
    const server = resources.add(await messagesServer(secret, 'The answer\u001b[2J of a model'));
    const { args, status = 0, ...more } = await prepare();
    const given = handed(way, 'ANTHROPIC_API_KEY', secret);
    const result = await run(name, args, {
      ...more,
      ...given,
      environment: {
        ...given.environment,
        ANTHROPIC_BASE_URL: server.address,
        AGENT_SYSTEM_PROMPT: 'Be a duck.',
        AGENT_TONE: 'quacking',
      },
    });
    expect(result.errors).not.toContain('missing');
    expect(result.output).toContain('The answer');
    expect(result.output).not.toContain('\u001b[2J');
    expect(result.output + result.errors).not.toContain(secret);
    expect(result.status).toBe(name === 'chat' ? 0 : status);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.system).toContain('Be a duck.\nTone: quacking');
  });

  it('says when the model refuses or cannot be reached', async () => {
    const server = resources.add(await messagesServer('another', ''));
    const { args, ...more } = await prepare();
    const environment = { ANTHROPIC_API_KEY: secret, ANTHROPIC_BASE_URL: server.address };
    const refused = await run(name, args, { ...more, environment });
    expect(refused.errors).toContain('The model refused (HTTP 401).');
    expect(refused.errors).not.toContain(secret);
    expect(refused.status).not.toBe(0);
  });
});

describe('log-watch', () => {
  const log = 'all is well\nerror 17: disk\nerror 18: disk\nfatal: "quoted" \\ $(touch hacked)\u001b[2J\n';

  it('tells each kind of trouble once', async () => {
    const { output, errors, status } = await run('log-watch', [], { input: log });
    expect(output).toBe(
      'error 17: disk\nfatal: "quoted" \\ $(touch hacked)[2J\nLines that speak of trouble: 3\n',
    );
    expect(errors).toContain('ALERT_WEBHOOK_URL is missing.');
    expect(status).toBe(0);
  });

  it.each(['env', 'file'] as const)('sends it to the webhook that it finds by %s', async (way) => {
    requirePackage('curl');
    const sent: unknown[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => sent.push([request.url, JSON.parse(text)]));
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    resources.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/secret-part`;
    const result = await run('log-watch', [], { input: log, ...handed(way, 'ALERT_WEBHOOK_URL', url) });
    expect(sent).toEqual([
      ['/secret-part', { text: 'error 17: disk' }],
      ['/secret-part', { text: 'fatal: "quoted" \\ $(touch hacked)[2J' }],
    ]);
    expect(result.output + result.errors).not.toContain('secret-part');
  });

  it('says that it cannot read a descriptor, and refuses an address that is none', async () => {
    const fd = await run('log-watch', [], handed('fd', 'ALERT_WEBHOOK_URL', 'http://127.0.0.1/'));
    expect(fd.errors).toContain('--inject file');
  });

  it('refuses an address that would be more than one', async () => {
    const environment = { ALERT_WEBHOOK_URL: 'http://127.0.0.1/"\noutput = "x' };
    const result = await run('log-watch', [], { input: log, environment });
    expect([result.status, result.output]).toEqual([2, '']);
  });
});

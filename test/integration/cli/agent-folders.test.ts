import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { type CommandHome, commandHome, errorIn } from '../../support/command-home.ts';
import { zipOf } from '../../support/zip-writer.ts';

let bundle: BundledCommand;
beforeAll(async () => {
  bundle = await bundledCommand();
});
afterAll(() => bundle.dispose());

let home: CommandHome;
beforeEach(() => {
  home = commandHome(bundle.entry);
});
afterEach(() => home.dispose());

const at = (...parts: readonly string[]): string => path.join(home.folder, ...parts);

describe('templates', () => {
  it('are listed and shown', async () => {
    expect((await home.run(['template', 'list'])).output).toMatch(/TEMPLATE[\s\S]*chat[\s\S]*test-doctor/);
    const listed: unknown = JSON.parse((await home.run(['template', 'list', '--json'])).output);
    expect(listed).toMatchObject({ templates: { length: 6 } });
    const shown = await home.run(['template', 'show', 'log-watch']);
    expect(shown.output).toContain('ALERT_WEBHOOK_URL');
    expect((await home.run(['template', 'show', '../chat'])).status).toBe(3);
  });

  it('become an agent with a lock that runs, whatever its name is', async () => {
    const name = 'My "Agent"\n$(touch hacked)\u001b[2J';
    const used = await home.run(['template', 'use', 'summarise', 'pages', '--name', name]);
    expect([used.status, used.errors]).toEqual([0, '']);
    expect(used.output).not.toContain('\u001b');
    expect(used.output).toContain('backbone key add ANTHROPIC_API_KEY');
    expect(JSON.parse(readFileSync(at('pages', 'agent.json'), 'utf8'))).toEqual({
      name,
      template: 'summarise',
    });
    const text = 'The river rose by two metres within a single night. ';
    writeFileSync(at('text'), text.repeat(2));
    const ran = await home.run(['run', '--folder', 'pages', '--no-ask', 'pages/agent.py', 'text']);
    expect([ran.status, ran.output]).toEqual([0, `## text\n- ${text.trim()}\n`]);
    expect(readdirSync(home.folder)).not.toContain('hacked');
  });

  it('leave a folder alone that is not empty, and nothing behind when the lock cannot be sealed', async () => {
    mkdirSync(at('full'));
    writeFileSync(at('full', 'mine'), '');
    expect((await home.run(['template', 'use', 'chat', 'full'])).status).toBe(4);
    expect(readdirSync(at('full'))).toEqual(['mine']);
    const wrong = `age1${'q'.repeat(58)}`;
    expect((await home.run(['template', 'use', 'chat', 'new', '--to', wrong])).status).not.toBe(0);
    expect(readdirSync(home.folder)).not.toContain('new');
  });
});

describe('quickstart', () => {
  it('without a terminal makes what the options say', async () => {
    expect((await home.run(['quickstart'])).status).toBe(2);
    const made = await home.run(['quickstart', '--template', 'chat', '--folder', 'a b', '--json']);
    expect(JSON.parse(made.output)).toMatchObject({
      folder: at('a b'),
      name: 'a b',
      lock: { standing: 'own' },
      keysKept: [],
      keysMissing: ['ANTHROPIC_API_KEY'],
      next: `cd '${at('a b')}' && backbone run agent.py`,
    });
    const none = await home.run(['quickstart', '--template', 'chat', '--folder', 'c', '--key', 'OTHER_KEY']);
    expect(none.status).toBe(2);
    expect(readdirSync(home.folder)).not.toContain('c');
  });

  it('makes nothing when a key cannot be kept', async () => {
    const args = [
      'quickstart',
      '--template',
      'chat',
      '--key',
      'ANTHROPIC_API_KEY',
      '--from-fd',
      '0',
      '--json',
    ];
    expect((await home.run(args)).status).not.toBe(0);
    expect(readdirSync(home.folder)).not.toContain('chat');
  });
});

describe('export and import', () => {
  it('carry an agent over, its lock as it was sealed', async () => {
    await home.run(['template', 'use', 'log-watch', 'watch']);
    writeFileSync(at('watch', '.env'), 'SECRET=1');
    const out = await home.run(['export', 'watch']);
    expect(out.output).toMatch(/^Exported 5 files to .*watch\.zip\nLeft out:\n {2}\.env: may hold keys\n/);
    expect(statSync(at('watch.zip')).mode & 0o777).toBe(0o600);
    expect(errorIn(await home.run(['export', 'watch', '--json'])).code).toBe('file_exists');
    expect((await home.run(['export', 'watch', '--force'])).status).toBe(0);
    const back = await home.run(['import', 'watch.zip', 'again']);
    expect(back.errors).toContain('lock show --folder');
    expect(readFileSync(at('again', 'agent.lock'))).toEqual(readFileSync(at('watch', 'agent.lock')));
    expect(statSync(at('again', 'agent.sh')).mode & 0o777).toBe(0o700);
    expect(errorIn(await home.run(['import', 'watch.zip', 'again', '--json'])).code).toBe('file_exists');
    expect((await home.run(['import', 'watch.zip', 'again', '--force'])).status).toBe(0);
  });

  it('do not put the archive into itself', async () => {
    mkdirSync(at('agent'));
    writeFileSync(at('agent', 'a'), 'a');
    const args = ['export', 'agent', 'agent/out.zip', '--force', '--json'];
    await home.run(args);
    expect(JSON.parse((await home.run(args)).output)).toMatchObject({ files: ['a'], leftOut: [] });
    expect(readdirSync(at('agent'))).toEqual(['a', 'out.zip']);
  });

  it('refuse a zip that would write elsewhere', async () => {
    writeFileSync(at('bad.zip'), zipOf([{ name: '../out', data: 'x' }]));
    expect(errorIn(await home.run(['import', 'bad.zip', '--json'])).code).toBe('unsafe_archive');
    expect(readdirSync(home.folder)).toEqual(['bad.zip']);
  });

  it('leave nothing of an export that failed', async () => {
    mkdirSync(at('empty'));
    expect((await home.run(['export', 'empty'])).status).toBe(2);
    expect(readdirSync(home.folder)).toEqual(['empty']);
  });
});

describe('demo and tutorial', () => {
  const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('backbone-demo-'));

  it('show that a key arrives, never its value, and leave nothing', async () => {
    const folder = at('tmp');
    mkdirSync(folder);
    const result = await home.run(['demo'], { TMPDIR: folder });
    expect(result.output).toMatch(
      /^The program got DEMO_API_KEY, a value of 24 characters, and a tone: cheerful\.\n/,
    );
    expect(result.status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    const kept = await home.run(['demo', '--keep', '--json'], { TMPDIR: folder });
    expect(JSON.parse(kept.output)).toMatchObject({ key: 'DEMO_API_KEY', got: true, kept: true });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('are printed where there is no terminal', async () => {
    const before = leftovers();
    const text = await home.run(['tutorial']);
    expect(text.output).toMatch(/^1\. [\s\S]*backbone lock share/);
    const told = JSON.parse((await home.run(['tutorial', '--json'])).output) as { steps: unknown[] };
    expect(told.steps.length).toBeGreaterThan(3);
    expect(readdirSync(home.folder)).toEqual([]);
    expect(leftovers()).toEqual(before);
  });
});

describe('info and status', () => {
  it('say what is there, and make nothing', async () => {
    const environment = { BACKBONE_DATA_DIR: at('data') };
    const none: unknown = JSON.parse((await home.run(['info', '--json'], environment)).output);
    expect(none).toMatchObject({ dataDirectory: at('data'), backend: { name: null } });
    expect(readdirSync(home.folder)).toEqual([]);
    await home.run(['lock', 'init'], environment);
    const some: unknown = JSON.parse((await home.run(['info', '--json'], environment)).output);
    expect(some).toMatchObject({ backend: { name: 'sealed_file' } });
  });

  it('tell of the lock of the folder also without a daemon, and never fail because of it', async () => {
    await home.run(['lock', 'init']);
    const status = await home.run(['status']);
    expect(status.errors).toMatch(/^agent\.lock: own: sealed on this machine; keys: 0\nbackbone: No daemon/);
    writeFileSync(at('agent.lock'), 'no lock');
    expect((await home.run(['status'])).errors).toMatch(/^agent\.lock: [\s\S]*\nbackbone: No daemon/);
    expect(errorIn(await home.run(['status', '--json'])).code).toBe('daemon_unreachable');
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = await extractDepcruiseOptions(path.join(root, '.dependency-cruiser.mjs'));
const tree = temporaryFolder('layers');
afterAll(() => tree.dispose());

/** `rule from -> to`, one for each broken rule. */
async function violationsIn(baseDir: string, folders: readonly string[]): Promise<readonly string[]> {
  const { output } = await cruise([...folders], { ...options, baseDir, validate: true });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name} ${from} -> ${to}`);
}

/** One break for each rule: the file, and what it imports. */
const breaks: Readonly<Record<string, readonly [string, string]>> = {
  'room-contract': ['src-main/contract/x.ts', '../base/y.ts'],
  'room-base': ['src-main/base/x.ts', '../tmux/y.ts'],
  'room-practice': ['src-main/practice/x.ts', '../tmux/y.ts'],
  'room-storage': ['src-main/storage/x.ts', '../audit/y.ts'],
  'room-tmux': ['src-main/tmux/x.ts', '../terminal/y.ts'],
  'room-runtimes': ['src-main/runtimes/x.ts', '../agents/y.ts'],
  'room-backpack': ['src-main/backpack/x.ts', '../lock/y.ts'],
  'room-lock': ['src-main/lock/x.ts', '../audit/y.ts'],
  'room-run': ['src-main/run/x.ts', '../lock/y.ts'],
  'room-templates': ['src-main/templates/x.ts', '../lock/y.ts'],
  'room-archive': ['src-main/archive/x.ts', '../lock/y.ts'],
  'room-consent': ['src-main/consent/x.ts', '../agents/y.ts'],
  'room-vault': ['src-main/vault/x.ts', '../audit/y.ts'],
  'room-secrets': ['src-main/secrets/x.ts', '../storage/y.ts'],
  'room-authority': ['src-main/authority/x.ts', '../api/y.ts'],
  'room-settings': ['src-main/settings/x.ts', '../agents/y.ts'],
  'room-audit': ['src-main/audit/x.ts', '../approvals/y.ts'],
  'room-terminal': ['src-main/terminal/x.ts', '../agents/y.ts'],
  'room-agents': ['src-main/agents/x.ts', '../approvals/y.ts'],
  'room-approvals': ['src-main/approvals/x.ts', '../api/y.ts'],
  'room-api': ['src-main/api/x.ts', '../daemon/y.ts'],
  'room-daemon': ['src-main/daemon/x.ts', '../cli/y.ts'],
  'room-client': ['src-main/client/x.ts', '../daemon/y.ts'],
  'room-cli': ['src-main/cli/x.ts', '../agents/y.ts'],
  'room-desktop': ['src-main/desktop/x.ts', '../cli/y.ts'],
  'room-without-row': ['src-main/attic/x.ts', '../base/y.ts'],
  'contract-zod-only': ['src-main/contract/node.ts', 'node:fs'],
  'electron-in-desktop-only': ['src-main/api/electron.ts', 'electron'],
  'keytar-in-vault-only': ['src-main/secrets/keytar.ts', 'keytar'],
  'sqlite-in-storage-only': ['src-main/agents/sqlite.ts', 'better-sqlite3'],
  'processes-in-few-places': ['src-main/agents/spawn.ts', 'node:child_process'],
  'renderer-sees-contract-and-bridge': ['src-renderer/x.ts', '../src-main/base/y.ts'],
  'renderer-without-node': ['src-renderer/node.ts', 'node:path'],
  'preload-sees-contract': ['src-preload/x.ts', '../src-main/base/y.ts'],
  'panel-code-stays-in-the-panel': ['src-main/desktop/panel.ts', '../../src-renderer/y.ts'],
  'preload-names-in-desktop-only': ['src-main/api/bridge.ts', '../../src-preload/y.ts'],
  'hooks-import-nothing': ['hooks/x.ts', 'node:fs'],
  'practice-imports-base-alone': ['src-main/practice/z.ts', '../../scripts/y.ts'],
  'product-without-tools': ['src-main/base/tools.ts', '../../scripts/y.ts'],
  'no-circle': ['src-main/base/circle.ts', './circle-too.ts'],
};

describe('the layers', () => {
  test('hold in the house', async () => {
    const folders = ['src-main', 'src-preload', 'src-renderer', 'hooks', 'scripts', 'bench', 'test'];
    expect(await violationsIn(root, folders)).toEqual([]);
  });

  test('are all broken once below', () => {
    const { rules } = z
      .object({ rules: z.array(z.object({ name: z.string(), comment: z.string().min(20) })) })
      .parse({ rules: options.ruleSet?.forbidden });
    expect(Object.keys(breaks).sort()).toEqual(rules.map(({ name }) => name).sort());
  });

  const broken = async (): Promise<readonly string[]> => {
    const write = (file: string, content: string): void => {
      mkdirSync(path.dirname(path.join(tree.path, file)), { recursive: true });
      writeFileSync(path.join(tree.path, file), content);
    };
    write(
      'package.json',
      JSON.stringify({ dependencies: { electron: '1', keytar: '1', 'better-sqlite3': '1' } }),
    );
    write('src-main/base/circle-too.ts', "import './circle.ts';\nexport {};\n");
    for (const name of ['electron', 'keytar', 'better-sqlite3']) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      write(`node_modules/${name}/index.js`, '');
    }
    for (const [file, target] of Object.values(breaks)) {
      if (target.startsWith('../')) write(path.join(path.dirname(file), target), 'export {};\n');
      write(file, `import '${target}';\nexport {};\n`);
    }
    return violationsIn(tree.path, ['src-main', 'src-preload', 'src-renderer', 'hooks', 'scripts']);
  };
  const violations = broken();

  test.each(Object.entries(breaks))('%s is seen to fail', async (rule, [file, target]) => {
    const named = path.basename(target).replace(/^node:/, '');
    const seen = (await violations).filter((line) => line.startsWith(`${rule} `) && line.includes(file));
    expect(seen.join('\n')).toContain(named);
  });
});

// Installs the real agent programs that test/agents drives, each pinned, by npm into a cache folder outside of the
// project's own dependencies.
//
//   node scripts/install-agents.ts               fails when one cannot be installed
//   node scripts/install-agents.ts --for-tests   says so loudly, and leaves failing to the tests that need it
//
// BACKBONE_AGENTS_CACHE names another cache folder.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { runCommand } from '../src-main/base/run-command.ts';

/** One program to install; another agent is one more row. */
interface PinnedAgent {
  readonly program: string;
  readonly package: string;
  readonly version: string;
  /** Optional dependency that holds the program for this machine; npm leaves it out in silence when it cannot be had. */
  readonly platformPackage: string | null;
}

export const pinnedAgents: readonly PinnedAgent[] = [
  {
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    platformPackage: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  },
  {
    program: 'codex',
    package: '@openai/codex',
    version: '0.171.0',
    platformPackage: `@openai/codex-${process.platform}-${process.arch}`,
  },
];

/** Longest wait for another installation of the same cache, and for npm: minutes on a slow line. */
const patience = 10 * 60_000;

function cacheFolder(): string {
  return path.resolve(
    process.env['BACKBONE_AGENTS_CACHE'] ?? fileURLToPath(new URL('../.cache/agents', import.meta.url)),
  );
}

function folderOf(agent: PinnedAgent): string {
  return path.join(cacheFolder(), `${agent.program}-${agent.version}`);
}

function programIn(folder: string, agent: PinnedAgent): string {
  return path.join(folder, 'node_modules', '.bin', agent.program);
}

/** Null when the program in `folder` is whole and of the pinned version, else what is wrong with it. */
async function defectOf(folder: string, agent: PinnedAgent): Promise<string | null> {
  const { platformPackage, version } = agent;
  if (!existsSync(programIn(folder, agent))) return 'it is not installed';
  if (platformPackage !== null && !existsSync(path.join(folder, 'node_modules', platformPackage))) {
    return `npm left out ${platformPackage}, which holds the program for this machine`;
  }
  const told = await runCommand(programIn(folder, agent), ['--version'], {
    environment: { PATH: process.env['PATH'], HOME: folder },
    timeout: 30_000,
  });
  if (told.status === 0 && told.output.split(/\s/).includes(version)) return null;
  return `--version says "${(told.output + told.errors).trim()}" where ${version} is pinned`;
}

async function install(agent: PinnedAgent): Promise<void> {
  const target = folderOf(agent);
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [agent.package]: agent.version },
    allowScripts: { [agent.package]: true },
  };
  writeFileSync(path.join(fresh, 'package.json'), JSON.stringify(manifest, null, 2));
  const npm = await runCommand('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fresh,
    // The project itself lets no package run code at its installation, and npm hands that on; the agents may.
    environment: { ...process.env, npm_config_ignore_scripts: 'false' },
    timeout: patience,
  });
  if (npm.status !== 0) throw new Error(`npm install failed:\n${npm.errors.trim()}`);
  const defect = await defectOf(fresh, agent);
  if (defect !== null) throw new Error(`Installed, but ${defect}.`);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

/** Makes sure of one agent; `say` hears one line a step. Rejects when it cannot be installed. */
async function ensureAgent(agent: PinnedAgent, say: (line: string) => void): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  // The lock lives exactly as long as this process, however it ends.
  const lock = new Database(path.join(cacheFolder(), 'install.lock'), { timeout: patience });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    if ((await defectOf(folderOf(agent), agent)) === null) return;
    say(`${agent.program}: installing ${agent.package}@${agent.version} from npm into ${folderOf(agent)}`);
    await install(agent);
    say(`${agent.program}: ${agent.version} is ready`);
  } finally {
    lock.close();
  }
}

/**
 * Absolute path of an installed agent's program.
 * @throws an Error that says how to install it.
 */
export function requireAgent(program: string): string {
  const agent = pinnedAgents.find((row) => row.program === program);
  if (agent === undefined) throw new Error(`There is no row for ${program} in scripts/install-agents.ts.`);
  const file = programIn(folderOf(agent), agent);
  if (existsSync(file)) return file;
  throw new Error(
    `This test needs ${agent.package}@${agent.version}: run "npx node scripts/install-agents.ts".`,
  );
}

async function main(): Promise<void> {
  const forTests = process.argv.includes('--for-tests');
  for (const agent of pinnedAgents) {
    try {
      await ensureAgent(agent, console.log);
    } catch (error) {
      console.error(`${agent.program}: ${error instanceof Error ? error.message : String(error)}`);
      if (forTests) console.error(`WARNING: the tests that need ${agent.program} will fail.`);
      else process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main();

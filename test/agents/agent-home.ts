import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireAgent } from '../../scripts/install-agents.ts';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import { requirePackage } from '../support/require-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface AgentHome extends Disposable {
  /** Absolute path of the real program. */
  readonly program: string;
  /** The whole environment in which it runs offline, without login or first-run questions. */
  readonly environment: Readonly<Record<string, string>>;
  /** The throw-away HOME. */
  readonly home: string;
  /** A git repository with one commit. */
  readonly project: string;
  dispose(): Promise<void>;
}

/** What a program needs to run offline: files below HOME, by name, and variables. */
export interface AgentNeeds {
  readonly files: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes a HOME and a project for a real agent program. */
export async function agentHome(
  name: string,
  needs: (home: string, project: string) => AgentNeeds,
): Promise<AgentHome> {
  const program = requireAgent(name);
  const folder = temporaryFolder(name);
  const home = path.join(folder.path, 'home');
  const project = path.join(folder.path, 'project');
  const temporary = path.join(folder.path, 'tmp');
  for (const each of [home, project, temporary]) mkdirSync(each);
  const { files, environment } = needs(home, project);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), content);
  }
  const base: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USER: 'tester',
    SHELL: '/bin/sh',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    TMPDIR: temporary,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
    NO_PROXY: '127.0.0.1',
  };
  await makeRepository(project, base);
  return {
    program,
    home,
    project,
    environment: { ...base, ...environment },
    dispose: () => folder.dispose(),
  };
}

async function makeRepository(project: string, environment: Record<string, string>): Promise<void> {
  writeFileSync(path.join(project, 'README.md'), '# Project under test\n');
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@localhost'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'Begin'],
  ]) {
    const git = await runCommand(requirePackage('git'), args, { cwd: project, environment });
    if (git.status !== 0) throw new Error(`git ${args.join(' ')}: ${git.errors}`);
  }
}

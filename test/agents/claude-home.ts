import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireAgent } from '../../scripts/install-agents.ts';
import type { Disposable } from '../../src-main/base/disposable.ts';
import { runCommand } from '../../src-main/base/run-command.ts';
import { requirePackage } from '../support/require-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A made-up key; Claude Code knows an approved one by its last 20 characters. */
const key = 'sk-ant-api03-scripted-0000000000000000000000000000';

export interface ClaudeHome extends Disposable {
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

export interface ClaudeHomeOptions {
  /** Port of the model server. */
  readonly port: number;
  /** False: the question whether the folder is trusted comes up at the start. Default: true. */
  readonly trusted?: boolean;
  /** False: the question whether the key may be used comes up at the start. Default: true. */
  readonly keyApproved?: boolean;
}

/** Makes a HOME and a project for the real Claude Code, against the model server at `port`. */
export async function claudeHome({
  port,
  trusted = true,
  keyApproved = true,
}: ClaudeHomeOptions): Promise<ClaudeHome> {
  const program = requireAgent('claude');
  const folder = temporaryFolder('claude');
  const home = path.join(folder.path, 'home');
  const project = path.join(folder.path, 'project');
  const temporary = path.join(folder.path, 'tmp');
  for (const each of [home, project, temporary]) mkdirSync(each);

  const settings = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '99.0.0',
    theme: 'dark',
    numStartups: 5,
    autoUpdates: false,
    officialMarketplaceAutoInstallAttempted: true,
    customApiKeyResponses: { approved: keyApproved ? [key.slice(-20)] : [], rejected: [] },
    projects: {
      [project]: {
        hasTrustDialogAccepted: trusted,
        hasCompletedProjectOnboarding: true,
        projectOnboardingSeenCount: 4,
      },
    },
  };
  writeFileSync(path.join(home, '.claude.json'), JSON.stringify(settings));

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
    environment: {
      ...base,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_MODEL: 'claude-sonnet-4-6',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    },
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

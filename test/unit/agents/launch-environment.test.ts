import { expect, test } from 'vitest';
import {
  type LaunchFacts,
  launchEnvironment,
  reservedNames,
} from '../../../src-main/agents/launch-environment.ts';
import { nothingGranted } from '../../../src-main/consent/grant.ts';
import { agentRecord } from '../../support/agent-records.ts';

const facts: LaunchFacts = {
  agent: agentRecord('app'),
  launchId: 'launch-1',
  operationId: 'operation-1',
  credential: 'bba_credential',
  stateFolder: '/data/state',
  dataFolder: '/data',
  grant: nothingGranted,
};
const ours = {
  BACKBONE_API_KEY: 'bba_credential',
  BACKBONE_AGENT: 'app',
  BACKBONE_RUNTIME: 'claude',
  BACKBONE_STATE_DIR: '/data/state',
  BACKBONE_LAUNCH_ID: 'launch-1',
  BACKBONE_OPERATION_ID: 'operation-1',
  BACKBONE_DATA_DIR: '/data',
};

function withSettings(environment: Record<string, string>): LaunchFacts {
  return { ...facts, agent: agentRecord('app', { environment }) };
}

test('what the person exported reaches the agent, whatever it sounds like; a stripped name does not', () => {
  const inherited = {
    ANTHROPIC_API_KEY: 'theirs',
    EDITOR: 'vi',
    EMPTY: '',
    GITHUB_TOKEN: 'ours',
    MINE: 'in .env',
  };
  expect(launchEnvironment(facts, inherited, ['GITHUB_TOKEN', 'MINE'])).toEqual({
    ANTHROPIC_API_KEY: 'theirs',
    EDITOR: 'vi',
    EMPTY: '',
    ...ours,
  });
});

test('what belongs to the daemon’s own terminal is left out, and so is a name that no shell can export', () => {
  const inherited = {
    TMUX: '/tmp/x,1,0',
    TMUX_PANE: '%3',
    TERM: 'dumb',
    PWD: '/elsewhere',
    SHLVL: '4',
    _: '/bin/x',
    'BASH_FUNC_ls%%': '() { :; }',
    'a-b': '1',
    GONE: undefined,
  };
  expect(launchEnvironment(facts, inherited, [])).toEqual(ours);
});

test('the agent’s settings stand above what is inherited, TERM, SHELL and PATH too, and may give a stripped name back', () => {
  const settings = { TERM: 'xterm', SHELL: '/bin/other', PATH: '/only', GITHUB_TOKEN: 'its own' };
  const given = launchEnvironment(withSettings(settings), { PATH: '/usr/bin', SHELL: '/bin/sh' }, [
    'GITHUB_TOKEN',
  ]);
  expect(given).toEqual({ ...settings, ...ours });
});

test('neither the settings nor the daemon’s environment replace a name of ours', () => {
  const forged = Object.fromEntries(reservedNames.map((name) => [name, 'forged']));
  expect(launchEnvironment(withSettings(forged), forged, [])).toEqual(ours);
});

test('what a person allowed is added, also under a stripped name; what was refused comes from nowhere', () => {
  const grant = {
    ...nothingGranted,
    values: { GITHUB_TOKEN: 'allowed', MODEL_KEY: 'allowed too' },
    without: [{ name: 'REFUSED', why: 'A person did not allow it.' }],
    personality: { system_prompt: 'Be brief.', tone: 'dry', other: 'only carried' },
  };
  const inherited = { REFUSED: 'exported', GITHUB_TOKEN: 'ours', AGENT_MASTER_KEY: 'ours' };
  const environment = launchEnvironment({ ...withSettings({ REFUSED: 'set' }), grant }, inherited, [
    'GITHUB_TOKEN',
    'AGENT_MASTER_KEY',
  ]);
  expect(environment).toEqual({
    ...ours,
    GITHUB_TOKEN: 'allowed',
    MODEL_KEY: 'allowed too',
    AGENT_SYSTEM_PROMPT: 'Be brief.',
    AGENT_TONE: 'dry',
  });
});

test('a trait that no program can be given as a variable is left to the instructions', () => {
  const personality = { system_prompt: 'x'.repeat(70_000), tone: 'a\0b' };
  expect(launchEnvironment({ ...facts, grant: { ...nothingGranted, personality } }, {}, [])).toEqual(ours);
});

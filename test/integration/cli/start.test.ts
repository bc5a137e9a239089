import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentCredential } from '../../../src-main/authority/credentials.ts';
import type { OutputOf } from '../../../src-main/contract/procedures.ts';
import { type BundledCommand, bundledCommand } from '../../support/bundled-command.ts';
import { sampleAgent, sampleQuestion } from '../../support/contract-samples.ts';
import { type ServedCommand, servedCommand } from '../../support/served-command.ts';

const ready: OutputOf<'agents.start'> = {
  agent: sampleAgent(),
  outcome: 'ready',
  question: null,
  end: null,
  registered: true,
};
const end = { at: 1, how: 'exited' as const, status: 3, signal: null, lastLines: ['no such key', 'bye'] };

let bundle: BundledCommand;
let command: ServedCommand;
let result = ready;
beforeAll(async () => {
  bundle = await bundledCommand();
  command = await servedCommand(bundle.entry, {
    'agents.list': async () => ({ agents: [sampleAgent()] }),
    'agents.start': async () => result,
    'agents.launch': async () => result,
  });
});
afterAll(async () => {
  await command.dispose();
  await bundle.dispose();
});
beforeEach(() => {
  command.server.reached.length = 0;
  result = ready;
});

async function sent(...args: string[]): Promise<unknown> {
  await command.run(['agent', 'start', ...args]);
  const call = command.server.reached.at(-1);
  return { [call?.name ?? 'nothing']: call?.input };
}

describe('which folder and name a start sends', () => {
  it('is the folder one stands in', async () => {
    expect(await sent()).toEqual({ 'agents.start': { dir: command.folder, wait: true } });
  });

  it('is the folder that was named, from where one stands', async () => {
    const dir = path.join(command.folder, 'sub/app');
    expect(await sent('--dir', 'sub/app', '--name', 'app', '--no-wait')).toEqual({
      'agents.start': { dir, name: 'app', wait: false },
    });
  });

  it('is the saved one of a known agent', async () => {
    expect(await sent('app')).toEqual({ 'agents.launch': { name: 'app', wait: true } });
    expect(await sent('--name', 'app', '--model', 'opus')).toEqual({
      'agents.start': { name: 'app', model: 'opus', wait: true },
    });
  });

  it('is the folder one stands in for a new name', async () => {
    expect(await sent('--name', 'beta', '--columns', '100', '--rows', '30', '--runtime', 'shell')).toEqual({
      'agents.start': {
        dir: command.folder,
        name: 'beta',
        columns: 100,
        rows: 30,
        runtime: 'shell',
        wait: true,
      },
    });
  });

  it('is left to the practice agent itself', async () => {
    expect(await sent('--runtime', 'practice')).toEqual({
      'agents.start': { runtime: 'practice', wait: true },
    });
  });

  it('is refused when two names were given', async () => {
    const { status, errors } = await command.run(['agent', 'start', 'app', '--name', 'beta']);
    expect(status).toBe(2);
    expect(errors).toMatch(/^backbone: Two names were given/);
    expect(command.server.reached).toEqual([]);
  });

  it('lets an agent start another one with its saved settings, and nothing more', async () => {
    const credential = agentCredential(command.server.operatorKey, {
      agentId: 'agent-1',
      launchId: 'launch-1',
    });
    const environment = { BACKBONE_API_KEY: credential };
    const launched = await command.run(['agent', 'start', 'app'], environment);
    expect(launched.status).toBe(0);
    expect(command.server.reached.at(-1)?.caller?.actor).toEqual({ door: 'agent', name: 'builder' });
    const refused = await command.run(['agent', 'start', 'app', '--runtime', 'shell'], environment);
    expect(refused.status).toBe(5);
  });
});

describe('what a start says', () => {
  it('shows the question, and how to answer it', async () => {
    result = { ...ready, outcome: 'waiting_for_human', question: sampleQuestion() };
    const { status, output, errors } = await command.run(['agent', 'start']);
    expect(status).toBe(0);
    expect(output).toContain('touch proof.txt');
    expect(output).toContain('backbone agent approve app');
    expect(errors).toBe('');
  });

  it('offers no answer that cannot be given, and says why', async () => {
    const question = sampleQuestion({ answers: [], limit: 'A plan is answered in the terminal.' });
    result = { ...ready, outcome: 'waiting_for_human', question };
    const { output } = await command.run(['agent', 'start']);
    expect(output).not.toContain('agent approve');
    expect(output).toContain('backbone agent attach app (A plan is answered in the terminal.)');
  });

  it('shows how an agent ended, with its last lines', async () => {
    result = { ...ready, outcome: 'exited', end };
    const { status, output, errors } = await command.run(['agent', 'start']);
    expect(status).toBe(4);
    expect(output).toBe('');
    expect(errors).toBe(
      'backbone: app ended with status 3 while it started. Its last lines:\n    no such key\n    bye\n',
    );
  });

  it('gives the whole result of a failed start with --json', async () => {
    for (const outcome of ['exited', 'timeout'] as const) {
      result = { ...ready, outcome, end: outcome === 'exited' ? end : null };
      const { status, output, errors } = await command.run(['agent', 'start', '--json']);
      expect(JSON.parse(output)).toEqual(result);
      expect([status, errors]).toEqual([4, '']);
    }
  });

  it('says what to do when the agent was not ready in time', async () => {
    result = { ...ready, outcome: 'timeout' };
    const { status, errors } = await command.run(['agent', 'start']);
    expect(status).toBe(4);
    expect(errors).toContain('look with: backbone agent screen app');
  });

  it.each([
    ['running', /already runs/],
    ['not_waited', /was started/],
    ['ready', /is ready/],
  ] as const)('calls %s done', async (outcome, shown) => {
    result = { ...ready, outcome };
    const { status, output } = await command.run(['agent', 'start']);
    expect(status).toBe(0);
    expect(output).toMatch(shown);
  });
});

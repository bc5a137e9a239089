import path from 'node:path';
import { Disposables } from '../../src-main/base/disposable.ts';
import type { Agent } from '../../src-main/contract/agent.ts';
import type { Question } from '../../src-main/contract/question.ts';
import type { RuntimeId } from '../../src-main/contract/runtime.ts';
import { type TestDaemon, testDaemon } from '../support/test-daemon.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { AgentHome } from './agent-home.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';

/** Every instruction of a lock goes through quoting of some kind on its way. */
export const instructions = 'Speak of the "harbour" in C:\\port\'s tongue.\n\nTrue = $HOME `x` """ é.';

/** A real agent program that our own launcher started in a folder with a lock, against a scripted model. */
export interface LaunchedAgent {
  readonly home: AgentHome;
  readonly server: ModelServer;
  readonly daemon: TestDaemon;
  agent(): Promise<Agent>;
  /** Pastes text into the agent's terminal and sends it. */
  ask(text: string): Promise<void>;
  stateIs(state: Agent['reading']['state']): Promise<Agent>;
  /** Waits for the question that the agent asks. */
  asked(): Promise<Question>;
  /** Sums up what the model was told in the turns so far. */
  told(): string;
  dispose(): Promise<void>;
}

/** Starts a runtime in its home's project, by the daemon, and waits until it is idle. */
export async function launchedAgent(
  runtime: RuntimeId,
  makeHome: (options: { readonly port: number }) => Promise<AgentHome>,
): Promise<LaunchedAgent> {
  const resources = new Disposables();
  const server = resources.add(await startModelServer());
  const home = resources.add(await makeHome({ port: server.port }));
  const environment = { ...home.environment, AGENT_MASTER_KEY: 'passphrase of the vault' };
  const daemon = resources.add(await testDaemon({ programs: path.dirname(home.program), environment }));
  await daemon.start();
  const client = daemon.client();
  await client.call('locks.create', {
    folder: home.project,
    credentials: {},
    personality: { system_prompt: instructions },
  });
  await client.call('agents.start', { dir: home.project, runtime });
  resources.defer(async () => void (await client.call('agents.stop', { name: 'project' })));

  const agent = async (): Promise<Agent> => (await client.call('agents.inspect', { name: 'project' })).agent;
  const stateIs = (state: Agent['reading']['state']): Promise<Agent> =>
    waitUntil(`the state is ${state}`, agent, ({ reading }) => reading.state === state, { within: 20_000 });
  await stateIs('idle');

  return {
    home,
    server,
    daemon,
    agent,
    stateIs,
    ask: async (text) => {
      await daemon.tmux.run('set-buffer', '-b', 'words', '--', text);
      await daemon.tmux.run('paste-buffer', '-p', '-d', '-b', 'words', '-t', '=project:');
      await waitUntil(
        'the words are in the box',
        () => daemon.tmux.run('capture-pane', '-p', '-t', '=project:'),
        (screen) => screen.includes(text.split('\n')[0] ?? ''),
      );
      await daemon.tmux.run('send-keys', '-t', '=project:', 'Enter');
    },
    asked: async () => {
      const { questions } = await waitUntil(
        'a question',
        () => client.call('questions.list', {}),
        ({ questions }) => questions.some(({ kind }) => kind === 'permission'),
        { within: 20_000 },
      );
      const [question] = questions;
      if (question === undefined) throw new Error('There is no question.');
      return question;
    },
    told: () =>
      server.requests
        .filter(({ background }) => !background)
        .map(({ system }) => system)
        .join('\n'),
    dispose: () => resources.dispose(),
  };
}

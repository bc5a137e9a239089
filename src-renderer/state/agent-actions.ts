import type { Agent } from '../../src-main/contract/agent.ts';
import type { InputOf, OutputOf } from '../../src-main/contract/procedures.ts';
import { forget, launch, stop } from '../text/agents.ts';
import { startHelp } from '../text/start-help.ts';
import { asCallError } from '../transport/call-error.ts';
import type { Core } from './panel.ts';
import type { PanelState } from './panel-state.ts';
import { reduceMessage } from './reduce-message.ts';
import { viewAgent } from './view.ts';

/** Stands in `underway` for a start from the start page. */
export const newAgent = 'new';

export interface AgentActions {
  /** Starts the agent of a folder and shows it; a failure stays in `failedStart`. */
  startAgent(input: Omit<InputOf<'agents.start'>, 'wait'>): Promise<void>;
  /** Starts a registered agent again; a failure becomes a notice, a passphrase that is missing a sheet that asks for it. */
  launchAgent(agent: Agent): Promise<void>;
  /** The same with the passphrase of its lock, which is kept nowhere. @throws CallError */
  launchUnlocked(agent: Agent, passphrase: string): Promise<void>;
  stopAgent(agent: Agent): Promise<void>;
  /** @throws CallError */
  saveAgent(input: InputOf<'agents.set'>): Promise<OutputOf<'agents.set'>>;
  /** @throws CallError */
  renameAgent(name: string, to: string): Promise<void>;
  forgetAgent(agent: Agent): Promise<void>;
}

export function agentActions({ transport, now, update, notify }: Core): AgentActions {
  const mark = (id: string, underway: boolean): void => {
    update((state) => {
      const next = new Set(state.underway);
      if (underway) next.add(id);
      else next.delete(id);
      return { ...state, underway: next };
    });
  };
  const learn = (agent: Agent): void => {
    update((state) => reduceMessage(state, { event: 'agent.changed', data: { agent } }, now()));
  };
  const tell = (title: string, failure: unknown): void => {
    const error = asCallError(failure);
    const help = startHelp(error.code);
    const text = help === null ? error.message : `${error.message} ${help}`;
    notify({ tone: 'bad', title, text, lines: error.details });
  };

  return {
    async startAgent(input) {
      mark(newAgent, true);
      try {
        const { agent } = await transport.call('agents.start', { ...input, wait: false });
        learn(agent);
        update((state) => shown(state, agent));
      } catch (failure) {
        update((state) => ({ ...state, failedStart: { at: now(), error: asCallError(failure) } }));
      } finally {
        mark(newAgent, false);
      }
    },
    async launchAgent(agent) {
      mark(agent.id, true);
      try {
        learn((await transport.call('agents.launch', { name: agent.name, wait: false })).agent);
      } catch (failure) {
        if (asCallError(failure).code === 'passphrase_needed')
          update((state) => ({
            ...state,
            view: { ...state.view, sheet: { is: 'passphrase', agentId: agent.id } },
          }));
        else tell(launch.failed(agent.name), failure);
      } finally {
        mark(agent.id, false);
      }
    },
    async launchUnlocked(agent, passphrase) {
      mark(agent.id, true);
      try {
        const input = { name: agent.name, unlock: { passphrase }, wait: false };
        learn((await transport.call('agents.start', input)).agent);
      } finally {
        mark(agent.id, false);
      }
    },
    async stopAgent(agent) {
      mark(agent.id, true);
      try {
        learn((await transport.call('agents.stop', { name: agent.name })).agent);
      } catch (failure) {
        tell(stop.failed(agent.name), failure);
      } finally {
        mark(agent.id, false);
      }
    },
    async saveAgent(input) {
      const saved = await transport.call('agents.set', input);
      learn(saved.agent);
      return saved;
    },
    async renameAgent(name, to) {
      learn((await transport.call('agents.rename', { name, to })).agent);
    },
    async forgetAgent(agent) {
      try {
        await transport.call('agents.forget', { name: agent.name });
        const gone = { id: agent.id, name: agent.name };
        update((state) => reduceMessage(state, { event: 'agent.forgotten', data: gone }, now()));
      } catch (failure) {
        tell(forget.failed(agent.name), failure);
      }
    },
  };
}

function shown(state: PanelState, agent: Agent): PanelState {
  return { ...state, failedStart: null, view: viewAgent(state.view, agent.id) };
}

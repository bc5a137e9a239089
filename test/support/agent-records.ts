import type { AgentRecord } from '../../src-main/agents/agent-record.ts';
import type { StartedLaunch } from '../../src-main/agents/launcher.ts';
import type { HookReading, ScreenReading } from '../../src-main/runtimes/runtime.ts';

/** An agent of the register; its identity follows from its name. */
export function agentRecord(name: string, more: Partial<AgentRecord> = {}): AgentRecord {
  return {
    id: `id-${name}`,
    name,
    dir: `/srv/${name}`,
    runtime: 'claude',
    model: null,
    environment: {},
    registeredAt: 1_000,
    ...more,
  };
}

/** A launch that goes on, begun at 1,000. */
export function startedLaunch(agentId: string, more: Partial<StartedLaunch> = {}): StartedLaunch {
  return {
    id: 'f'.repeat(32),
    agentId,
    startedAt: 1_000,
    pane: '%1',
    pid: 4_321,
    pidStarted: '99',
    columns: 120,
    rows: 40,
    runtimeVersion: null,
    leak: 'clean',
    leakNote: null,
    end: null,
    ...more,
  };
}

/** An event that speaks for a state. */
export function hookReading(more: Partial<HookReading> = {}): HookReading {
  return {
    event: 'UserPromptSubmit',
    state: 'busy',
    reason: null,
    says: 'prompt submitted',
    conversation: null,
    lastMessage: null,
    request: null,
    ...more,
  };
}

/** A screen that speaks for a state. */
export function screenReading(more: Partial<ScreenReading> = {}): ScreenReading {
  return {
    state: 'idle',
    reason: null,
    says: 'an empty box',
    source: 'screen',
    dialog: null,
    input: 'empty',
    ...more,
  };
}

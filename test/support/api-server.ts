import { createDispatch } from '../../src-main/api/dispatch.ts';
import type { FleetChange, Implementations, OpenTerminal, Refusal } from '../../src-main/api/doors.ts';
import { type ApiServer, startServer } from '../../src-main/api/server.ts';
import type { Caller } from '../../src-main/authority/caller.ts';
import { agentCredential, doorCredential } from '../../src-main/authority/credentials.ts';
import { newOperatorKey } from '../../src-main/authority/operator-key.ts';
import { type Clock, systemClock } from '../../src-main/base/clock.ts';
import { Emitter } from '../../src-main/base/emitter.ts';
import { BackboneError } from '../../src-main/base/errors.ts';
import { createLogger } from '../../src-main/base/logger.ts';
import type { FleetEvent } from '../../src-main/contract/events.ts';
import { type ProcedureName, procedures } from '../../src-main/contract/procedures.ts';

/** One call that reached an implementation. */
export interface ReachedCall {
  readonly name: string;
  readonly input: unknown;
  readonly caller: Caller | null;
}

export interface TestServer extends ApiServer {
  readonly operatorKey: string;
  readonly panelKey: string;
  /** The credential of the launch `launch-1` of the agent `builder`. */
  readonly agentKey: string;
  readonly reached: ReachedCall[];
  readonly logged: string[];
  /** Requests that were turned away for their credential. */
  readonly refused: Refusal[];
  readonly changed: Emitter<FleetChange>;
  /** Ids of launches that go on. */
  readonly live: Set<string>;
  dispose(): Promise<void>;
}

export interface TestServerOptions {
  /** What some procedures do; the others refuse with not_found, once they were reached. */
  readonly implementations?: Partial<Implementations>;
  readonly snapshot?: FleetEvent<'fleet.snapshot'>;
  readonly openTerminal?: OpenTerminal;
  readonly panel?: string;
  readonly clock?: Clock;
  readonly port?: number;
}

function recording(reached: ReachedCall[], given: Partial<Implementations>): Implementations {
  const entries = (Object.keys(procedures) as ProcedureName[]).map((name) => {
    const run = given[name] as ((input: unknown, caller: Caller | null) => Promise<unknown>) | undefined;
    const implementation = async (input: unknown, caller: Caller | null): Promise<unknown> => {
      reached.push({ name, input, caller });
      if (run === undefined) throw new BackboneError('not_found', 'Nothing stands behind this in the test.');
      return run(input, caller);
    };
    return [name, implementation];
  });
  return Object.fromEntries(entries) as Implementations;
}

/** The real doors on a free port of loopback, with implementations that note what reaches them. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const operatorKey = newOperatorKey();
  const reached: ReachedCall[] = [];
  const logged: string[] = [];
  const refused: Refusal[] = [];
  const live = new Set(['launch-1']);
  const changed = new Emitter<FleetChange>();
  const logger = createLogger((line) => logged.push(line), Date.now);
  const server = await startServer({
    host: '127.0.0.1',
    port: options.port ?? 0,
    version: '1.2.3',
    panel: options.panel ?? '/nonexistent',
    dispatch: createDispatch(recording(reached, options.implementations ?? {}), logger),
    authority: {
      operatorKey,
      liveLaunch: (id) => (live.has(id) ? { agentId: 'agent-1', name: 'builder' } : null),
    },
    feed: { snapshot: () => options.snapshot ?? { agents: [], questions: [] }, changed },
    openTerminal:
      options.openTerminal ?? (() => Promise.reject(new BackboneError('not_found', 'No such agent.'))),
    onRefused: (refusal) => refused.push(refusal),
    clock: options.clock ?? systemClock,
    logger,
  });
  return {
    ...server,
    operatorKey,
    panelKey: doorCredential(operatorKey, 'panel'),
    agentKey: agentCredential(operatorKey, { agentId: 'agent-1', launchId: 'launch-1' }),
    reached,
    logged,
    refused,
    changed,
    live,
    dispose: () => server.close(0),
  };
}

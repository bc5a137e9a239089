import type { Disposable } from '../../../src-main/base/disposable.ts';
import { BackboneError } from '../../../src-main/base/errors.ts';
import { fleetEvents } from '../../../src-main/contract/events.ts';
import { isProcedureName, type ProcedureName, procedures } from '../../../src-main/contract/procedures.ts';
import type { Core, FleetMessage } from '../../../src-main/desktop/core.ts';
import type { Viewer, ViewerSink } from '../../../src-main/terminal/viewer.ts';

/** One terminal that the panel watches through the double. */
export interface WatchedTerminal {
  readonly name: string;
  readonly sink: ViewerSink;
  readonly drawn: number[];
  left: boolean;
}

/** A daemon core that holds the app to the contract: inputs, outputs and events go through its schemas. */
export class CoreDouble implements Core {
  readonly kind = 'own';
  readonly calls: { name: string; input: unknown }[] = [];
  readonly terminals: WatchedTerminal[] = [];
  readonly listeners = new Set<(message: FleetMessage) => void>();
  closed = 0;
  /** What each procedure answers; a procedure without an entry fails with `not_found`. */
  readonly answers = new Map<ProcedureName, unknown>();
  /** Ends the opening of a terminal; for tests that need something to happen before. */
  opening: Promise<void> = Promise.resolve();

  async call(name: string, input: unknown): Promise<unknown> {
    if (!isProcedureName(name)) throw new BackboneError('not_found', 'There is no such procedure.');
    const declared = procedures[name];
    const parsed = declared.input.safeParse(input);
    if (!parsed.success) throw new BackboneError('invalid_input', 'A value does not have the required form.');
    this.calls.push({ name, input: parsed.data });
    const answer = this.answers.get(name);
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new BackboneError('not_found', 'There is no agent of that name.');
    return declared.output.parse(answer);
  }

  fleet(listener: (message: FleetMessage) => void): Disposable {
    this.listeners.add(listener);
    listener({ event: 'fleet.snapshot', data: { agents: [], questions: [] } });
    return { dispose: () => void this.listeners.delete(listener) };
  }

  tell(message: FleetMessage): void {
    fleetEvents[message.event].parse(message.data);
    for (const listener of this.listeners) listener(message);
  }

  async terminal(name: string, sink: ViewerSink): Promise<Viewer> {
    if (name === 'nobody') throw new BackboneError('not_found', 'There is no agent of that name.');
    const watched: WatchedTerminal = { name, sink, drawn: [], left: false };
    this.terminals.push(watched);
    sink.snapshot({ sequence: 1, columns: 80, rows: 24, data: Buffer.from('first picture'), skipped: 0 });
    await this.opening;
    return {
      drawn: (sequence) => void watched.drawn.push(sequence),
      leave: () => {
        watched.left = true;
      },
    };
  }

  close(): Promise<void> {
    this.closed += 1;
    return Promise.resolve();
  }
}

/** What `system.status` answers with so many agents. */
export function statusWith(total: number, offline: number): unknown {
  return {
    version: '0.1.0',
    pid: 1,
    startedAt: 0,
    address: 'http://127.0.0.1:7120',
    dataDirectory: '/nowhere',
    host: 'here',
    tmux: { version: '3.3a', socket: 'backbone', sessions: total - offline },
    agents: { total, needsYou: 0, working: 0, idle: total - offline, offline },
    questions: 0,
    audit: { records: 12, state: 'intact', says: null },
  };
}

import { agentView, type Fleet } from '../agents/fleet.ts';
import type { FleetChange, FleetFeed } from '../api/doors.ts';
import type { Questions } from '../approvals/questions.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';

/** Joins what changes in the fleet and in the questions into the one feed that panels follow. */
export function createFleetFeed(
  fleet: Fleet,
  questions: Questions,
  logger: Logger,
): FleetFeed & { announceStop(agentsRunning: number): void } {
  const changed = new Emitter<FleetChange>((error) => logger.failure('feed.listener', error));
  fleet.changed.on((change) => changed.emit(change));
  questions.changed.on((question) => changed.emit({ event: 'question.changed', data: { question } }));
  return {
    changed,
    snapshot: () => ({ agents: fleet.entries().map(agentView), questions: questions.open() }),
    announceStop: (agentsRunning) => changed.emit({ event: 'daemon.stopping', data: { agentsRunning } }),
  };
}

import { agentView, type Fleet } from '../agents/fleet.ts';
import type { FleetChange, FleetFeed } from '../api/doors.ts';
import type { QuestionBook } from '../approvals/question-book.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';

/** Joins what changes in the fleet and in the questions into the one feed that panels follow. */
export function createFleetFeed(
  fleet: Fleet,
  book: QuestionBook,
  logger: Logger,
): FleetFeed & { announceStop(agentsRunning: number): void } {
  const changed = new Emitter<FleetChange>((error) => logger.failure('feed.listener', error));
  fleet.changed.on((change) => changed.emit(change));
  book.changed.on((question) => changed.emit({ event: 'question.changed', data: { question } }));
  return {
    changed,
    snapshot: () => ({ agents: fleet.entries().map(agentView), questions: book.openQuestions() }),
    announceStop: (agentsRunning) => changed.emit({ event: 'daemon.stopping', data: { agentsRunning } }),
  };
}

import { z } from 'zod';
import { type Question, question } from '../contract/question.ts';
import type { Database } from '../storage/database.ts';

const row = z.object({ body: z.string() });

/** Questions in the database: the open ones survive a restart, the closed ones are history. */
export interface QuestionStore {
  open(): Question[];
  /** Writes a question as it is now. */
  save(value: Question): Promise<void>;
  /** Removes questions that were closed before `time`, epoch milliseconds. */
  prune(time: number): Promise<void>;
}

export function createQuestionStore(database: Database): QuestionStore {
  return {
    open: () =>
      database.read((connection) =>
        connection
          .prepare('select body from questions where closed_at is null')
          .all()
          .map((raw) => question.parse(JSON.parse(row.parse(raw).body))),
      ),
    save: (value) =>
      database.write((connection) => {
        connection
          .prepare(
            `insert into questions (id, agent_id, launch_id, fingerprint, asked_at, body, closed_at, outcome)
             values (:id, :agentId, :launchId, :fingerprint, :askedAt, :body, :closedAt, :outcome)
             on conflict (id) do update set body = :body, closed_at = :closedAt, outcome = :outcome`,
          )
          .run({
            id: value.id,
            agentId: value.agentId,
            launchId: value.launchId,
            fingerprint: value.fingerprint,
            askedAt: value.askedAt,
            body: JSON.stringify(value),
            closedAt: value.state === 'closed' ? (value.outcome?.at ?? value.askedAt) : null,
            outcome: value.outcome === null ? null : JSON.stringify(value.outcome),
          });
      }),
    prune: (time) =>
      database.write((connection) => {
        connection.prepare('delete from questions where closed_at < ?').run(time);
      }),
  };
}

import { z } from 'zod';
import { agentEnvironment } from '../contract/agent.ts';
import { runtimeId } from '../contract/runtime.ts';
import type { Database } from '../storage/database.ts';
import type { AgentRecord } from './agent-record.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  dir: z.string(),
  runtime: runtimeId,
  model: z.string().nullable(),
  environment: z.string(),
  registered_at: z.number(),
});

const columns = 'id, name, dir, runtime, model, environment, registered_at';

/** Registered agents in the database. Every method rejects with storage_busy or storage_failed. */
export interface AgentStore {
  all(): AgentRecord[];
  add(record: AgentRecord): Promise<void>;
  /** Replaces everything but identity and time of registration. */
  replace(record: AgentRecord): Promise<void>;
  /** Removes the agent with its launches and questions. */
  remove(id: string): Promise<void>;
}

export function createAgentStore(database: Database): AgentStore {
  return {
    all: () =>
      database.read((connection) => connection.prepare(`select ${columns} from agents`).all().map(fromRow)),
    add: (record) =>
      database.write((connection) => {
        connection
          .prepare(
            `insert into agents (${columns}) values (:id, :name, :dir, :runtime, :model, :environment, :registeredAt)`,
          )
          .run(toRow(record));
      }),
    replace: (record) =>
      database.write((connection) => {
        const { registeredAt: _, ...fields } = toRow(record);
        connection
          .prepare(
            'update agents set name = :name, dir = :dir, runtime = :runtime, model = :model, environment = :environment where id = :id',
          )
          .run(fields);
      }),
    remove: (id) =>
      database.write((connection) => {
        connection.prepare('delete from agents where id = ?').run(id);
      }),
  };
}

function toRow(record: AgentRecord) {
  return { ...record, environment: JSON.stringify(record.environment) };
}

function fromRow(raw: unknown): AgentRecord {
  const { registered_at: registeredAt, environment, ...rest } = row.parse(raw);
  return { ...rest, registeredAt, environment: agentEnvironment.parse(JSON.parse(environment)) };
}

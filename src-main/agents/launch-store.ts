import { z } from 'zod';
import { type LaunchEnd, launchEnd } from '../contract/agent.ts';
import type { Database } from '../storage/database.ts';
import type { LaunchRecord } from './agent-record.ts';

const row = z.object({
  id: z.string(),
  agent_id: z.string(),
  started_at: z.number(),
  pane: z.string().nullable(),
  pid: z.number().nullable(),
  pid_started: z.string().nullable(),
  columns: z.number(),
  rows: z.number(),
  runtime_version: z.string().nullable(),
  leak: z.enum(['clean', 'unchecked']).nullable(),
  leak_note: z.string().nullable(),
  ended_at: z.number().nullable(),
  end_how: launchEnd.shape.how.nullable(),
  end_status: z.number().nullable(),
  end_signal: z.number().nullable(),
  last_lines: z.string(),
});

/** Launches in the database. Every method rejects with storage_busy or storage_failed. */
export interface LaunchStore {
  /** Launches that have no end yet. */
  open(): LaunchRecord[];
  /** The newest ended launch of an agent; null when none ended. */
  lastEnded(agentId: string): LaunchRecord | null;
  add(record: LaunchRecord): Promise<void>;
  /** What is known once the process is there. */
  started(record: LaunchRecord): Promise<void>;
  ended(id: string, end: LaunchEnd): Promise<void>;
}

export function createLaunchStore(database: Database): LaunchStore {
  const run = (statement: string, values: Record<string, unknown>): Promise<void> =>
    database.write((connection) => {
      connection.prepare(statement).run(values);
    });
  return {
    open: () =>
      database.read((connection) =>
        connection.prepare('select * from launches where ended_at is null').all().map(fromRow),
      ),
    lastEnded: (agentId) =>
      database.read((connection) => {
        const found: unknown = connection
          .prepare(
            'select * from launches where agent_id = ? and ended_at is not null order by ended_at desc limit 1',
          )
          .get(agentId);
        return found === undefined ? null : fromRow(found);
      }),
    add: ({ end: _, ...record }) =>
      run(
        `insert into launches (id, agent_id, started_at, columns, rows, runtime_version)
         values (:id, :agentId, :startedAt, :columns, :rows, :runtimeVersion)`,
        pick(record, ['id', 'agentId', 'startedAt', 'columns', 'rows', 'runtimeVersion']),
      ),
    started: (record) =>
      run(
        'update launches set pane = :pane, pid = :pid, pid_started = :pidStarted, leak = :leak, leak_note = :leakNote where id = :id',
        pick(record, ['id', 'pane', 'pid', 'pidStarted', 'leak', 'leakNote']),
      ),
    ended: (id, end) =>
      run(
        `update launches set ended_at = :at, end_how = :how, end_status = :status, end_signal = :signal, last_lines = :lastLines
         where id = :id and ended_at is null`,
        { ...end, id, lastLines: JSON.stringify(end.lastLines) },
      ),
  };
}

function pick<T extends object, K extends keyof T & string>(
  record: T,
  keys: readonly K[],
): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, record[key]]));
}

function fromRow(raw: unknown): LaunchRecord {
  const found = row.parse(raw);
  return {
    id: found.id,
    agentId: found.agent_id,
    startedAt: found.started_at,
    pane: found.pane,
    pid: found.pid,
    pidStarted: found.pid_started,
    columns: found.columns,
    rows: found.rows,
    runtimeVersion: found.runtime_version,
    leak: found.leak ?? 'unchecked',
    leakNote: found.leak_note,
    end: endOf(found),
  };
}

function endOf(found: z.output<typeof row>): LaunchEnd | null {
  if (found.ended_at === null || found.end_how === null) return null;
  return {
    at: found.ended_at,
    how: found.end_how,
    status: found.end_status,
    signal: found.end_signal,
    lastLines: z.array(z.string()).parse(JSON.parse(found.last_lines)),
  };
}

import { z } from 'zod';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { type StateReading, stateReading } from '../contract/state.ts';
import type { Database } from '../storage/database.ts';
import type { Fleet } from './fleet.ts';

/** What was last known of a launch. */
export interface Remembered {
  readonly lastMessage: string | null;
  readonly reading: StateReading | null;
}

const row = z.object({ last_message: z.string().nullable(), reading: z.string().nullable() });

/** What the last daemon knew of a launch that still runs. */
export function rememberedOf(database: Database, launchId: string): Remembered {
  const found: unknown = database.read((connection) =>
    connection.prepare('select last_message, reading from launches where id = ?').get(launchId),
  );
  if (found === undefined) return { lastMessage: null, reading: null };
  const { last_message: lastMessage, reading } = row.parse(found);
  return { lastMessage, reading: reading === null ? null : stateReading.parse(JSON.parse(reading)) };
}

/** Writes down what is known of each live launch whenever its state or its words change, for a daemon after us. */
export function rememberLaunches(fleet: Fleet, database: Database, logger: Logger): Disposable {
  const written = new Map<string, string>();
  return fleet.changed.on((change) => {
    if (change.event !== 'agent.changed' || change.data.agent.launch === null) return;
    const { id, launch, lastMessage, reading } = change.data.agent;
    const sign = JSON.stringify([launch.id, lastMessage, reading.state, reading.reason, reading.since]);
    if (written.get(id) === sign) return;
    written.set(id, sign);
    const values = { id: launch.id, lastMessage, reading: JSON.stringify(reading) };
    database
      .write((connection) => {
        connection
          .prepare('update launches set last_message = :lastMessage, reading = :reading where id = :id')
          .run(values);
      })
      .catch((error: unknown) => logger.failure('launch.remember', error));
  });
}

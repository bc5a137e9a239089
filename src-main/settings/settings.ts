import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import type { Setting } from '../contract/system.ts';
import type { Database } from '../storage/database.ts';
import { isSettingName, type SettingKey, type SettingName, type SettingValue, settingKeys } from './keys.ts';

/** What a person set for this data directory. Reading needs no database: a locked one keeps nobody from stopping an agent. */
export interface Settings {
  /** The value that holds now: the stored one, or the default when none or a bad one is stored. */
  get<N extends SettingName>(name: N): SettingValue<N>;
  list(): Setting[];
  /** What `set` would store. @throws not_found for an unknown key, invalid_input for a value of another form */
  parse(name: string, value: unknown): unknown;
  /** Rejects with not_found for an unknown key, invalid_input for a value of another form, storage_busy, storage_failed. */
  set(name: string, value: unknown): Promise<Setting>;
  /** Back to the default. Rejects as `set` does. */
  unset(name: string): Promise<Setting>;
  /** Names the setting that has just changed. */
  readonly changed: Emitter<SettingName>;
  /** One line for each stored value that is ignored. */
  problems(): string[];
}

const keys: { readonly [N in SettingName]: SettingKey<z.ZodType<SettingValue<N>>> } = settingKeys;
const names = Object.keys(settingKeys).filter(isSettingName);
const rows = z.array(z.object({ key: z.string(), value: z.string() }));

/** A stored text as JSON; what is no JSON stays a text and is found to be of another form. */
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function assertName(name: string): asserts name is SettingName {
  if (!isSettingName(name)) {
    throw new BackboneError('not_found', 'There is no such setting. "backbone config list" shows all.');
  }
}

/** Reads the settings of `database`, which it then alone changes. */
export function createSettings(database: Database, clock: Clock): Settings {
  const stored = new Map<string, unknown>(
    database
      .read((connection) =>
        rows.parse(connection.prepare('select key, value from settings order by key').all()),
      )
      .map(({ key, value }) => [key, parsedText(value)]),
  );
  const changed = new Emitter<SettingName>();

  const get = <N extends SettingName>(name: N): SettingValue<N> => {
    if (!stored.has(name)) return keys[name].default;
    const parsed = z.safeParse(keys[name].type, stored.get(name));
    return parsed.success ? parsed.data : keys[name].default;
  };

  const show = (name: SettingName): Setting => ({
    key: name,
    value: get(name),
    default: settingKeys[name].default,
    meaning: settingKeys[name].meaning,
    takesEffect: settingKeys[name].takesEffect,
  });

  const parse = (name: string, value: unknown): unknown => {
    assertName(name);
    const parsed = z.safeParse(settingKeys[name].type, value);
    if (parsed.success) return parsed.data;
    const reason = parsed.error.issues[0]?.message ?? 'It has another form.';
    throw new BackboneError('invalid_input', `${name} was not changed. ${reason}`);
  };

  return {
    get,
    changed,
    list: () => names.map(show),
    parse,
    async set(name, value) {
      assertName(name);
      const parsed = parse(name, value);
      await database.write((connection) =>
        connection
          .prepare(
            'insert into settings (key, value, changed_at) values (?, ?, ?) on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at',
          )
          .run(name, JSON.stringify(parsed), clock.now()),
      );
      stored.set(name, parsed);
      changed.emit(name);
      return show(name);
    },
    async unset(name) {
      assertName(name);
      await database.write((connection) =>
        connection.prepare('delete from settings where key = ?').run(name),
      );
      if (stored.delete(name)) changed.emit(name);
      return show(name);
    },
    problems() {
      return [...stored].flatMap(([name, value]) => {
        if (!isSettingName(name))
          return [`${name} is stored but is no setting of this version; it is ignored.`];
        const parsed = z.safeParse(settingKeys[name].type, value);
        if (parsed.success) return [];
        return [`${name} has a stored value of another form; its default holds. Set it anew.`];
      });
    },
  };
}

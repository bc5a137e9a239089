import { z } from 'zod';
import { runtimeId } from '../contract/runtime.ts';
import type { Setting } from '../contract/system.ts';

/** One setting: its type, what holds while nobody set it, what it means, and when a change is felt. */
export interface SettingKey<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  readonly default: z.output<T>;
  readonly meaning: string;
  readonly takesEffect: Setting['takesEffect'];
}

function key<T extends z.ZodType>(declared: SettingKey<T>): SettingKey<T> {
  return declared;
}

const seconds = (least: number, most: number) => z.number().int().min(least).max(most);

/** Every setting there is. */
export const settingKeys = {
  'backbone.host': key({
    type: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[A-Za-z0-9.:-]+$/, 'A host is a name or an address.'),
    default: '127.0.0.1',
    meaning: 'Address the daemon listens on. Anything but 127.0.0.1 lets other machines reach it.',
    takesEffect: 'next daemon start',
  }),
  'backbone.port': key({
    type: z.number().int().min(1).max(65_535),
    default: 7120,
    meaning: 'Port the daemon listens on.',
    takesEffect: 'next daemon start',
  }),
  'tmux.socket': key({
    type: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'A socket name has letters, digits, "_" and "-".')
      .nullable(),
    default: null,
    meaning: 'Name of the tmux socket (tmux -L). Null: one of our own for this data directory.',
    takesEffect: 'next daemon start',
  }),
  'agents.default_runtime': key({
    type: runtimeId,
    default: 'claude',
    meaning: 'Runtime of a folder that is started for the first time without naming one.',
    takesEffect: 'next agent start',
  }),
  'timing.start_timeout_seconds': key({
    type: seconds(1, 600),
    default: 60,
    meaning: 'How long a start waits for the agent to be ready or to ask something.',
    takesEffect: 'next agent start',
  }),
  'timing.stop_grace_seconds': key({
    type: seconds(1, 60),
    default: 5,
    meaning: 'How long a stop waits between asking the processes to end and killing them.',
    takesEffect: 'now',
  }),
  'terminal.columns': key({
    type: z.number().int().min(80).max(500),
    default: 120,
    meaning: 'Width of a new agent’s terminal.',
    takesEffect: 'next agent start',
  }),
  'terminal.rows': key({
    type: z.number().int().min(24).max(200),
    default: 40,
    meaning: 'Height of a new agent’s terminal.',
    takesEffect: 'next agent start',
  }),
  'security.allow_remote_approval': key({
    type: z.boolean(),
    default: true,
    meaning: 'Whether permission dialogs may be answered from outside of the agent’s terminal.',
    takesEffect: 'now',
  }),
  'retention.questions_days': key({
    type: z.number().int().min(1).max(3650),
    default: 30,
    meaning: 'How many days closed questions are kept.',
    takesEffect: 'now',
  }),
  'retention.audit_days': key({
    type: z.number().int().min(1).max(36_500).nullable(),
    default: null,
    meaning: 'How many days the audit log is kept; whole segments go. Null: for ever.',
    takesEffect: 'now',
  }),
};

export type SettingKeys = typeof settingKeys;
export type SettingName = keyof SettingKeys;
export type SettingValue<N extends SettingName> = z.output<SettingKeys[N]['type']>;

/** True when `name` is a setting there is. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingKeys, name);
}

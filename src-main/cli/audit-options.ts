import { type Command, Option } from 'commander';
import type { AuditKind } from '../contract/audit.ts';
import { auditKinds } from '../contract/audit-kinds.ts';
import type { AuditFilter } from '../contract/procedures/audit.ts';
import type { Actor } from '../contract/question.ts';
import { momentOption } from './moment-option.ts';

export const actorDoors = [
  'panel',
  'tray',
  'notification',
  'cli',
  'http',
  'terminal',
  'agent',
  'daemon',
] as const satisfies readonly Actor['door'][];

/** What narrows a list of entries, as the command line gives it. */
export interface FilterOptions {
  readonly agent?: string;
  readonly actor?: Actor['door'];
  readonly kind?: AuditKind;
  /** Epoch milliseconds. */
  readonly since?: number;
  readonly until?: number;
}

/** Adds the options that narrow a list of entries by what they say. */
export function withFilter(command: Command): Command {
  return command
    .option('--agent <name>', 'only what concerns this agent, by name or id')
    .addOption(new Option('--actor <door>', 'only what came through this door').choices(actorDoors))
    .addOption(new Option('--kind <kind>', 'only this kind of entry').choices(auditKinds));
}

/** Adds the options that narrow a list of entries by their time. */
export function withTime(command: Command): Command {
  const parse = (text: string): number => momentOption(text);
  return command
    .option('--since <time>', 'not older: an age such as 90min or 3d, or a moment in UTC', parse)
    .option('--until <time>', 'not newer', parse);
}

/** The filter that was asked for. */
export function filterOf({ agent, actor, kind, since, until }: FilterOptions): AuditFilter {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(actor === undefined ? {} : { door: actor }),
    ...(kind === undefined ? {} : { kind }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

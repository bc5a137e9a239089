import { z } from 'zod';
import { folderPath } from '../folder-path.ts';
import { procedure } from '../procedure.ts';
import { runtimeInfo } from '../runtime.ts';
import { check, setting, systemStatus } from '../system.ts';

const settingKey = z.string().min(1).max(100);

export const systemProcedures = {
  'system.health': procedure({
    method: 'GET',
    path: '/health',
    authority: 'public',
    summary: 'Says that a daemon answers, and its version.',
    input: z.strictObject({}),
    output: z.strictObject({ ok: z.literal(true), version: z.string() }),
    errors: [],
  }),
  'system.status': procedure({
    method: 'GET',
    path: '/api/status',
    authority: 'agent',
    summary: 'The daemon, tmux and the agents at a glance.',
    input: z.strictObject({}),
    output: systemStatus,
    errors: [],
  }),
  'system.doctor': procedure({
    method: 'GET',
    path: '/api/doctor',
    authority: 'operator',
    summary: 'Looks at everything the daemon rests on and says how to mend what is wrong.',
    input: z.strictObject({}),
    output: z.strictObject({ checks: z.array(check) }),
    errors: [],
    patience: 30_000,
  }),
  'system.shutdown': procedure({
    method: 'POST',
    path: '/api/shutdown',
    authority: 'operator',
    summary: 'Ends the daemon. Agents go on in tmux.',
    input: z.strictObject({}),
    output: z.strictObject({ agentsRunning: z.number().int() }),
    errors: [],
  }),
  'runtimes.list': procedure({
    method: 'GET',
    path: '/api/runtimes',
    authority: 'agent',
    summary: 'The runtimes, which are installed, and what works with each.',
    input: z.strictObject({}),
    output: z.strictObject({ runtimes: z.array(runtimeInfo) }),
    errors: [],
    patience: 30_000,
  }),
  'folders.list': procedure({
    method: 'GET',
    path: '/api/folders',
    authority: 'operator',
    summary: 'Folders below a path, for choosing one where no native dialog exists.',
    input: z.strictObject({ path: folderPath.optional() }),
    output: z.strictObject({
      path: z.string(),
      parent: z.string().nullable(),
      folders: z.array(z.string()),
      truncated: z.boolean(),
    }),
    errors: ['folder_missing'],
  }),
  'settings.list': procedure({
    method: 'GET',
    path: '/api/settings',
    authority: 'operator',
    summary: 'Every setting with its value, default and meaning.',
    input: z.strictObject({}),
    output: z.strictObject({ settings: z.array(setting) }),
    errors: [],
  }),
  'settings.set': procedure({
    method: 'PATCH',
    path: '/api/settings/{key}',
    authority: 'operator',
    summary: 'Changes one setting.',
    input: z.strictObject({ key: settingKey, value: z.json() }),
    output: setting,
    errors: ['not_found', 'storage_busy', 'record_failed'],
  }),
  'settings.unset': procedure({
    method: 'DELETE',
    path: '/api/settings/{key}',
    authority: 'operator',
    summary: 'Puts one setting back to its default.',
    input: z.strictObject({ key: settingKey }),
    output: setting,
    errors: ['not_found', 'storage_busy', 'record_failed'],
  }),
};

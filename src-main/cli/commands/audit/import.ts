import path from 'node:path';
import type { OldLog } from '../../../audit/backpack/log-file.ts';
import { errorKinds } from '../../../contract/errors.ts';
import { askSecret, canAsk } from '../../ask-secret.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { whileWaiting } from '../../progress.ts';
import { type Imported, importedText, importWarnings } from '../../text/audit-import.ts';

interface ImportOptions extends OutputOptions {
  readonly again?: boolean;
}

/** The master key of Backpack; null to try the published one alone. An empty variable is none, as it was to Backpack. */
async function masterKey({ environment }: CommandContext): Promise<string | null> {
  const given = environment['AGENT_MASTER_KEY'] ?? '';
  if (given !== '') return given;
  if (!canAsk()) return null;
  const typed = await askSecret('Master key of Backpack (Enter alone: the published default key): ');
  return typed === '' ? null : typed;
}

async function openLog(file: string, key: string | null): Promise<OldLog> {
  const { readBackpackFile } = await import('../../../audit/backpack/log-file.ts');
  let part = 0;
  const work = readBackpackFile(file, {
    key,
    onProgress: (now) => {
      part = now;
    },
  });
  return whileWaiting(process.stderr, () => `Opening ${file}: ${Math.floor(part * 100)} %`, work);
}

async function send(
  { callPatiently }: CommandContext,
  file: string,
  { digest, bytes, lines }: OldLog,
  again: boolean,
): Promise<Imported> {
  const { pagesOf } = await import('../../../audit/backpack/pages.ts');
  const unread = lines.flatMap((found) =>
    found.is === 'unread' ? [{ line: found.line, why: found.why }] : [],
  );
  const read = lines.length - unread.length;
  const described = { digest, path: file, bytes, lines: lines.length };
  let first: number | undefined;
  let last = 0;
  let sent = 0;
  for (const page of pagesOf(lines)) {
    sent += page.length;
    const answer = await callPatiently('Recording the old log', 'audit.import', {
      file: described,
      ...(first === undefined ? {} : { import: first }),
      again,
      lines: page,
      end: sent === lines.length ? { read, unread: unread.length } : null,
    });
    ({ import: first, last } = answer);
  }
  const published = lines.filter((found) => found.is === 'read' && found.key === 'published').length;
  return { file, digest, first: first ?? last, last, read, published, unread };
}

export const auditImport: Definition = (parent, context) => {
  define(
    parent,
    'import <file>',
    'Takes over an audit log of Backpack 1.0. Its key is asked for, or taken from AGENT_MASTER_KEY.',
  )
    .option('--again', 'also when this file was imported before')
    .action(async (given: string, { again, ...options }: ImportOptions) => {
      operatorOnly(context, 'Use: backbone status');
      // Opening an old log may take minutes: not for a daemon that is not there.
      await context.call('system.status', {});
      const file = path.resolve(context.folder, given);
      const log = await openLog(file, await masterKey(context));
      const imported = await send(context, file, log, again === true);
      await context.output.result(options, imported, () => importedText(imported));
      for (const warning of importWarnings(imported)) context.output.notice(warning);
      if (imported.unread.length > 0) context.output.status = errorKinds.audit_damaged.exit;
    });
};

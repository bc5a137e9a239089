import { setTimeout as pause } from 'node:timers/promises';
import type { OutputOf } from '../../../contract/procedures.ts';
import { type AuditCall, auditCall } from '../../audit-call.ts';
import { tellDamage } from '../../audit-damage.ts';
import { type FilterOptions, filterOf, withFilter } from '../../audit-options.ts';
import { type Definition, define } from '../../define.ts';
import { endOnSignals } from '../../end-on-signals.ts';
import type { OutputOptions } from '../../output.ts';
import { entryLine } from '../../text/audit.ts';
import { wholeNumber } from '../../whole-number.ts';

interface TailOptions extends OutputOptions, FilterOptions {
  readonly limit: number;
  readonly follow?: boolean;
}

type Page = OutputOf<'audit.list'>;

/** Milliseconds between two looks for new entries. */
const interval = 500;
/** Most entries of one look; what is older is fetched with further ones. */
const pageSize = 200;

/** All that came after `after`, oldest first. */
async function since(call: AuditCall, filter: FilterOptions, after: number): Promise<Page> {
  const newest = await call('audit.list', { ...filterOf(filter), after, limit: pageSize });
  const records = [...newest.records];
  for (let { next } = newest; next !== null; ) {
    const older = await call('audit.list', { ...filterOf(filter), after, before: next, limit: pageSize });
    records.push(...older.records);
    ({ next } = older);
  }
  return { ...newest, records: records.reverse() };
}

/** Waits for the next look. @returns false when none is wanted any more */
async function nextLook(ending: AbortSignal): Promise<boolean> {
  // Ends early, and quietly, at the signal.
  await pause(interval, null, { signal: ending }).catch(() => null);
  return !ending.aborted;
}

export const auditTail: Definition = (parent, context) => {
  withFilter(define(parent, 'tail', 'Prints the newest entries, oldest first; with --json each on a line.'))
    .option('--limit <n>', 'at most so many', wholeNumber(1, 1000), 10)
    .option('-f, --follow', 'go on with new ones as they come, until Ctrl-C')
    .action(async ({ limit, follow, ...options }: TailOptions) => {
      const { output } = context;
      const call = auditCall(context);
      const ending = follow === true ? endOnSignals() : AbortSignal.abort();
      let page: Page = await call('audit.list', { ...filterOf(options), limit });
      page = { ...page, records: page.records.toReversed() };
      for (;;) {
        for (const record of page.records) {
          if (!(await output.item(options, record, (paint) => entryLine(record, paint)))) return;
        }
        tellDamage(output, page.damage);
        if (page.damage !== null) return;
        const seen = Math.max(page.newest, page.records.at(-1)?.number ?? 0);
        if (!(await nextLook(ending))) return;
        page = await since(call, options, seen);
      }
    });
};

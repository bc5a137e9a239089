import { auditCall } from '../../audit-call.ts';
import { tellDamage } from '../../audit-damage.ts';
import { type FilterOptions, filterOf, withFilter, withTime } from '../../audit-options.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { entryRow, entryTitles } from '../../text/audit.ts';
import { table } from '../../text/table.ts';
import { wholeNumber } from '../../whole-number.ts';

interface ListOptions extends OutputOptions, FilterOptions {
  readonly before?: number;
  readonly limit: number;
}

export const auditList: Definition = (parent, context) => {
  withTime(withFilter(define(parent, 'list', 'Lists entries of the audit log, newest first.')))
    .option('--before <number>', 'only entries with a smaller number', wholeNumber(1, 999_999_999))
    .option('--limit <n>', 'at most so many', wholeNumber(1, 1000), 50)
    .action(async ({ limit, before, ...options }: ListOptions) => {
      const { output } = context;
      const answer = await auditCall(context)('audit.list', {
        ...filterOf(options),
        ...(before === undefined ? {} : { before }),
        limit,
      });
      await output.result(options, answer, (paint) =>
        answer.records.length === 0 ? '' : table(paint, entryTitles, answer.records.map(entryRow)),
      );
      if (answer.records.length === 0) output.notice('There is no such entry.');
      if (answer.next !== null) output.notice(`There are older ones: --before ${answer.next}`);
      tellDamage(output, answer.damage);
    });
};

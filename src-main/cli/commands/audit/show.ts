import { auditCall } from '../../audit-call.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { receiptText } from '../../text/audit.ts';
import { wholeNumber } from '../../whole-number.ts';

export const auditShow: Definition = (parent, context) => {
  define(parent, 'show', 'Shows one entry in full, with its place in the chain.')
    .argument('<number>', 'its number', wholeNumber(1, 999_999_999))
    .action(async (number: number, options: OutputOptions) => {
      const receipt = await auditCall(context)('audit.show', { number });
      await context.output.result(options, receipt, (paint) => receiptText(receipt, paint));
    });
};

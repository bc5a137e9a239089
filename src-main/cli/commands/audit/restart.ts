import { createInterface } from 'node:readline/promises';
import { systemClock } from '../../../base/clock.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { usageError } from '../../usage-error.ts';

/** Asks on the terminal; anything but a yes is a no. */
async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const over = new AbortController();
  // Ctrl-C and Ctrl-D are a no.
  terminal.once('close', () => over.abort());
  try {
    return /^y(es)?$/i.test((await terminal.question(question, { signal: over.signal })).trim());
  } catch (error) {
    if (over.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}

async function confirmed({ output }: CommandContext, says: string): Promise<boolean> {
  output.notice(`The audit log was touched: ${says}`);
  output.notice('It is kept as it is, under another name, and a new log begins with an entry about this.');
  return agrees('Set this log aside? [y/N] ');
}

export const auditRestart: Definition = (parent, context) => {
  define(
    parent,
    'restart',
    'Sets a damaged log aside, which is kept, and begins a new one. Needs the daemon ended.',
  )
    .option('--yes', 'do not ask')
    .action(async ({ yes, ...options }: OutputOptions & { yes?: boolean }) => {
      operatorOnly(context, 'Use: backbone status');
      if (yes !== true && !process.stdin.isTTY) {
        throw usageError(
          'There is no terminal to ask on. Look with "backbone audit verify", then say --yes.',
        );
      }
      const { needModernNode } = await import('../../daemon/modern-node.ts');
      await needModernNode();
      const { restartDamagedAudit } = await import('../../../daemon/restart-audit.ts');
      const done = await restartDamagedAudit(context.directory, systemClock, (says) =>
        yes === true ? Promise.resolve(true) : confirmed(context, says),
      );
      const outcome = done === null ? 'declined' : 'restarted';
      await context.output.result(options, { outcome, ...done }, () =>
        done === null
          ? 'Nothing was changed.'
          : [
              `A new audit log has begun. What was wrong with the old one: ${done.says}`,
              'The old one was set aside, and is worth keeping:',
              ...done.setAside.map((file) => `  ${file}`),
            ].join('\n'),
      );
      if (done === null) context.output.status = 4;
    });
};

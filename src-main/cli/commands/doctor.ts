import { asBackboneError } from '../../base/errors.ts';
import type { Check } from '../../contract/system.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';
import { indented } from '../text/lines.ts';
import type { Look, Paint } from '../text/paint.ts';

const looks: Readonly<Record<Check['result'], Look>> = { ok: 'good', warn: 'warning', fail: 'bad' };

/** Asks the daemon, and looks without it where it does not answer: that is when a doctor is needed most. */
async function checksOf(context: CommandContext): Promise<Check[]> {
  try {
    return (await context.callPatiently('Looking at everything', 'system.doctor', {})).checks;
  } catch (error) {
    const { code, message } = asBackboneError(error);
    if (code !== 'daemon_unreachable' && code !== 'daemon_slow' && code !== 'not_initialised') throw error;
    context.output.notice(message);
  }
  const { needModernNode } = await import('../daemon/modern-node.ts');
  await needModernNode();
  const { runDoctor } = await import('../../daemon/doctor.ts');
  return runDoctor(context.directory);
}

function checksText(checks: readonly Check[], paint: Paint): string {
  return checks
    .flatMap(({ name, result, says, mend }) => [
      `${paint(looks[result], result.padEnd(4))}  ${paint('strong', name)}: ${says}`,
      ...(mend === null ? [] : [indented(mend, 6)]),
    ])
    .join('\n');
}

export const doctor: Definition = (parent, context) => {
  define(parent, 'doctor', 'Looks at everything the daemon rests on and says how to mend it.').action(
    async (options: OutputOptions) => {
      operatorOnly(context, 'Use: backbone status');
      const checks = await checksOf(context);
      await context.output.result(options, { checks }, (paint) => checksText(checks, paint));
      if (checks.some(({ result }) => result === 'fail')) context.output.status = 6;
    },
  );
};

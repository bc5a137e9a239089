import { asBackboneError } from '../base/errors.ts';
import type { InputOf, OutputOf, ParsedInputOf } from '../contract/procedures.ts';
import type { AuditProcedure } from '../daemon/read-stored-audit.ts';
import type { CommandContext } from './context.ts';
import { operatorOnly } from './operator-only.ts';

/** Reads the audit log, through whom it can be read now. */
export type AuditCall = <N extends AuditProcedure>(
  name: N,
  input: InputOf<N> & ParsedInputOf<N>,
) => Promise<OutputOf<N>>;

/**
 * A way to read the audit log: through the daemon, or as it lies there when none runs. A damaged log keeps the daemon
 * from starting, and that is when a person must be able to look at it.
 * @throws forbidden in a process of an agent
 */
export function auditCall(context: CommandContext): AuditCall {
  operatorOnly(context, 'Use: backbone status');
  let isStored = false;
  const stored: AuditCall = async (name, input) => {
    const { needModernNode } = await import('./daemon/modern-node.ts');
    await needModernNode();
    const { readStoredAudit } = await import('../daemon/read-stored-audit.ts');
    return readStoredAudit(context.directory, name, input);
  };
  return async (name, input) => {
    if (isStored) return stored(name, input);
    try {
      return await context.callPatiently('Reading the audit log', name, input);
    } catch (error) {
      const { code } = asBackboneError(error);
      if (code !== 'daemon_unreachable' && code !== 'not_initialised') throw error;
    }
    isStored = true;
    const answer = await stored(name, input);
    context.output.notice('No daemon runs: this is the log as it lies there.');
    return answer;
  };
}

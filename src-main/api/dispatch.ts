import { z } from 'zod';
import type { Caller } from '../authority/caller.ts';
import { mayCall } from '../authority/caller.ts';
import { asBackboneError, BackboneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Procedure } from '../contract/procedure.ts';
import { commonErrors } from '../contract/procedure.ts';
import type { OutputOf, ParsedInputOf, ProcedureName } from '../contract/procedures.ts';
import { isProcedureName, procedures } from '../contract/procedures.ts';
import type { Dispatch, Implementations } from './doors.ts';

/** The contract with each procedure's own types, so that a name picks matching input, output and implementation. */
const contract: {
  readonly [N in ProcedureName]: Procedure<z.ZodType<ParsedInputOf<N>>, z.ZodType<OutputOf<N>>>;
} = procedures;

/** Most problems of one input that are told. */
const mostProblems = 10;

function problemsOf(error: z.ZodError): string[] {
  return error.issues
    .slice(0, mostProblems)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`));
}

/** @throws unauthenticated without a valid credential, forbidden with one that may not do this */
export function authorise(name: ProcedureName, caller: Caller | null): void {
  if (mayCall(caller, contract[name])) return;
  if (caller === null) {
    throw new BackboneError('unauthenticated', 'No valid credential came with this request.');
  }
  throw new BackboneError('forbidden', `An agent may not do this (${name}); it is for the operator alone.`);
}

async function run<N extends ProcedureName>(
  implementations: Partial<Implementations>,
  name: N,
  input: unknown,
  caller: Caller | null,
): Promise<unknown> {
  const parsed = z.safeParse(contract[name].input, input);
  if (!parsed.success) {
    const details = problemsOf(parsed.error);
    throw new BackboneError('invalid_input', details[0] ?? 'The input has another form than needed.', {
      details,
    });
  }
  const implementation = implementations[name];
  if (implementation === undefined)
    throw new BackboneError(
      'daemon_unreachable',
      'This needs the daemon. Start it with: backbone up --detach',
    );
  const answer = await implementation(parsed.data, caller);
  // Strict: nothing leaves that the contract does not name.
  return z.parse(contract[name].output, answer);
}

/** Makes the one way in that all doors share. A command without a daemon implements a part of the contract. */
export function createDispatch(implementations: Partial<Implementations>, logger: Logger): Dispatch {
  return async (name, input, caller) => {
    if (!isProcedureName(name)) throw new BackboneError('not_found', 'There is no such procedure.');
    try {
      authorise(name, caller);
      return await run(implementations, name, input, caller);
    } catch (thrown) {
      const error = asBackboneError(thrown);
      if (error.code === 'internal') logger.failure(`${name} failed`, thrown);
      else if (![...commonErrors, ...contract[name].errors].includes(error.code)) {
        logger.failure(`${name} failed in a way the contract does not name`, error);
      }
      throw error;
    }
  };
}

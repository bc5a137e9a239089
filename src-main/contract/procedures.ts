import type { z } from 'zod';
import { agentProcedures } from './procedures/agents.ts';
import { auditProcedures } from './procedures/audit.ts';
import { auditImportProcedures } from './procedures/audit-import.ts';
import { keyProcedures } from './procedures/keys.ts';
import { lockProcedures } from './procedures/locks.ts';
import { questionProcedures } from './procedures/questions.ts';
import { runProcedures } from './procedures/runs.ts';
import { systemProcedures } from './procedures/system.ts';

/** Everything a client can call, by name. */
export const procedures = {
  ...systemProcedures,
  ...agentProcedures,
  ...questionProcedures,
  ...auditProcedures,
  ...auditImportProcedures,
  ...keyProcedures,
  ...lockProcedures,
  ...runProcedures,
};

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
/** What a caller may pass: defaults may be left out. */
export type InputOf<N extends ProcedureName> = z.input<Procedures[N]['input']>;
/** What an implementation receives: parsed, defaults filled in. */
export type ParsedInputOf<N extends ProcedureName> = z.output<Procedures[N]['input']>;
export type OutputOf<N extends ProcedureName> = z.output<Procedures[N]['output']>;

/** True when `name` is a procedure of the contract. */
export function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}

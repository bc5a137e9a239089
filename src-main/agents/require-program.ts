import { BackboneError } from '../base/errors.ts';
import type { RuntimeId } from '../contract/runtime.ts';
import type { AgentsParts } from './agents-parts.ts';

/** The program of a runtime. @throws runtime_missing with how to get it */
export async function requireProgram(
  parts: AgentsParts,
  id: RuntimeId,
): Promise<{ program: string; version: string | null }> {
  const runtime = parts.runtimes[id];
  const found = await parts.findProgram(runtime);
  if (found !== null) return found;
  const how = runtime.install === null ? '' : ` Install it: ${runtime.install}`;
  throw new BackboneError(
    'runtime_missing',
    `The program of ${runtime.label}, "${runtime.program ?? ''}", is not on the PATH of the daemon.${how}`,
  );
}

import { agentEnvironment } from '../../src-main/contract/agent.ts';

/** What a person typed as an environment: the set, or the first line (from 1) that is wrong. */
export type EnvironmentText =
  | { readonly set: Readonly<Record<string, string>> }
  | { readonly wrongLine: number };

/** Reads `NAME=value` lines; empty lines are skipped, a value is kept as it stands. */
export function readEnvironmentText(text: string): EnvironmentText {
  const set: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const equals = line.indexOf('=');
    const name = line.slice(0, equals).trim();
    const one = agentEnvironment.safeParse({ [name]: line.slice(equals + 1) });
    if (equals < 1 || !one.success) return { wrongLine: index + 1 };
    Object.assign(set, one.data);
  }
  return { set };
}

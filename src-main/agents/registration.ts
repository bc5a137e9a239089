import { BackboneError } from '../base/errors.ts';
import type { AgentRecord } from './agent-record.ts';
import { freeName, isNumbered, nameForFolder } from './naming.ts';

/** What a start names: a folder, a name, or both. */
export interface RegistrationRequest {
  /** Absolute path with links resolved; null when only a name was given. */
  readonly dir: string | null;
  readonly name: string | null;
}

/** What is to be done with the register before the launch. */
export type RegistrationPlan =
  | { readonly act: 'use'; readonly agent: AgentRecord }
  | { readonly act: 'move'; readonly agent: AgentRecord; readonly dir: string }
  | { readonly act: 'register'; readonly name: string; readonly dir: string };

/**
 * Decides which agent a start means. The same folder is the same agent, whatever it is called now; a known name
 * whose folder is gone moves with the folder; a known name whose folder still exists makes a second agent, once.
 * @param folderExists whether a registered folder is still there
 * @throws ambiguous, name_taken, not_found
 */
export function planRegistration(
  agents: readonly AgentRecord[],
  request: RegistrationRequest,
  folderExists: (dir: string) => boolean,
): RegistrationPlan {
  const { dir, name } = request;
  const sameName =
    name === null ? undefined : agents.find((agent) => agent.name.toLowerCase() === name.toLowerCase());
  if (sameName !== undefined && sameName.name !== name) {
    throw new BackboneError(
      'name_taken',
      `An agent is called "${sameName.name}"; names may not differ by case alone.`,
    );
  }
  if (dir === null) {
    if (sameName !== undefined) return { act: 'use', agent: sameName };
    throw new BackboneError(
      'not_found',
      `No agent is called "${name ?? ''}". Name its folder to register it.`,
    );
  }
  if (sameName !== undefined && sameName.dir === dir) return { act: 'use', agent: sameName };
  const sameDir = agents.filter((agent) => agent.dir === dir);
  if (name !== null) {
    // The name was taken when this folder was registered under it: the same words mean the same agent again.
    const numbered = sameDir.find((agent) => isNumbered(agent.name, name));
    if (sameName !== undefined && numbered !== undefined) return { act: 'use', agent: numbered };
  } else {
    const [only, ...others] = sameDir;
    if (only !== undefined && others.length === 0) return { act: 'use', agent: only };
    if (only !== undefined) {
      throw new BackboneError('ambiguous', `Several agents work in ${dir}. Name one of them.`, {
        details: sameDir.map((agent) => agent.name),
      });
    }
  }
  const wanted = name ?? nameForFolder(dir);
  const holder = sameName ?? agents.find((agent) => agent.name.toLowerCase() === wanted.toLowerCase());
  if (holder === undefined) return { act: 'register', name: wanted, dir };
  if (holder.name === wanted && !folderExists(holder.dir)) return { act: 'move', agent: holder, dir };
  return {
    act: 'register',
    name: freeName(
      wanted,
      agents.map((agent) => agent.name),
    ),
    dir,
  };
}

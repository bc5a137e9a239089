import type { Agent } from '../../src-main/contract/agent.ts';
import type { InputOf } from '../../src-main/contract/procedures.ts';
import type { RuntimeId, RuntimeInfo } from '../../src-main/contract/runtime.ts';
import { absolute, folderName } from '../format/folder.ts';
import type { Fleet } from './fleet.ts';

/** What is filled in on the start page. Empty texts are left to the daemon. */
export interface StartForm {
  readonly folder: string;
  /** Null while the folder gives the name. */
  readonly name: string | null;
  readonly runtime: RuntimeId | null;
  readonly model: string;
}

export const emptyForm: StartForm = { folder: '', name: null, runtime: null, model: '' };

/** The runtime that is started: the chosen one, else the first agent CLI that is installed, else the practice agent. */
export function runtimeOf(form: StartForm, runtimes: readonly RuntimeInfo[]): RuntimeInfo | null {
  const installed = runtimes.filter((runtime) => runtime.installed);
  const byId = (id: RuntimeId | null): RuntimeInfo | undefined =>
    installed.find((runtime) => runtime.id === id);
  return byId(form.runtime) ?? agentClis(runtimes)[0] ?? byId('practice') ?? installed[0] ?? null;
}

/** The installed runtimes that are agents: neither a bare shell nor our own practice agent. */
export function agentClis(runtimes: readonly RuntimeInfo[]): readonly RuntimeInfo[] {
  return runtimes.filter(({ installed, id }) => installed && id !== 'practice' && id !== 'shell');
}

/** The name that the agent gets: what was typed, else the folder's, made fit as a name. */
export function nameOf(form: StartForm, home: string | null): string {
  if (form.name !== null) return form.name;
  const path = absolute(form.folder, home);
  return path === null ? '' : fitName(folderName(path));
}

function fitName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 64);
}

/** The agent that already has this folder; null when none has. */
export function agentOfFolder(fleet: Fleet, form: StartForm, home: string | null): Agent | null {
  const path = absolute(form.folder, home);
  return [...fleet.agents.values()].find((agent) => agent.dir === path) ?? null;
}

/** What to call with; null while the folder is not filled in. */
export function startInput(
  form: StartForm,
  runtime: RuntimeInfo,
  home: string | null,
): Omit<InputOf<'agents.start'>, 'wait'> | null {
  const dir = absolute(form.folder, home);
  const practice = runtime.id === 'practice';
  if (dir === null && !practice) return null;
  return {
    runtime: runtime.id,
    ...(practice || dir === null ? {} : { dir }),
    ...(form.name === null || form.name === '' ? {} : { name: form.name }),
    ...(form.model.trim() === '' ? {} : { model: form.model.trim() }),
  };
}

import { agentView, type Fleet } from '../../agents/fleet.ts';
import type { Questions } from '../../approvals/questions.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { AuditState, Check, SystemStatus } from '../../contract/system.ts';
import type { InstalledRuntimes } from '../../runtimes/installed.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Implementations } from '../doors.ts';
import { actorOf } from './actor-of.ts';
import { listFolders } from './folders.ts';

type SystemImplementations = Pick<
  Implementations,
  | 'system.health'
  | 'system.status'
  | 'system.doctor'
  | 'system.shutdown'
  | 'runtimes.list'
  | 'folders.list'
  | 'settings.list'
  | 'settings.set'
  | 'settings.unset'
>;

export interface SystemParts {
  /** What does not change while the daemon runs. The address is asked for late: it is known once the server listens. */
  readonly self: () => Pick<
    SystemStatus,
    'version' | 'pid' | 'startedAt' | 'address' | 'dataDirectory' | 'host'
  >;
  readonly tmux: () => Promise<SystemStatus['tmux']>;
  readonly fleet: Fleet;
  readonly questions: Questions;
  readonly settings: Settings;
  readonly audit: AuditLog;
  readonly auditState: () => AuditState;
  readonly installed: InstalledRuntimes;
  readonly doctor: () => Promise<Check[]>;
  /** Ends the daemon once the answer is out. */
  readonly shutDown: () => void;
}

export function systemImplementations(parts: SystemParts): SystemImplementations {
  const { fleet, questions, settings, audit } = parts;
  const running = (): number => fleet.entries().filter(({ live }) => live !== null).length;
  const note = (key: string, value: unknown, actor: ReturnType<typeof actorOf>) =>
    audit.append({
      kind: 'setting.changed',
      actor,
      agent: null,
      launch: null,
      details: { key, value: JSON.stringify(value) },
    });
  return {
    'system.health': async () => ({ ok: true, version: parts.self().version }),
    'system.status': async () => ({
      ...parts.self(),
      tmux: await parts.tmux(),
      agents: countAgents(fleet),
      questions: questions.open().length,
      audit: parts.auditState(),
    }),
    'system.doctor': async () => ({ checks: await parts.doctor() }),
    'system.shutdown': async () => {
      parts.shutDown();
      return { agentsRunning: running() };
    },
    'runtimes.list': async () => ({ runtimes: await parts.installed.list() }),
    'folders.list': listFolders,
    'settings.list': async () => ({ settings: settings.list() }),
    'settings.set': async ({ key, value }, caller) => {
      await note(key, settings.parse(key, value), actorOf(caller));
      return settings.set(key, value);
    },
    'settings.unset': async ({ key }, caller) => {
      const known = settings.list().find((setting) => setting.key === key);
      if (known !== undefined) await note(key, known.default, actorOf(caller));
      return settings.unset(key);
    },
  };
}

/** Groups as the panel shows them: starting is working, unknown is idle. */
function countAgents(fleet: Fleet): SystemStatus['agents'] {
  const count = { total: 0, needsYou: 0, working: 0, idle: 0, offline: 0 };
  for (const entry of fleet.entries()) {
    const { state } = agentView(entry).reading;
    count.total += 1;
    if (state === 'waiting_for_human' || state === 'blocked') count.needsYou += 1;
    else if (state === 'busy' || state === 'starting') count.working += 1;
    else if (state === 'offline') count.offline += 1;
    else count.idle += 1;
  }
  return count;
}

import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { KeyedLock } from '../base/keyed-lock.ts';
import type { Logger } from '../base/logger.ts';
import type { ConsentGrant, ConsentRequest } from '../consent/grant.ts';
import type { RuntimeId } from '../contract/runtime.ts';
import type { Runtime } from '../runtimes/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { AgentStore } from './agent-store.ts';
import type { Fleet } from './fleet.ts';
import type { Remembered } from './launch-memory.ts';
import type { LaunchStore } from './launch-store.ts';
import type { LaunchParts } from './launcher.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Gives a launch what a person allowed, and asks for what nobody has decided yet.
 * Rejects with consent_denied when a person said no to the lock or `signal` gave it up, and as opening the lock does.
 */
export type LaunchConsent = (
  request: ConsentRequest,
  listen: { onAsked(): void; readonly signal: AbortSignal },
) => Promise<ConsentGrant>;

/** What the acts of this room work with. Made once by the daemon. */
export interface AgentsParts extends LaunchParts {
  readonly fleet: Fleet;
  readonly agents: AgentStore;
  readonly launches: LaunchStore;
  /** What the last daemon knew of a launch. */
  readonly remembered: (launchId: string) => Remembered;
  readonly supervisor: Supervisor;
  readonly settings: Settings;
  readonly audit: AuditLog;
  readonly logger: Logger;
  /** What the lock of an agent's folder needs of a person before a launch. */
  readonly consent: LaunchConsent;
  readonly runtimes: Readonly<Record<RuntimeId, Runtime>>;
  /** Absolute path of a runtime's program, and its version when it tells one; null when it is not installed. */
  readonly findProgram: (runtime: Runtime) => Promise<{ program: string; version: string | null } | null>;
  /** One act at a time for one agent; the key `register` for the register as a whole. */
  readonly locks: KeyedLock;
  readonly clock: Clock;
}

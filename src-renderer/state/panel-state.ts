import type { RuntimeInfo } from '../../src-main/contract/runtime.ts';
import type { SystemStatus } from '../../src-main/contract/system.ts';
import type { CallError } from '../transport/call-error.ts';
import type { Connection } from '../transport/transport.ts';
import { type Announcements, silence } from './announcement.ts';
import { type AuditView, firstAudit } from './audit-view.ts';
import type { Lives } from './dock.ts';
import { emptyFleet, type Fleet } from './fleet.ts';
import type { Notice } from './notices.ts';
import type { Place } from './order.ts';
import type { Unseen } from './unseen.ts';
import { firstVault, type VaultReading } from './vault-reading.ts';
import { firstView, type View } from './view.ts';

/** Everything the panel shows, in one value. */
export interface PanelState {
  readonly connection: Connection;
  /** When anything was last heard of the daemon, epoch milliseconds; null before the first snapshot. */
  readonly heardAt: number | null;
  readonly fleet: Fleet;
  /** The list as it is shown. */
  readonly order: readonly Place[];
  /** The pointer or the focus is in the list, so that nothing may move there. */
  readonly held: boolean;
  readonly lives: Lives;
  readonly unseen: Unseen;
  readonly view: View;
  readonly notices: readonly Notice[];
  readonly announcements: Announcements;
  readonly status: SystemStatus | null;
  readonly audit: AuditView;
  readonly vault: VaultReading;
  readonly runtimes: readonly RuntimeInfo[] | null;
  /** When the runtimes were last looked for; null before. */
  readonly lookedAt: number | null;
  /** The person's home folder; null while it is not known. */
  readonly home: string | null;
  /** Why the last try to start failed; null when it did not. */
  readonly failedStart: { readonly at: number; readonly error: CallError } | null;
  /** Ids of agents, and `new`, for which a start or a stop goes on. */
  readonly underway: ReadonlySet<string>;
}

export const firstState: PanelState = {
  connection: { state: 'connecting', attempts: 0 },
  heardAt: null,
  fleet: emptyFleet,
  order: [],
  held: false,
  lives: new Map(),
  unseen: new Map(),
  view: firstView,
  notices: [],
  announcements: silence,
  status: null,
  audit: firstAudit,
  vault: firstVault,
  runtimes: null,
  lookedAt: null,
  home: null,
  failedStart: null,
  underway: new Set(),
};

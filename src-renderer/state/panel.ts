import { createStore, type StoreApi } from 'zustand/vanilla';
import { stretch } from '../format/age.ts';
import { app } from '../text/app.ts';
import type { Transport } from '../transport/transport.ts';
import { type AgentActions, agentActions } from './agent-actions.ts';
import { nextAnnouncement } from './announcement.ts';
import { type AuditActions, auditActions } from './audit-actions.ts';
import { addNotice, type Notice } from './notices.ts';
import { firstState, type PanelState } from './panel-state.ts';
import { type QuestionActions, questionActions } from './question-actions.ts';
import { reduceMessage } from './reduce-message.ts';
import { type SystemActions, systemActions } from './system-actions.ts';
import { type VaultActions, vaultActions } from './vault-actions.ts';
import { type ViewActions, viewActions } from './view-actions.ts';

/** What actions need: the state, the way to the daemon and the clock. */
export interface Core {
  readonly store: StoreApi<PanelState>;
  readonly transport: Transport;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Changes the state by a function of it. */
  update(change: (state: PanelState) => PanelState): void;
  notify(notice: Omit<Notice, 'id'>): void;
}

/** The panel without its looks: one store and what can be done. */
export interface Panel
  extends ViewActions,
    QuestionActions,
    AgentActions,
    SystemActions,
    AuditActions,
    VaultActions {
  readonly store: StoreApi<PanelState>;
  readonly transport: Transport;
  readonly now: () => number;
  dispose(): void;
}

const statusEvery = 20_000;
const awayWorthSaying = 3_000;

/** Joins the store to the daemon. The caller disposes it; the transport goes with it. */
export function createPanel(transport: Transport, now: () => number = Date.now): Panel {
  const store = createStore<PanelState>()(() => firstState);
  const core: Core = {
    store,
    transport,
    now,
    update: (change) => {
      store.setState(change(store.getState()), true);
    },
    notify: (notice) => {
      store.setState((state) => ({ notices: addNotice(state.notices, notice) }));
    },
  };
  const system = systemActions(core);
  const endings = [followFleet(core), followConnection(core, system), followStray(core)];
  const statusTimer = setInterval(() => {
    if (store.getState().connection.state === 'connected') void system.readStatus();
  }, statusEvery);
  const speechTimer = setInterval(() => {
    core.update((state) => {
      const announcements = nextAnnouncement(state.announcements, now());
      return announcements === state.announcements ? state : { ...state, announcements };
    });
  }, 1_000);
  return {
    store,
    transport,
    now,
    ...viewActions(core),
    ...questionActions(core),
    ...agentActions(core),
    ...auditActions(core, system),
    ...vaultActions(core),
    ...system,
    dispose() {
      clearInterval(statusTimer);
      clearInterval(speechTimer);
      for (const end of endings) end();
      transport.dispose();
    },
  };
}

function followFleet(core: Core): () => void {
  return core.transport.onFleet((message) => {
    const before = core.store.getState();
    core.update((state) => reduceMessage(state, message, core.now()));
    if (message.event === 'fleet.snapshot' && before.heardAt !== null) sayReconnected(core, before);
  });
}

function sayReconnected(core: Core, before: PanelState): void {
  const away = core.now() - (before.heardAt ?? core.now());
  if (away < awayWorthSaying) return;
  const opened = [...core.store.getState().fleet.questions.values()].filter(
    ({ id, state }) => state !== 'closed' && !before.fleet.questions.has(id),
  ).length;
  core.notify({
    tone: 'good',
    title: app.reconnected,
    text: app.reconnectedText(stretch(away), opened),
    lines: [],
  });
}

function followConnection(core: Core, system: SystemActions): () => void {
  return core.transport.onConnection((connection) => {
    const before = core.store.getState().connection;
    core.update((state) => ({
      ...state,
      connection,
      // The last moment at which what is shown was known to be so.
      heardAt: before.state === 'connected' && connection.state === 'lost' ? core.now() : state.heardAt,
    }));
    if (connection.state === 'connected' && before.state !== 'connected') void system.readAll();
  });
}

function followStray(core: Core): () => void {
  return core.transport.onStray((event) => {
    core.notify({ tone: 'bad', title: app.misunderstood, text: app.misunderstoodText, lines: [event] });
  });
}

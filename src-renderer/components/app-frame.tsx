import { useEffect } from 'react';
import { AgentsPage } from '../pages/agents-page.tsx';
import { AuditPage } from '../pages/audit-page.tsx';
import { FirstPage } from '../pages/first-page.tsx';
import { NoKeyPage } from '../pages/no-key-page.tsx';
import { StartPage } from '../pages/start-page.tsx';
import { VaultPage } from '../pages/vault-page.tsx';
import { countGroups } from '../state/groups.ts';
import type { PanelState } from '../state/panel-state.ts';
import { askingRuns, runOf } from '../state/runs.ts';
import { app } from '../text/app.ts';
import { run } from '../text/consent.ts';
import { LiveRegion } from './live-region.tsx';
import { Notices } from './notices.tsx';
import { usePanelState } from './panel-context.ts';
import { Sheets } from './sheets.tsx';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeys } from './use-keys.ts';

type Shown = 'agents' | 'audit' | 'vault' | 'start' | 'first' | 'opening' | 'no-key';

function shownOf(state: PanelState): Shown {
  if (state.connection.state === 'refused') return 'no-key';
  if (state.view.page !== 'agents') return state.view.page;
  if (state.fleet.agents.size > 0 || hasRun(state)) return 'agents';
  return state.heardAt === null ? 'opening' : 'first';
}

/** Whether a run asks something, or one is on screen whose question ended. */
function hasRun({ view, fleet }: PanelState): boolean {
  const isShown = view.selected !== null && runOf(fleet, view.selected) !== null;
  return isShown || askingRuns(fleet).length > 0;
}

/** The whole window: bar, work, status line. */
export function AppFrame() {
  const shown = usePanelState(shownOf);
  useKeys();
  useTitle();
  if (shown === 'no-key') return <NoKeyPage refused />;
  return (
    <div className="app">
      <div className="app-top">
        <TopBar />
        <Notices />
      </div>
      {shown === 'agents' && <AgentsPage />}
      {shown === 'vault' && <VaultPage />}
      {shown === 'audit' && <AuditPage />}
      {shown === 'start' && <StartPage />}
      {shown === 'first' && <FirstPage />}
      {shown === 'opening' && (
        <main className="page opening" aria-busy="true">
          <p className="hint">{app.connecting}</p>
        </main>
      )}
      <StatusLine />
      <Sheets />
      <LiveRegion />
    </div>
  );
}

/** The window's title: never an agent's own words alone. */
function useTitle(): void {
  const name = usePanelState(({ view, fleet }) => {
    if (view.selected === null) return null;
    const chosen = runOf(fleet, view.selected);
    return fleet.agents.get(view.selected)?.name ?? (chosen === null ? null : run.name(chosen.name));
  });
  const asking = usePanelState((state) => countGroups(state.fleet).needs);
  useEffect(() => {
    document.title = app.title(name, asking);
  }, [name, asking]);
}

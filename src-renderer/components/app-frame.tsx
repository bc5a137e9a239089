import { useEffect } from 'react';
import { AgentsPage } from '../pages/agents-page.tsx';
import { AuditPage } from '../pages/audit-page.tsx';
import { FirstPage } from '../pages/first-page.tsx';
import { NoKeyPage } from '../pages/no-key-page.tsx';
import { StartPage } from '../pages/start-page.tsx';
import { countGroups } from '../state/groups.ts';
import type { PanelState } from '../state/panel-state.ts';
import { app } from '../text/app.ts';
import { LiveRegion } from './live-region.tsx';
import { Notices } from './notices.tsx';
import { usePanelState } from './panel-context.ts';
import { Sheets } from './sheets.tsx';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeys } from './use-keys.ts';

type Shown = 'agents' | 'audit' | 'start' | 'first' | 'opening' | 'no-key';

function shownOf(state: PanelState): Shown {
  if (state.connection.state === 'refused') return 'no-key';
  if (state.view.page === 'start' || state.view.page === 'audit') return state.view.page;
  if (state.fleet.agents.size > 0) return 'agents';
  return state.heardAt === null ? 'opening' : 'first';
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
  const name = usePanelState((state) =>
    state.view.selected === null ? null : (state.fleet.agents.get(state.view.selected)?.name ?? null),
  );
  const asking = usePanelState((state) => countGroups(state.fleet).needs);
  useEffect(() => {
    document.title = app.title(name, asking);
  }, [name, asking]);
}

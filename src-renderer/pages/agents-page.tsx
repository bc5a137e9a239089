import type { Agent } from '../../src-main/contract/agent.ts';
import { AgentDetails } from '../components/agent-details.tsx';
import { AgentList } from '../components/agent-list.tsx';
import { DetailHead } from '../components/detail-head.tsx';
import { Dock } from '../components/dock.tsx';
import { usePanelState } from '../components/panel-context.ts';
import { RunDetail } from '../components/run-detail.tsx';
import { tabPanelId } from '../components/tabs.tsx';
import { Unstarted } from '../components/unstarted.tsx';
import { Well } from '../components/well.tsx';
import { waitsToStart } from '../state/groups.ts';
import { runOf } from '../state/runs.ts';
import { list } from '../text/agents.ts';

/** The list at the left, the chosen agent at the right; in a narrow window one after the other. */
export function AgentsPage() {
  const step = usePanelState((state) => state.view.step);
  const stale = usePanelState((state) => state.connection.state !== 'connected');
  const fleet = usePanelState((state) => state.fleet);
  const selected = usePanelState((state) => state.view.selected);
  const agent = selected === null ? undefined : fleet.agents.get(selected);
  const run = selected === null ? null : runOf(fleet, selected);
  return (
    <main className={`home step-${step} ${stale ? 'stale' : ''}`}>
      <AgentList />
      {agent !== undefined && <Detail key={agent.id} agent={agent} />}
      {agent === undefined && run !== null && <RunDetail key={run.id} run={run} />}
      {agent === undefined && run === null && (
        <section className="detail nothing">
          <p className="hint">{list.nothingSelected}</p>
        </section>
      )}
    </main>
  );
}

function Detail({ agent }: { readonly agent: Agent }) {
  const tab = usePanelState((state) => state.view.tab);
  const waits = waitsToStart(agent);
  return (
    <section className={`detail ${waits ? 'unstarted-detail' : ''}`} aria-label={agent.name}>
      <DetailHead agent={agent} />
      <div className="detail-panel" role="tabpanel" id={tabPanelId(tab)} aria-label={list[tab]}>
        {tab === 'details' ? (
          <AgentDetails agent={agent} />
        ) : waits ? (
          <Unstarted asker={agent.id} wanting="launch" />
        ) : (
          <Well agent={agent} />
        )}
      </div>
      <Dock asker={agent.id} />
    </section>
  );
}

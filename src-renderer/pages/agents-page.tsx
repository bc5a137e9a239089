import type { Agent } from '../../src-main/contract/agent.ts';
import { AgentDetails } from '../components/agent-details.tsx';
import { AgentList } from '../components/agent-list.tsx';
import { DetailHead } from '../components/detail-head.tsx';
import { Dock } from '../components/dock.tsx';
import { usePanelState } from '../components/panel-context.ts';
import { tabPanelId } from '../components/tabs.tsx';
import { Well } from '../components/well.tsx';
import { list } from '../text/agents.ts';

/** The list at the left, the chosen agent at the right; in a narrow window one after the other. */
export function AgentsPage() {
  const step = usePanelState((state) => state.view.step);
  const stale = usePanelState((state) => state.connection.state !== 'connected');
  const agent = usePanelState((state) =>
    state.view.selected === null ? undefined : state.fleet.agents.get(state.view.selected),
  );
  return (
    <main className={`home step-${step} ${stale ? 'stale' : ''}`}>
      <AgentList />
      {agent === undefined ? (
        <section className="detail nothing">
          <p className="hint">{list.nothingSelected}</p>
        </section>
      ) : (
        <Detail key={agent.id} agent={agent} />
      )}
    </main>
  );
}

function Detail({ agent }: { readonly agent: Agent }) {
  const tab = usePanelState((state) => state.view.tab);
  return (
    <section className="detail" aria-label={agent.name}>
      <DetailHead agent={agent} />
      <div className="detail-panel" role="tabpanel" id={tabPanelId(tab)} aria-label={list[tab]}>
        {tab === 'terminal' ? <Well agent={agent} /> : <AgentDetails agent={agent} />}
      </div>
      <Dock agentId={agent.id} />
    </section>
  );
}

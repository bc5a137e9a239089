import { useState } from 'react';
import type { Agent } from '../../src-main/contract/agent.ts';
import { timeOfDay } from '../format/age.ts';
import { endSentence, well } from '../text/agents.ts';
import { Bezel } from './bezel.tsx';
import { Glass, type GlassView } from './glass.tsx';
import { usePanelState } from './panel-context.ts';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

/** The agent's terminal in its frame: the bezel is ours, the glass is theirs. */
export function Well({ agent }: { readonly agent: Agent }) {
  const [seen, setSeen] = useState<GlassView | null>(null);
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const heardAt = usePanelState((state) => state.heardAt);
  if (agent.launch === null) return <EndedWell agent={agent} />;
  const live = connected && seen?.stream === 'live';
  return (
    <section className="well" aria-label={well.label(agent.name)}>
      <Bezel view={seen} live={live} lastSeen={connected ? null : heardAt} />
      <Glass
        key={agent.launch.id}
        agentName={agent.name}
        dead={seen !== null && seen.stream !== 'opening' && !live}
        onView={setSeen}
      />
    </section>
  );
}

/** The last lines of an agent that does not run: never shown as live. */
function EndedWell({ agent }: { readonly agent: Agent }) {
  const end = agent.lastEnd;
  const now = useNow(60_000);
  return (
    <section className="well" aria-label={well.label(agent.name)}>
      <Bezel
        view={null}
        live={false}
        lastSeen={null}
        note={end === null ? '' : endSentence(end, timeOfDay(end.at, now))}
      />
      <div
        className="glass topped dead"
        data-focus="glass"
        tabIndex={0}
        role="group"
        aria-label={well.glass(agent.name)}
      >
        <pre className="term">
          <Theirs
            text={
              end === null
                ? well.nothingYet
                : end.lastLines.length === 0
                  ? well.noLines
                  : end.lastLines.join('\n')
            }
          />
        </pre>
      </div>
    </section>
  );
}

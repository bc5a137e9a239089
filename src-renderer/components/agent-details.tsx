import type { ReactNode } from 'react';
import type { Agent } from '../../src-main/contract/agent.ts';
import { stretch, timeOfDay } from '../format/age.ts';
import { endSentence, stateNames } from '../text/agents.ts';
import { details } from '../text/details.ts';
import { AgentIdentity } from './agent-identity.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { CodeLine } from './code-line.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { KeyFacts } from './key-facts.tsx';
import { Theirs } from './theirs.tsx';
import { shellLine, useInspection } from './use-inspection.ts';
import { useNow } from './use-now.ts';

/** The tab Details: what the state rests on, the launch, its last end, how to attach, and the settings. */
export function AgentDetails({ agent }: { readonly agent: Agent }) {
  return (
    <div className="page">
      <div className="page-in details">
        <Section title={details.why(stateNames[agent.reading.state])}>
          <EvidenceList reading={agent.reading} />
        </Section>
        <Section title={details.launch}>
          <Launch agent={agent} />
        </Section>
        {agent.lastEnd !== null && (
          <Section title={details.end}>
            <LastEnd end={agent.lastEnd} />
          </Section>
        )}
        {agent.launch !== null && (
          <Section title={details.attach}>
            <Attach agent={agent} />
          </Section>
        )}
        <AgentSettings key={`settings ${agent.id}`} agent={agent} />
        <AgentIdentity key={`identity ${agent.id} ${agent.name}`} agent={agent} />
      </div>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Launch({ agent: { launch } }: { readonly agent: Agent }) {
  const now = useNow(1_000);
  if (launch === null) return <p className="hint">{details.notRunning}</p>;
  const leak = launch.leak === 'clean' ? details.leakClean : (launch.leakNote ?? details.leakUnchecked);
  return (
    <KeyFacts
      facts={[
        [details.started, `${timeOfDay(launch.startedAt, now)} (${stretch(now - launch.startedAt)})`],
        [details.process, String(launch.pid)],
        [details.size, `${launch.columns} × ${launch.rows}`],
        [details.version, launch.runtimeVersion ?? '–'],
        [details.leak, leak],
        [
          details.id,
          <span key="id" className="mono">
            {launch.id}
          </span>,
        ],
      ]}
    />
  );
}

function LastEnd({ end }: { readonly end: NonNullable<Agent['lastEnd']> }) {
  const now = useNow(60_000);
  return (
    <>
      <p>{endSentence(end, timeOfDay(end.at, now))}</p>
      {end.lastLines.length > 0 && (
        <>
          <p className="hint">{details.endLines}</p>
          <div className="glass topped dead in-page" tabIndex={0} role="group" aria-label={details.endLines}>
            <pre className="term">
              <Theirs text={end.lastLines.join('\n')} />
            </pre>
          </div>
        </>
      )}
    </>
  );
}

function Attach({ agent }: { readonly agent: Agent }) {
  const inspection = useInspection(agent.name, agent.launch?.id ?? '');
  return (
    <>
      <p className="hint">{details.attachText}</p>
      {inspection.is === 'reading' && <p className="hint">{details.attachReading}</p>}
      {inspection.is === 'failed' && <p className="hint">{inspection.error.message}</p>}
      {inspection.is === 'read' && <CodeLine code={shellLine(inspection.of.attach)} />}
    </>
  );
}

import type { Agent } from '../../src-main/contract/agent.ts';
import type { AgentState } from '../../src-main/contract/state.ts';
import { agoWords, exactTime } from '../format/age.ts';
import type { Glyph } from '../state/groups.ts';
import { sourceNames, stateNames } from '../text/agents.ts';
import { details } from '../text/details.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

const glyphs: Readonly<Record<AgentState, Glyph>> = {
  starting: 'starting',
  idle: 'idle',
  busy: 'working',
  waiting_for_human: 'needs',
  blocked: 'blocked',
  unknown: 'unknown',
  offline: 'offline',
};

/** What an agent's state rests on: each fact with its source, its time and the state it speaks for. */
export function EvidenceList({ reading }: { readonly reading: Agent['reading'] }) {
  const now = useNow(1_000);
  return (
    <>
      {reading.stale && <p className="hint">{details.stale}</p>}
      {reading.evidence.length === 0 && <p className="hint">{details.noEvidence}</p>}
      <ul className="evidence">
        {reading.evidence.map((fact, index) => (
          <li key={index}>
            <StateGlyph glyph={glyphs[fact.supports]} />
            <span>
              {sourceNames[fact.source]}: <Theirs text={fact.says} />
              <small>
                {`${stateNames[fact.supports]} · ${exactTime(fact.at)}, ${agoWords(fact.at, now)}`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

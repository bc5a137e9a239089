import { age } from '../format/age.ts';
import { tilde } from '../format/folder.ts';
import { openQuestion } from '../state/fleet.ts';
import { glyphOf, sinceOf } from '../state/groups.ts';
import { endWords, glyphNames, list, rowWords } from '../text/agents.ts';
import { questionLine } from '../text/questions.ts';
import { optionId } from './option-id.ts';
import { usePanel, usePanelState } from './panel-context.ts';
import { runtimeLabel } from './runtime-label.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

/** One agent of the list. */
export function AgentRow({ id }: { readonly id: string }) {
  const panel = usePanel();
  const now = useNow(1_000);
  const fleet = usePanelState((state) => state.fleet);
  const home = usePanelState((state) => state.home);
  const label = usePanelState((state) => runtimeLabel(state, fleet.agents.get(id)?.runtime));
  const selected = usePanelState((state) => state.view.selected === id);
  const unseen = usePanelState((state) => state.unseen.has(id));
  const agent = fleet.agents.get(id);
  if (agent === undefined) return null;

  const glyph = glyphOf(agent);
  const question = openQuestion(fleet, id);
  const gone = age(sinceOf(fleet, agent), now);
  const words = question === null ? rowWords(agent, gone) : questionLine(question);
  const offline = glyph === 'offline';
  const end = agent.lastEnd === null ? gone : `${endWords(agent.lastEnd)}, ${gone}`;
  const kind = [
    glyph === 'needs' ? 'asks' : '',
    glyph === 'blocked' ? 'stuck' : '',
    glyph === 'unknown' ? 'doubtful' : '',
    offline ? 'off' : '',
    unseen ? 'unseen' : '',
  ].join(' ');
  const name = [
    agent.name,
    glyphNames[glyph].toLowerCase(),
    offline ? end : `${words}, ${gone}`,
    ...(unseen ? [list.unseen] : []),
  ].join(', ');
  return (
    <div
      id={optionId(id)}
      className={`agent ${kind}`}
      role="option"
      aria-selected={selected}
      aria-label={name}
      title={`${tilde(agent.dir, home)} · ${label}${agent.model === null ? '' : ` · ${agent.model}`}\n${words}`}
      onClick={() => {
        panel.select(id);
      }}
    >
      <StateGlyph glyph={glyph} silent />
      <span className="agent-lines">
        <span className="first-line">
          <span className="name cut">{agent.name}</span>
          {unseen && <span className="dot" />}
          <span className="runtime cut">{label}</span>
        </span>
        {!offline && (
          <span className="second-line">
            <Theirs className="cut" text={words} />
          </span>
        )}
      </span>
      <span className="age">{offline ? end : gone}</span>
    </div>
  );
}

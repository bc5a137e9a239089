import { age } from '../format/age.ts';
import { tilde } from '../format/folder.ts';
import { openQuestion } from '../state/fleet.ts';
import { runOf } from '../state/runs.ts';
import { glyphNames } from '../text/agents.ts';
import { run as text } from '../text/consent.ts';
import { questionLine } from '../text/questions.ts';
import { optionId } from './option-id.ts';
import { usePanel, usePanelState } from './panel-context.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

/** One run that asks something, in the list of agents. */
export function RunRow({ id }: { readonly id: string }) {
  const panel = usePanel();
  const now = useNow(1_000);
  const fleet = usePanelState((state) => state.fleet);
  const home = usePanelState((state) => state.home);
  const selected = usePanelState((state) => state.view.selected === id);
  const run = runOf(fleet, id);
  const question = openQuestion(fleet, id);
  if (run === null || question === null) return null;
  const name = text.name(run.name);
  const words = questionLine(question);
  const gone = age(question.askedAt, now);
  return (
    <div
      id={optionId(id)}
      className="agent asks"
      role="option"
      aria-selected={selected}
      aria-label={[name, glyphNames.needs.toLowerCase(), `${words}, ${gone}`].join(', ')}
      title={`${tilde(run.folder, home)}\n${words}`}
      onClick={() => {
        panel.select(id);
      }}
    >
      <StateGlyph glyph="needs" silent />
      <span className="agent-lines">
        <span className="first-line">
          <span className="name cut">{name}</span>
          {run.program !== null && <Theirs className="runtime cut" text={run.program} />}
        </span>
        <span className="second-line">
          <Theirs className="cut" text={words} />
        </span>
      </span>
      <span className="age">{gone}</span>
    </div>
  );
}

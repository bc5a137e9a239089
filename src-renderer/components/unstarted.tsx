import { openQuestions } from '../state/fleet.ts';
import { unstarted, type Wanting } from '../text/consent.ts';
import { usePanelState } from './panel-context.ts';

/** Stands in place of the terminal while a start or a run waits for a person: what that is, and what each answer does. */
export function Unstarted({ asker, wanting }: { readonly asker: string; readonly wanting: Wanting }) {
  const fleet = usePanelState((state) => state.fleet);
  const open = openQuestions(fleet, asker);
  const form = open[0]?.subject.form;
  const waitsFor = form === 'key' || form === 'lock' ? form : null;
  return (
    <section className="unstarted" aria-label={unstarted.label} data-focus="glass" tabIndex={-1}>
      <h2>{unstarted.title[wanting]}</h2>
      <p className="soft">{unstarted.waits[waitsFor ?? 'nothing'][wanting]}</p>
      {waitsFor === 'key' && (
        <dl className="facts">
          {unstarted.answers.map(([answer, effect]) => (
            <div key={answer}>
              <dt>{answer}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      )}
      {waitsFor !== null && (
        <p className="hint">{wanting === 'launch' ? unstarted.giveUpText : unstarted.endRun}</p>
      )}
    </section>
  );
}

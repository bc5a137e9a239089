import type { LockChange } from '../../src-main/contract/lock.ts';
import type { QuestionSubject } from '../../src-main/contract/question.ts';
import { tilde } from '../format/folder.ts';
import { countGrave, groupChanges, isGrave } from '../state/lock-changes.ts';
import { lockCard, type Wanting } from '../text/consent.ts';
import { Icon } from './icon.tsx';
import { KeyFacts } from './key-facts.tsx';
import { usePanelState } from './panel-context.ts';
import { Theirs } from './theirs.tsx';

type Lock = Extract<QuestionSubject, { form: 'lock' }>;

/** Whoever made the lock may have put any number of things into it. */
const shownAtOnce = 30;

/** A lock that nobody has accepted as it is: what is new or different, what can do harm first. */
export function LockSubject(props: {
  readonly subject: Lock;
  readonly wanting: Wanting;
  readonly facts: boolean;
}) {
  const { subject, wanting, facts } = props;
  const home = usePanelState((state) => state.home);
  const file = <Theirs text={tilde(subject.file, home)} />;
  if (!facts) return <KeyFacts facts={[[lockCard.file, file]]} />;
  const grave = countGrave(subject.changes);
  const what = lockCard.grave(grave.keys, grave.traits);
  return (
    <>
      <p className="question-note">
        {what !== '' && (
          <b className="danger-words">
            <Icon name="warn" small /> {lockCard.graveWords(what)}{' '}
          </b>
        )}
        {lockCard.says(subject.standing)}
      </p>
      {subject.changes.length === 0 && <p className="question-note">{lockCard.noChanges}</p>}
      {groupChanges(subject.changes).map(({ about, changes }) => (
        <section key={about} className="lock-part">
          <h3>{lockCard.abouts[about]}</h3>
          <ul>
            {changes.slice(0, shownAtOnce).map((change, index) => (
              <Change key={index} change={change} />
            ))}
          </ul>
          {changes.length > shownAtOnce && (
            <p className="hint">{lockCard.more(changes.length - shownAtOnce)}</p>
          )}
        </section>
      ))}
      <KeyFacts
        facts={[
          [lockCard.accepted, lockCard.acceptedWords],
          [lockCard.denied, lockCard.deniedWords[wanting]],
          [lockCard.file, file],
        ]}
      />
    </>
  );
}

const signs: Readonly<Record<LockChange['change'], string>> = { added: '+', removed: '−', changed: '±' };

function Change({ change }: { readonly change: LockChange }) {
  const { name, says, before, after } = change;
  const alone = before === null || after === null;
  return (
    <li className={isGrave(change) ? 'grave' : ''}>
      <span className="sign" aria-hidden="true">
        {signs[change.change]}
      </span>
      <Theirs text={says} />
      {before !== null && (
        <Text label={alone ? lockCard.text(name) : lockCard.before(name)} text={before} gone />
      )}
      {after !== null && <Text label={alone ? lockCard.text(name) : lockCard.after(name)} text={after} />}
    </li>
  );
}

/** The whole text of a trait, as it is: quoted, bounded, and nothing in it acts. */
function Text(props: { readonly label: string; readonly text: string; readonly gone?: boolean }) {
  const { label, text, gone = false } = props;
  return (
    <figure className={`trait ${gone ? 'before' : ''}`}>
      <figcaption>
        <Theirs text={label} /> · {lockCard.theirs}
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={label}>
        <Theirs text={text} />
      </pre>
    </figure>
  );
}

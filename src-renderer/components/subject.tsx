import type { Question } from '../../src-main/contract/question.ts';
import { tilde } from '../format/folder.ts';
import { wantingOf } from '../text/consent.ts';
import { card } from '../text/questions.ts';
import { CommandBlock } from './command-block.tsx';
import { DiffBlock } from './diff-block.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeySubject } from './key-subject.tsx';
import { LockSubject } from './lock-subject.tsx';
import { usePanelState } from './panel-context.ts';
import { Theirs } from './theirs.tsx';

/** What a question asks for, quoted: the thing itself, then its facts. */
export function Subject({
  question,
  facts = true,
}: {
  readonly question: Question;
  readonly facts?: boolean;
}) {
  const home = usePanelState((state) => state.home);
  const { subject } = question;
  const reason = subject.form === 'command' ? subject.description : null;
  return (
    <>
      <Thing question={question} facts={facts} />
      {facts && reason !== null && (
        <KeyFacts facts={[[card.reason, <Theirs key="reason" text={card.quoted(reason)} />]]} />
      )}
      {facts && subject.form !== 'lock' && (
        <KeyFacts
          className="extra"
          facts={[[card.folder, <Theirs key="folder" text={tilde(question.folder, home)} />]]}
        />
      )}
    </>
  );
}

function Thing({ question, facts }: { readonly question: Question; readonly facts: boolean }) {
  const { subject, tool } = question;
  switch (subject.form) {
    case 'command':
      return <CommandBlock command={subject.command} />;
    case 'edit':
      return <DiffBlock edit={subject} />;
    case 'fetch':
      return (
        <pre className="command" tabIndex={0} role="group" aria-label={card.address}>
          <Theirs text={subject.address} />
        </pre>
      );
    case 'choice':
      return (
        <div className="options">
          <b>
            <Theirs text={card.quoted(subject.text)} />
          </b>
          <ol>
            {subject.options.map((option, index) => (
              <li key={index}>
                <Theirs text={option} />
              </li>
            ))}
          </ol>
        </div>
      );
    case 'plan':
      return (
        <div className="plan" tabIndex={0} role="group">
          <Theirs text={subject.markdown} />
        </div>
      );
    case 'key':
      return <KeySubject subject={subject} wanting={wantingOf(question)} facts={facts} />;
    case 'lock':
      return <LockSubject subject={subject} wanting={wantingOf(question)} facts={facts} />;
    case 'other':
      return (
        <>
          {tool !== null && <KeyFacts facts={[[card.tool, <Theirs key="tool" text={tool} />]]} />}
          <pre className="command" tabIndex={0} role="group">
            <Theirs text={subject.text} />
          </pre>
        </>
      );
  }
}

import type { Question, QuestionOutcome } from '../../src-main/contract/question.ts';
import { exactTime } from '../format/age.ts';
import type { Phase } from '../state/question-life.ts';
import { actorWords, card, decidedNames, decisionNames, questionLine } from '../text/questions.ts';
import { AttachHint } from './attach-hint.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { KeyFacts } from './key-facts.tsx';
import { usePanel } from './panel-context.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Subject } from './subject.tsx';
import { Theirs } from './theirs.tsx';

type End = Extract<Phase, { is: 'answered' | 'changed' | 'vanished' | 'failed' }>;

/** How a question ended: who, what, when, and what did not happen. */
export function Outcome({ question, phase }: { readonly question: Question; readonly phase: End }) {
  switch (phase.is) {
    case 'answered':
      return (
        <section className="question done" aria-label={card.label} role="status">
          <div className="question-head">
            <span className="good">
              <Icon name="check" />
            </span>
            <h2>{decidedNames[phase.decision]}</h2>
            <span className="from cut grow">{actorWords(phase.by)}</span>
            <span className="when">{exactTime(phase.at)}</span>
          </div>
          <div className="question-body last">
            <Theirs className="mono cut soft" text={questionLine(question)} />
          </div>
        </section>
      );
    case 'changed':
      return <ChangedQuestion question={question} />;
    case 'vanished':
      return <VanishedQuestion question={question} phase={phase} />;
    case 'failed':
      return <FailedQuestion question={question} phase={phase} />;
  }
}

function ChangedQuestion({ question }: { readonly question: Question }) {
  const panel = usePanel();
  return (
    <section className="question gone" aria-label={card.label} role="status">
      <div className="question-head">
        <Icon name="undo" />
        <h2>{card.changed}</h2>
      </div>
      <div className="question-body">
        <Subject question={question} facts={false} />
        <p className="outcome">
          <Icon name="warn" />
          <span>
            <b>{card.nothingTyped}</b> {card.changedText}
          </span>
        </p>
      </div>
      <div className="question-actions">
        <Button
          words={card.showNew}
          onClick={() => {
            panel.markRead(question.id);
          }}
        />
      </div>
    </section>
  );
}

function VanishedQuestion({
  question,
  phase,
}: {
  readonly question: Question;
  readonly phase: Extract<Phase, { is: 'vanished' }>;
}) {
  const time = phase.at === null ? '' : exactTime(phase.at);
  return (
    <section className="question gone" aria-label={card.label} role="status">
      <div className="question-head">
        <Icon name="x" />
        <h2>{card.vanished}</h2>
      </div>
      <div className="question-body last">
        <Subject question={question} facts={false} />
        <p className="outcome">
          <Icon name="term" />
          <span>
            <b>{card.vanishedWords(phase.why, time)}</b>{' '}
            {phase.why === 'gone' ? card.nothingTyped : card.nothingToDo}
          </span>
        </p>
      </div>
    </section>
  );
}

function FailedQuestion({
  question,
  phase,
}: {
  readonly question: Question;
  readonly phase: Extract<Phase, { is: 'failed' }>;
}) {
  const panel = usePanel();
  return (
    <section className="question fail" aria-label={card.label} role="alert">
      <div className="question-head">
        <StateGlyph glyph="blocked" silent />
        <h2>{card.failed}</h2>
      </div>
      <div className="question-body">
        <Subject question={question} facts={false} />
        <p className="outcome bad">
          <Icon name="warn" />
          <span>
            <b>{failedWords(phase)}</b>
            <span className="hint">{phase.retry ? card.stillAsks : card.lookAtTerminal}</span>
          </span>
        </p>
        {phase.typed !== null && <Typed outcome={phase.typed} />}
        {phase.details.length > 0 && <pre className="notice-lines">{phase.details.join('\n')}</pre>}
        <AttachHint agentName={question.agent} />
      </div>
      <div className="question-actions">
        {phase.retry ? (
          <Button
            words={card.tryAgain}
            onClick={() => {
              panel.retryAnswer(question.id);
            }}
          />
        ) : (
          <Button
            kind="quiet"
            words={card.putAway}
            onClick={() => {
              panel.markRead(question.id);
            }}
          />
        )}
      </div>
    </section>
  );
}

function failedWords({ message, typed }: Extract<Phase, { is: 'failed' }>): string {
  if (message !== null) return message;
  return typed === null ? card.noAnswer : card.stillOpen;
}

/** What was typed into the agent's terminal, for which decision, by whom. */
function Typed({ outcome: { key, decision, by, at } }: { readonly outcome: QuestionOutcome }) {
  const what = decision === null ? '' : ` ${card.typedFor(decisionNames[decision])}`;
  return (
    <KeyFacts
      facts={[
        [
          card.typed,
          <span key="typed">
            <code className="mono">{key ?? card.nothing}</code>
            {`${what}, ${actorWords(by)}, ${exactTime(at)}`}
          </span>,
        ],
      ]}
    />
  );
}

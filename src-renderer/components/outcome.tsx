import type { Question, QuestionOutcome } from '../../src-main/contract/question.ts';
import { exactTime } from '../format/age.ts';
import { isConsent } from '../state/fleet.ts';
import type { Phase } from '../state/question-life.ts';
import { wantingOf } from '../text/consent.ts';
import { actorWords, answeredLine, card, decidedName, decisionName } from '../text/questions.ts';
import { AttachHint } from './attach-hint.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { KeyFacts } from './key-facts.tsx';
import { usePanel } from './panel-context.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Subject } from './subject.tsx';
import { Theirs } from './theirs.tsx';

type Vanished = Extract<Phase, { is: 'vanished' }>;
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
            <h2>{decidedName(question, phase.decision)}</h2>
            <span className="from cut grow">{actorWords(phase.by)}</span>
            <span className="when">{exactTime(phase.at)}</span>
          </div>
          <div className="question-body last">
            <Theirs className="mono cut soft" text={answeredLine(question)} />
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
  const consent = isConsent(question);
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
            <b>{consent ? card.nothingDecided : card.nothingTyped}</b>{' '}
            {consent ? card.changedConsent : card.changedText}
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

function VanishedQuestion({ question, phase }: { readonly question: Question; readonly phase: Vanished }) {
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
          <Icon name={isConsent(question) ? 'undo' : 'term'} />
          <span>
            <b>{vanishedWords(question, phase.why, time)}</b> {vanishedMeaning(question, phase.why)}
          </span>
        </p>
      </div>
    </section>
  );
}

function vanishedWords(question: Question, why: Vanished['why'], time: string): string {
  if (!isConsent(question)) return card.vanishedWords(why, time);
  return why === 'ended' ? card.givenUp[wantingOf(question)](time) : card.noLongerAsked;
}

function vanishedMeaning(question: Question, why: Vanished['why']): string {
  if (isConsent(question)) return card.nothingDecided;
  return why === 'gone' ? card.nothingTyped : card.nothingToDo;
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
            <span className="hint">{failedHint(question, phase.retry)}</span>
          </span>
        </p>
        {phase.typed !== null && <Typed question={question} outcome={phase.typed} />}
        {phase.details.length > 0 && <pre className="notice-lines">{phase.details.join('\n')}</pre>}
        {!isConsent(question) && <AttachHint agentName={question.agent} />}
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

function failedHint(question: Question, retry: boolean): string {
  if (isConsent(question)) return card.lookAtList;
  return retry ? card.stillAsks : card.lookAtTerminal;
}

function failedWords({ message, typed }: Extract<Phase, { is: 'failed' }>): string {
  if (message !== null) return message;
  return typed === null ? card.noAnswer : card.stillOpen;
}

/** What was typed into the agent's terminal, for which decision, by whom. */
function Typed(props: { readonly question: Question; readonly outcome: QuestionOutcome }) {
  const { key, decision, by, at } = props.outcome;
  const what = decision === null ? '' : ` ${card.typedFor(decisionName(props.question, decision))}`;
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

import { useEffect, useState } from 'react';
import type { Question as Asked, Decision } from '../../src-main/contract/question.ts';
import { agoWords } from '../format/age.ts';
import type { Docked } from '../state/dock.ts';
import { askerOf, isConsent, openQuestions } from '../state/fleet.ts';
import { isGrave } from '../state/lock-changes.ts';
import { unstarted } from '../text/consent.ts';
import { card, decisionName, questionTitle } from '../text/questions.ts';
import { AttachHint } from './attach-hint.tsx';
import { DecisionButton } from './decision-button.tsx';
import { KeyCap } from './key-cap.tsx';
import { Outcome } from './outcome.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { QuestionPlace } from './question-place.tsx';
import { StateGlyph } from './state-glyph.tsx';
import { Subject } from './subject.tsx';
import { type Grip, useHold } from './use-hold.ts';
import { useNow } from './use-now.ts';

/** The question under its evidence: what is asked, and the answers. */
export function Question({ docked }: { readonly docked: Docked }) {
  const { question, phase } = docked;
  if (phase.is === 'answered' || phase.is === 'changed' || phase.is === 'vanished' || phase.is === 'failed') {
    return <Outcome question={question} phase={phase} />;
  }
  return <OpenQuestion key={`${question.id} ${question.fingerprint}`} question={question} phase={phase} />;
}

type OpenPhase = Extract<Docked['phase'], { is: 'arming' | 'open' | 'busy' | 'pressed' | 'unshown' }>;

function OpenQuestion({ question, phase }: { readonly question: Asked; readonly phase: OpenPhase }) {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const [focused, setFocused] = useState(false);
  const { id, fingerprint } = question;
  const takes = phase.is === 'open' && connected;
  const risky = question.subject.form === 'lock' && question.subject.changes.some(isGrave);
  const hold = useHold(takes ? question.answers : [], (decision) => {
    panel.answer(id, decision);
  });

  useEffect(() => {
    panel.shown(id, fingerprint);
    return () => {
      panel.hidden(id);
    };
  }, [panel, id, fingerprint]);

  return (
    <section
      className={`question ${risky ? 'risky' : ''} ${focused ? 'focused' : ''} ${phase.is === 'pressed' ? 'sent' : ''}`}
      aria-label={`${card.label}: ${questionTitle(question)}`}
      tabIndex={-1}
      data-focus="question"
      onFocus={({ target, currentTarget }) => {
        setFocused(target === currentTarget);
      }}
      onBlur={() => {
        setFocused(false);
        hold.letGo();
      }}
      onKeyDown={hold.onKeyDown}
      onKeyUp={hold.onKeyUp}
    >
      <Head question={question} byKey={connected && !focused && question.answers.length > 0} />
      <div className="question-body">
        <Subject question={question} />
        {question.limit !== null && <p className="question-note">{question.limit}</p>}
        {question.answers.length === 0 && <AttachHint agentName={question.agent} />}
      </div>
      {question.answers.length > 0 && (
        <div className="question-actions">
          {[...question.answers].sort(byPlace).map((decision) => (
            <DecisionButton
              key={decision}
              decision={decision}
              words={decisionName(question, decision)}
              kind={decision !== 'allow' ? 'plain' : risky ? 'risk' : 'main'}
              open={takes}
              pressed={phase.is === 'pressed' && phase.decision === decision}
              held={gripOf(hold.grip, decision, 'held')}
              picked={gripOf(hold.grip, decision, 'picked')}
              cap={focused && takes}
              onPress={() => {
                panel.answer(id, decision);
              }}
            />
          ))}
          <span className="hint" role="status">
            {sayPhase(question, phase, connected, hold.grip)}
          </span>
        </div>
      )}
      {phase.is === 'pressed' && <div className="progress" role="progressbar" aria-label={card.progress} />}
    </section>
  );
}

function gripOf(grip: Grip | null, decision: Decision, how: Grip['how']): boolean {
  return grip !== null && grip.decision === decision && grip.how === how;
}

/** The two usual answers stand where they always do; what goes further stands behind them. */
const places: Readonly<Record<Decision, number>> = { allow: 0, deny: 1, allow_always: 2 };

function byPlace(a: Decision, b: Decision): number {
  return places[a] - places[b];
}

function sayPhase(question: Asked, phase: OpenPhase, connected: boolean, grip: Grip | null): string {
  if (!connected) return card.daemonAway;
  if (grip?.how === 'picked') return card.thenEnter(decisionName(question, grip.decision));
  switch (phase.is) {
    case 'unshown':
    case 'arming':
      return card.arming;
    case 'busy':
      return card.busy;
    case 'pressed':
      if (isConsent(question))
        return phase.waited === null ? card.pressedConsent : card.slowConsent(phase.waited);
      return phase.waited === null ? card.pressed : card.slow(phase.waited);
    case 'open':
      return '';
  }
}

function Head({ question, byKey }: { readonly question: Asked; readonly byKey: boolean }) {
  const now = useNow(1_000);
  const fleet = usePanelState((state) => state.fleet);
  const asker = askerOf(question);
  const more = openQuestions(fleet, asker).length - 1;
  return (
    <div className="question-head">
      <StateGlyph glyph="needs" silent />
      <h2>{questionTitle(question)}</h2>
      <span className="from cut grow">
        {card.asked(agoWords(question.askedAt, now))}
        {more > 0 && ` · ${unstarted.after(more)}`}
        {card.seenBy(question.sources)}
      </span>
      {byKey && (
        <span className="hint wide">
          <KeyCap>Q</KeyCap> {card.toAnswer}
        </span>
      )}
      <QuestionPlace asker={asker} />
    </div>
  );
}

import type { ReactNode } from 'react';
import type { QuestionSubject } from '../../src-main/contract/question.ts';
import { calendarDay, stretch } from '../format/age.ts';
import { keyCard, type Wanting } from '../text/consent.ts';
import { card } from '../text/questions.ts';
import { Icon } from './icon.tsx';
import { KeyFacts } from './key-facts.tsx';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

type Key = Extract<QuestionSubject, { form: 'key' }>;

/** A key that is asked for: which, where it is, why, and what giving it means. Nothing of its value is known here. */
export function KeySubject(props: {
  readonly subject: Key;
  readonly wanting: Wanting;
  readonly facts: boolean;
}) {
  const { subject, wanting, facts } = props;
  const name: readonly [string, ReactNode] = [
    keyCard.key,
    <span key="key">
      <b className="key-name">{subject.key}</b>{' '}
      <span className="muted">· {keyCard.source(subject.source)}</span>
    </span>,
  ];
  if (!facts) return <KeyFacts facts={[name]} />;
  return (
    <KeyFacts
      facts={[
        name,
        [
          keyCard.why,
          subject.why === null ? (
            <span key="why" className="muted">
              {keyCard.noWhy}
            </span>
          ) : (
            <Theirs key="why" text={card.quoted(subject.why)} />
          ),
        ],
        [keyCard.how, keyCard.howWords(subject, wanting)],
        [keyCard.effect, <b key="effect">{keyCard.effectWords}</b>],
        [keyCard.expires, <Expiry key="expires" at={subject.expiresAt} />],
        [keyCard.always, keyCard.alwaysWords[wanting]],
      ]}
    />
  );
}

/** When a key stops being valid; loud when it already has. `at`: epoch milliseconds. */
function Expiry({ at }: { readonly at: number | null }) {
  const now = useNow(60_000);
  if (at === null) return <span className="muted">{keyCard.noExpiry}</span>;
  if (at > now) return keyCard.expiresWords(calendarDay(at), stretch(at - now));
  return (
    <span className="danger-words">
      <Icon name="warn" small /> {keyCard.expired(calendarDay(at))}
    </span>
  );
}

import { randomUUID } from 'node:crypto';
import type { Fleet } from '../agents/fleet.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import type { Logger } from '../base/logger.ts';
import { plainLine } from '../base/plain-text.ts';
import type { AskConsent, Asking, ConsentAnswer } from '../consent/asking.ts';
import type { Actor, Decision, Question, QuestionOutcome, Receipt } from '../contract/question.ts';
import { subjectLine } from './subject.ts';

/** Closed questions that are still found by their id, for a second press and for the panel's card. */
const rememberedClosed = 200;

interface Open {
  readonly question: Question;
  readonly settle: (answer: ConsentAnswer) => void;
}

export interface ConsentQuestionsParts {
  readonly fleet: Pick<Fleet, 'update'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * What starts and runs ask of a person: whether a lock may be used, whether a key may be given. Nothing is typed
 * anywhere; whoever asked goes on with the answer. They end with the daemon, since who asked ends with it.
 */
export class ConsentQuestions {
  readonly #parts: ConsentQuestionsParts;
  readonly #open = new Map<string, Open>();
  readonly #closed = new Map<string, Question>();
  readonly #locks = new KeyedLock();
  readonly changed: Emitter<Question>;

  constructor(parts: ConsentQuestionsParts) {
    this.#parts = parts;
    this.changed = new Emitter((error) => parts.logger.failure('question.listener', error));
  }

  /** Asks one thing. Rejects with consent_denied when it is withdrawn by `signal`; a no is an answer, not a failure. */
  readonly ask: AskConsent = (asking, signal) =>
    new Promise((resolve, reject) => {
      const question = this.#questionOf(asking);
      const withdraw = (): void => {
        this.#close(question.id, {
          how: 'ended',
          decision: null,
          by: null,
          at: this.#parts.clock.now(),
          key: null,
        });
        reject(new BackboneError('consent_denied', 'It was given up before anybody answered.'));
      };
      if (signal.aborted) {
        reject(new BackboneError('consent_denied', 'It was given up before anybody was asked.'));
        return;
      }
      signal.addEventListener('abort', withdraw, { once: true });
      this.#open.set(question.id, {
        question,
        settle: (answer) => {
          signal.removeEventListener('abort', withdraw);
          resolve(answer);
        },
      });
      this.#show(question);
      this.#record('question.asked', question, {
        kind: question.kind,
        asks: plainLine(subjectLine(question.subject), 500),
      });
    });

  /** The open questions, newest first. */
  openQuestions(): Question[] {
    return [...this.#open.values()].map(({ question }) => question).reverse();
  }

  /** The oldest open question of an agent; undefined when nothing of its start is open. */
  openOf(agentId: string): Question | undefined {
    return [...this.#open.values()].find(({ question }) => question.agentId === agentId)?.question;
  }

  /** What is open for one launch or run, oldest first. */
  openFor(launchId: string): Question[] {
    return [...this.#open.values()]
      .map(({ question }) => question)
      .filter((question) => question.launchId === launchId);
  }

  /** A question by its id, open or lately closed. */
  byId(id: string): Question | undefined {
    return this.#open.get(id)?.question ?? this.#closed.get(id);
  }

  /**
   * Takes a person's answer. The first one wins; an equal one that comes later gets the same receipt.
   * @throws not_found, changed, not_waiting, not_permission, record_failed
   */
  answer(id: string, fingerprint: string | null, decision: Decision, by: Actor): Promise<Receipt> {
    return this.#locks.run(id, async () => {
      const question = this.byId(id);
      if (question === undefined)
        throw new BackboneError('not_found', 'There is no such question, or it was closed long ago.');
      if (fingerprint !== null && fingerprint !== question.fingerprint)
        throw new BackboneError(
          'changed',
          'Something else is asked now. Look at it again; nothing was decided.',
        );
      if (question.state === 'closed') return settled(question, decision);
      if (!question.answers.includes(decision))
        throw new BackboneError('not_permission', 'That is no answer to this question. Nothing was decided.');
      await this.#parts.audit.append({
        ...this.#concerns(question),
        kind: 'answer.intended',
        actor: by,
        details: { question: id, fingerprint: question.fingerprint, decision, key: null },
      });
      const open = this.#open.get(id);
      // It may have been withdrawn while the record was written.
      if (open === undefined) return settled(this.byId(id) ?? question, decision);
      const at = this.#parts.clock.now();
      this.#close(id, { how: 'answered', decision, by, at, key: null });
      open.settle({ decision, by });
      return receiptOf(question, { decision, by, at }, false);
    });
  }

  #questionOf(asking: Asking): Question {
    return {
      id: randomUUID(),
      agentId: asking.agent?.id ?? null,
      agent: asking.agent?.name ?? asking.name,
      launchId: asking.launchId,
      kind: asking.subject.form,
      tool: null,
      subject: asking.subject,
      folder: asking.folder,
      fingerprint: asking.fingerprint,
      askedAt: this.#parts.clock.now(),
      sources: ['lock'],
      answers: asking.subject.form === 'key' ? ['allow', 'allow_always', 'deny'] : ['allow', 'deny'],
      limit: null,
      state: 'open',
      outcome: null,
    };
  }

  #close(id: string, outcome: QuestionOutcome): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    const closed: Question = { ...open.question, state: 'closed', outcome };
    this.#open.delete(id);
    this.#closed.set(id, closed);
    for (const oldest of this.#closed.keys()) {
      if (this.#closed.size <= rememberedClosed) break;
      this.#closed.delete(oldest);
    }
    this.#show(closed);
    this.#record('question.closed', closed, { how: outcome.how, decision: outcome.decision });
  }

  #show(question: Question): void {
    if (question.agentId !== null)
      this.#parts.fleet.update(question.agentId, { questionId: this.openOf(question.agentId)?.id ?? null });
    this.changed.emit(question);
  }

  #concerns({ agentId, agent, launchId }: Question): {
    agent: { id: string; name: string } | null;
    launch: string;
  } {
    return { agent: agentId === null ? null : { id: agentId, name: agent }, launch: launchId };
  }

  #record(
    kind: 'question.asked' | 'question.closed',
    question: Question,
    details: Readonly<Record<string, string | null>>,
  ): void {
    this.#parts.audit
      .append({
        ...this.#concerns(question),
        kind,
        actor: { door: 'daemon', name: null },
        details: { question: question.id, fingerprint: question.fingerprint, ...details },
      })
      .catch((error: unknown) => this.#parts.logger.failure('audit.append', error));
  }
}

function settled(question: Question, decision: Decision): Receipt {
  const { outcome } = question;
  if (outcome?.how === 'answered' && outcome.decision === decision && outcome.by !== null)
    return receiptOf(question, { decision, by: outcome.by, at: outcome.at }, true);
  const how =
    outcome?.how === 'answered'
      ? 'It was answered the other way a moment ago.'
      : 'What asked for it was given up, so there is nothing to answer.';
  throw new BackboneError('not_waiting', how);
}

function receiptOf(
  { id, agent }: Question,
  { decision, by, at }: { decision: Decision; by: Actor; at: number },
  alreadyAnswered: boolean,
): Receipt {
  return { questionId: id, agent, decision, by, at, key: null, alreadyAnswered };
}

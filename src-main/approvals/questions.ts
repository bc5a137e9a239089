import { Emitter } from '../base/emitter.ts';
import type { Actor, Decision, Question, Receipt } from '../contract/question.ts';
import type { Answerer } from './answerer.ts';
import type { ConsentQuestions } from './consent-questions.ts';
import type { QuestionBook } from './question-book.ts';

/** An answer that looked at one question. */
export interface BoundAnswer {
  readonly id: string;
  /** What was looked at. */
  readonly fingerprint: string;
  readonly decision: Decision;
  readonly by: Actor;
}

/** Everything that a person is asked, whatever asks it, as one queue. */
export class Questions {
  readonly #book: QuestionBook;
  readonly #consents: ConsentQuestions;
  readonly #answerer: Answerer;
  readonly changed: Emitter<Question>;

  constructor(
    book: QuestionBook,
    consents: ConsentQuestions,
    answerer: Answerer,
    onFailure: (error: unknown) => void,
  ) {
    this.#book = book;
    this.#consents = consents;
    this.#answerer = answerer;
    this.changed = new Emitter(onFailure);
    book.changed.on((question) => this.changed.emit(question));
    consents.changed.on((question) => this.changed.emit(question));
  }

  /** The open questions, newest first. */
  open(): Question[] {
    return [...this.#consents.openQuestions(), ...this.#book.openQuestions()].sort(
      (left, right) => right.askedAt - left.askedAt,
    );
  }

  /** What an agent asks now; undefined when nothing. */
  openOf(agentId: string): Question | undefined {
    return this.#consents.openOf(agentId) ?? this.#book.openOf(agentId);
  }

  /** Answers the question that was looked at. @throws not_found and what each kind of question throws */
  answer({ id, fingerprint, decision, by }: BoundAnswer): Promise<Receipt> {
    const dialog = this.#book.byId(id);
    if (dialog === undefined) return this.#consents.answer(id, fingerprint, decision, by);
    return this.#answerer.answer({ agentId: dialog.agentId, questionId: id, fingerprint, decision, by });
  }

  /**
   * Answers whatever an agent asks now.
   * @param fingerprint binds it to what was looked at; null: to nothing
   */
  answerAgent(agentId: string, fingerprint: string | null, decision: Decision, by: Actor): Promise<Receipt> {
    const consent = this.#consents.openOf(agentId);
    if (consent !== undefined) return this.#consents.answer(consent.id, fingerprint, decision, by);
    return this.#answerer.answer({ agentId, questionId: null, fingerprint, decision, by });
  }
}

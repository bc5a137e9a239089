import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../agents/fleet.ts';
import type { Supervisor } from '../agents/supervisor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import { asBackboneError, BackboneError } from '../base/errors.ts';
import { KeyedLock } from '../base/keyed-lock.ts';
import type { Logger } from '../base/logger.ts';
import { plainText } from '../base/plain-text.ts';
import type { Actor, Decision, Receipt } from '../contract/question.ts';
import type { Dialog } from '../runtimes/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tmux } from '../tmux/tmux.ts';
import { dialogFingerprint } from './fingerprint.ts';
import type { DialogQuestion, QuestionBook } from './question-book.ts';
import { subjectLine } from './subject.ts';

/** How long a dialog may take to go after its key, milliseconds: a loaded agent redraws late. */
const clearPatience = 10_000;
const pollEvery = 30;
/** Rows of the screen that a record keeps. */
const recordedRows = 60;

type RecordDetails = Record<string, string | string[] | null>;

export interface AnswererParts {
  readonly tmux: Tmux;
  readonly fleet: Fleet;
  readonly supervisor: Supervisor;
  readonly book: QuestionBook;
  readonly audit: AuditLog;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Answer {
  readonly agentId: string;
  /** The question that was looked at; null: whatever the agent asks now. */
  readonly questionId: string | null;
  /** The dialog that was looked at; null: whatever stands there now. */
  readonly fingerprint: string | null;
  readonly decision: Decision;
  readonly by: Actor;
}

/** Carries out decisions: the only place from which a key reaches an agent's dialog. */
export class Answerer {
  readonly #parts: AnswererParts;
  readonly #locks = new KeyedLock();

  constructor(parts: AnswererParts) {
    this.#parts = parts;
  }

  /**
   * Answers one dialog. The first decision wins; an equal one that comes later gets the same receipt.
   * @throws forbidden, not_waiting, changed, not_permission, not_cleared, record_failed, tmux_failed
   */
  answer(answer: Answer): Promise<Receipt> {
    return this.#locks.run(answer.agentId, () => this.#answer(answer));
  }

  async #answer(answer: Answer): Promise<Receipt> {
    const { supervisor, settings, book } = this.#parts;
    if (!settings.get('security.allow_remote_approval')) {
      throw new BackboneError(
        'forbidden',
        'Answering from outside is switched off by security.allow_remote_approval. Answer in the terminal.',
      );
    }
    const earlier = answer.questionId === null ? undefined : book.byId(answer.questionId);
    if (earlier?.state === 'closed') return this.#settled(earlier, answer);
    await supervisor.read(answer.agentId);
    const question = this.#questionFor(answer);
    if (question.state === 'closed') return this.#settled(question, answer);
    if (!question.answers.includes(answer.decision)) throw refusal(question);
    book.beginAnswer(question, answer.decision, answer.by);
    try {
      return await this.#carryOut(question, answer);
    } finally {
      book.endAnswer(question.id);
    }
  }

  #questionFor({ agentId, questionId, fingerprint }: Answer): DialogQuestion {
    const { book } = this.#parts;
    const question = questionId === null ? book.openOf(agentId) : book.byId(questionId);
    if (question === undefined) {
      throw new BackboneError('not_waiting', 'No dialog is on screen. Nothing was typed.');
    }
    if (fingerprint !== null && fingerprint !== question.fingerprint) throw changed();
    return question;
  }

  /** What a question that is closed says to a further decision. */
  #settled({ outcome, ...question }: DialogQuestion, { decision }: Answer): Receipt {
    if (
      outcome?.how === 'answered' &&
      outcome.decision === decision &&
      outcome.by !== null &&
      outcome.key !== null
    ) {
      return {
        questionId: question.id,
        agent: question.agent,
        decision,
        by: outcome.by,
        at: outcome.at,
        key: outcome.key,
        alreadyAnswered: true,
      };
    }
    if (outcome?.how === 'changed') throw changed();
    const how =
      outcome?.how === 'answered'
        ? 'It was answered the other way a moment ago.'
        : 'The dialog is gone: it was answered in the terminal, or the agent went on.';
    throw new BackboneError('not_waiting', `${how} Nothing was typed.`);
  }

  async #carryOut(question: DialogQuestion, answer: Answer): Promise<Receipt> {
    const { supervisor, book, clock } = this.#parts;
    const before = await supervisor.read(answer.agentId);
    const key = this.#keyFor(question, answer, before?.dialog ?? null);
    await this.#record('answer.intended', question, answer, {
      key,
      asks: plainText(subjectLine(question.subject)).slice(0, 2_000),
      shown: rowsOf(before?.dialog ?? null),
    });
    try {
      await this.#type(question, answer, key);
    } catch (error) {
      const { code } = asBackboneError(error);
      await this.#afterwards(question, answer, { outcome: 'not_typed', why: code, key: null });
      throw error;
    }
    const deadline = clock.elapsed() + clearPatience;
    for (;;) {
      const after = await this.#readAgain(answer.agentId);
      const settled = book.byId(question.id);
      if (settled?.state === 'closed')
        return await this.#receipt(settled, answer, rowsOf(after?.dialog ?? null));
      if (clock.elapsed() >= deadline) break;
      await wait(pollEvery);
    }
    await this.#afterwards(question, answer, { outcome: 'failed', key });
    throw new BackboneError(
      'not_cleared',
      `The dialog of "${question.agent}" is still open ${clearPatience / 1_000} s after "${key}" was typed. Look at its terminal and answer it there.`,
    );
  }

  /** Looks for the last time and types: between the look and the key lies one command to tmux and nothing else. */
  async #type(question: DialogQuestion, answer: Answer, key: string): Promise<void> {
    const { supervisor, book, tmux, fleet } = this.#parts;
    const now = await supervisor.read(answer.agentId);
    this.#keyFor(question, answer, now?.dialog ?? null);
    const pane = fleet.byId(answer.agentId)?.live?.launch.pane;
    if (pane === undefined)
      throw new BackboneError('not_waiting', 'The agent ended a moment ago. Nothing was typed.');
    book.noteKey(question, key);
    try {
      await tmux.sendKeys(pane, [key]);
    } catch (error) {
      book.noteKey(question, null);
      throw error;
    }
  }

  /** The key for a decision, when the dialog on screen is still the one of the question. */
  #keyFor(question: DialogQuestion, { decision }: Answer, dialog: Dialog | null): string {
    const current = this.#parts.book.byId(question.id);
    if (dialog === null) throw new BackboneError('not_waiting', 'The dialog is gone. Nothing was typed.');
    if (current?.state === 'closed' || dialogFingerprint(question.launchId, dialog) !== question.fingerprint)
      throw changed();
    const key = dialog.keys[decision];
    if (key === undefined) throw refusal(question);
    return key;
  }

  async #readAgain(agentId: string): Promise<{ readonly dialog: Dialog | null } | null> {
    try {
      return await this.#parts.supervisor.read(agentId);
    } catch (error) {
      // The session may end with the answer; the end of the launch closes the question then.
      this.#parts.logger.failure('screen.read', error);
      return null;
    }
  }

  async #receipt(question: DialogQuestion, answer: Answer, shown: string[]): Promise<Receipt> {
    const { outcome } = question;
    await this.#afterwards(question, answer, {
      outcome: outcome?.how ?? 'closed',
      key: outcome?.key ?? null,
      shown,
    });
    if (outcome?.how !== 'answered' || outcome.key === null) {
      throw new BackboneError('not_cleared', `"${question.agent}" ended right after the key was typed.`);
    }
    const { id: questionId, agent } = question;
    return {
      questionId,
      agent,
      decision: answer.decision,
      by: answer.by,
      at: outcome.at,
      key: outcome.key,
      alreadyAnswered: false,
    };
  }

  async #record(
    kind: 'answer.intended' | 'answer.outcome',
    question: DialogQuestion,
    { decision, by }: Answer,
    details: RecordDetails,
  ): Promise<void> {
    await this.#parts.audit.append({
      kind,
      actor: by,
      agent: { id: question.agentId, name: question.agent },
      launch: question.launchId,
      details: { question: question.id, fingerprint: question.fingerprint, decision, ...details },
    });
  }

  /** The act has happened: a record that fails now is told in the log and does not turn the answer into a failure. */
  async #afterwards(question: DialogQuestion, answer: Answer, details: RecordDetails): Promise<void> {
    try {
      await this.#record('answer.outcome', question, answer, details);
    } catch (error) {
      this.#parts.logger.failure('audit.append', asBackboneError(error));
    }
  }
}

function changed(): BackboneError {
  return new BackboneError(
    'changed',
    'The dialog on screen is not the one that was looked at. Nothing was typed. Look at the new one.',
  );
}

function refusal(question: DialogQuestion): BackboneError {
  return new BackboneError(
    'not_permission',
    `${question.limit ?? 'This dialog is not answered from outside.'} Nothing was typed.`,
  );
}

function rowsOf(dialog: Dialog | null): string[] {
  return (dialog?.rows ?? []).slice(0, recordedRows).map((row) => plainText(row));
}

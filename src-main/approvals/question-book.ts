import { randomUUID } from 'node:crypto';
import type { Fleet } from '../agents/fleet.ts';
import type { Observed, Supervisor } from '../agents/supervisor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, Disposables } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import { plainLine } from '../base/plain-text.ts';
import type { Actor, Decision, Question, QuestionOutcome } from '../contract/question.ts';
import type { ScreenReading } from '../runtimes/runtime.ts';
import { type Announced, type Asked, askedIn } from './question-facts.ts';
import type { QuestionStore } from './question-store.ts';
import { subjectLine } from './subject.ts';

/** Closed questions that are still found by their id, for a second press and for the panel's card. */
const rememberedClosed = 200;

/** A question that a dialog of an agent asks. */
export type DialogQuestion = Question & { readonly agentId: string };

function ofAgent(question: Question): question is DialogQuestion {
  return question.agentId !== null;
}

/** A decision that is being carried out. */
interface Answering {
  readonly decision: Decision;
  readonly by: Actor;
  /** Null until it was typed. */
  readonly key: string | null;
}

/** Every question, open and lately closed. One agent asks at most one thing at a time. */
export class QuestionBook implements Disposable {
  readonly #fleet: Fleet;
  readonly #store: QuestionStore;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #open = new Map<string, DialogQuestion>();
  readonly #closed = new Map<string, DialogQuestion>();
  readonly #announced = new Map<string, Announced>();
  readonly #unclear = new Map<string, number>();
  readonly #answering = new Map<string, Answering>();
  readonly #disposables = new Disposables();
  readonly changed: Emitter<Question>;

  constructor(parts: {
    fleet: Fleet;
    supervisor: Supervisor;
    store: QuestionStore;
    audit: AuditLog;
    clock: Clock;
    logger: Logger;
  }) {
    this.#fleet = parts.fleet;
    this.#store = parts.store;
    this.#audit = parts.audit;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.changed = new Emitter((error) => parts.logger.failure('question.listener', error));
    this.#disposables.add(parts.supervisor.observed.on((observed) => this.#take(observed)));
    this.#disposables.add(
      parts.supervisor.reported.on(({ agentId, hook: { request } }) => {
        if (request === null) return;
        this.#announced.set(agentId, { at: this.#clock.elapsed(), shown: false, request });
        this.#closeAnswered(agentId);
      }),
    );
    this.#disposables.add(
      parts.fleet.changed.on((change) => {
        if (change.event === 'agent.forgotten') this.#end(change.data.id);
        else if (change.data.agent.launch === null) this.#end(change.data.agent.id);
      }),
    );
  }

  /** Takes up the questions that were open when the last daemon ended; those of launches that ended are closed. */
  restore(): void {
    for (const question of this.#store.open().filter(ofAgent)) {
      const entry = this.#fleet.byId(question.agentId);
      const restored: DialogQuestion = {
        ...question,
        state: 'open',
        agent: entry?.record.name ?? question.agent,
      };
      this.#open.set(question.agentId, restored);
      if (entry?.live?.launch.id === question.launchId) this.#show(restored);
      else this.#end(question.agentId);
    }
  }

  /** The open questions, newest first. */
  openQuestions(): DialogQuestion[] {
    return [...this.#open.values()].sort((left, right) => right.askedAt - left.askedAt);
  }

  /** The open question of an agent; undefined when it asks nothing. */
  openOf(agentId: string): DialogQuestion | undefined {
    return this.#open.get(agentId);
  }

  /** A question by its id, open or lately closed. */
  byId(id: string): DialogQuestion | undefined {
    return [...this.#open.values()].find((question) => question.id === id) ?? this.#closed.get(id);
  }

  /** A decision begins to be carried out; the question takes no other one. */
  beginAnswer(question: DialogQuestion, decision: Decision, by: Actor): void {
    this.#answering.set(question.id, { decision, by, key: null });
    this.#put({ ...question, state: 'answering' });
  }

  /** The key is about to be typed: when the dialog goes from now on, it was this decision. Null takes that back. */
  noteKey(question: DialogQuestion, key: string | null): void {
    const answering = this.#answering.get(question.id);
    if (answering !== undefined) this.#answering.set(question.id, { ...answering, key });
  }

  /** The decision was not carried out; the question is open again, with the failure when a key had been typed. */
  endAnswer(id: string): void {
    const answering = this.#answering.get(id);
    this.#answering.delete(id);
    const question = this.byId(id);
    if (answering === undefined || question?.state !== 'answering') return;
    const { decision, by, key } = answering;
    const outcome: QuestionOutcome | null =
      key === null ? null : { how: 'failed', decision, by, at: this.#clock.now(), key };
    this.#put({ ...question, state: 'open', outcome });
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
  }

  #take({ agentId, launchId, at, screen }: Observed & { readonly screen: ScreenReading }): void {
    const entry = this.#fleet.byId(agentId);
    if (entry?.live == null || entry.live.launch.id !== launchId) return;
    const elapsed = this.#clock.elapsed();
    const asked = askedIn({
      launchId,
      at: elapsed,
      screen,
      announced: this.#announced.get(agentId) ?? null,
      state: entry.live.knowledge.reading.state,
      unclearSince: this.#unclear.get(agentId) ?? null,
    });
    if (asked === 'unclear') {
      this.#unclear.set(agentId, this.#unclear.get(agentId) ?? elapsed);
      return;
    }
    this.#unclear.delete(agentId);
    this.#noteShown(agentId, asked);
    const before = this.#open.get(agentId);
    if (before !== undefined && before.fingerprint === asked?.fingerprint) {
      this.#refresh(before, asked);
      return;
    }
    if (before !== undefined) this.#close(before, asked === null ? 'elsewhere' : 'changed');
    if (asked === null) return;
    const question: DialogQuestion = {
      ...asked,
      id: randomUUID(),
      agentId,
      agent: entry.record.name,
      folder: entry.record.dir,
      askedAt: at,
      state: 'open',
      outcome: null,
    };
    this.#put(question);
    this.#record('question.asked', question, {
      fingerprint: question.fingerprint,
      question: question.id,
      kind: question.kind,
      tool: question.tool,
      asks: plainLine(subjectLine(question.subject), 500),
    });
  }

  /** What is asked anew after our key is another dialog, also one that looks like the one that was answered. */
  #closeAnswered(agentId: string): void {
    const question = this.#open.get(agentId);
    if (question !== undefined && this.#answering.get(question.id)?.key != null)
      this.#close(question, 'changed');
  }

  #noteShown(agentId: string, asked: Asked | null): void {
    const announced = this.#announced.get(agentId);
    if (announced === undefined || asked === null || asked.sources.length < 2) return;
    this.#announced.set(agentId, { ...announced, shown: true });
  }

  /** The same dialog is still there; an event may have come that tells more about it. */
  #refresh(before: DialogQuestion, asked: Asked): void {
    const gained = asked.sources.length > before.sources.length;
    const other = asked.answers.join() !== before.answers.join() || asked.limit !== before.limit;
    if (!gained && !other) return;
    this.#put({ ...before, ...(gained ? asked : {}), answers: asked.answers, limit: asked.limit });
  }

  #end(agentId: string): void {
    this.#announced.delete(agentId);
    this.#unclear.delete(agentId);
    const question = this.#open.get(agentId);
    if (question !== undefined) this.#close(question, 'ended');
  }

  #close(question: DialogQuestion, how: 'elsewhere' | 'changed' | 'ended'): void {
    const answering = this.#answering.get(question.id);
    this.#answering.delete(question.id);
    const at = this.#clock.now();
    const typed = answering !== undefined && answering.key !== null && how !== 'ended';
    const outcome: QuestionOutcome = typed
      ? { how: 'answered', decision: answering.decision, by: answering.by, at, key: answering.key }
      : { how, decision: null, by: null, at, key: answering?.key ?? null };
    const closed: DialogQuestion = { ...question, state: 'closed', outcome };
    this.#open.delete(question.agentId);
    this.#closed.set(closed.id, closed);
    for (const id of this.#closed.keys()) {
      if (this.#closed.size <= rememberedClosed) break;
      this.#closed.delete(id);
    }
    this.#show(closed);
    this.#save(closed);
    this.#record('question.closed', closed, { question: closed.id, how: outcome.how });
  }

  #put(question: DialogQuestion): void {
    this.#open.set(question.agentId, question);
    this.#show(question);
    this.#save(question);
  }

  #show(question: DialogQuestion): void {
    const open = question.state === 'closed' ? null : question.id;
    const entry = this.#fleet.byId(question.agentId);
    if (entry !== undefined && (open !== null || entry.questionId === question.id)) {
      this.#fleet.update(question.agentId, { questionId: open });
    }
    this.changed.emit(question);
  }

  #save(question: DialogQuestion): void {
    if (this.#fleet.byId(question.agentId) === undefined) return;
    this.#store.save(question).catch((error: unknown) => this.#logger.failure('question.save', error));
  }

  #record(
    kind: 'question.asked' | 'question.closed',
    question: DialogQuestion,
    details: Record<string, string | null>,
  ): void {
    this.#audit
      .append({
        kind,
        actor: { door: 'daemon', name: null },
        agent: { id: question.agentId, name: question.agent },
        launch: question.launchId,
        details,
      })
      .catch((error: unknown) => this.#logger.failure('audit.append', error));
  }
}

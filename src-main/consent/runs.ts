import { randomUUID } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import { type Disposable } from '../base/disposable.ts';
import { BackboneError } from '../base/errors.ts';
import type { Actor } from '../contract/question.ts';
import type { Consent } from './consent.ts';
import type { ConsentGrant, ConsentRequest } from './grant.ts';

/** How long one call waits for an answer, milliseconds. */
const oneWait = 10_000;
/** A run that nobody has waited for so long is withdrawn with its questions, milliseconds. */
const abandonedAfter = 30_000;
/** Runs that were handed their keys and whose end is not told yet; the oldest is forgotten first. */
const mostRunning = 1_000;

/** Whose run it is: an agent's launch, or null for the operator. */
export type RunOwner = string | null;

interface Run {
  readonly owner: RunOwner;
  readonly request: ConsentRequest;
  readonly result: Promise<ConsentGrant>;
  readonly abort: AbortController;
  abandoned: NodeJS.Timeout;
}

/** Runs of programs that asked for keys: from the first question to their end. Values are handed over once and not kept. */
export class Runs implements Disposable {
  readonly #consent: Pick<Consent, 'obtain'>;
  readonly #audit: Pick<AuditLog, 'append'>;
  readonly #waiting = new Map<string, Run>();
  readonly #running = new Map<string, Pick<Run, 'owner' | 'request'>>();

  constructor(consent: Pick<Consent, 'obtain'>, audit: Pick<AuditLog, 'append'>) {
    this.#consent = consent;
    this.#audit = audit;
  }

  /** Begins to ask. @returns the id of the run, under which it is waited for */
  begin(owner: RunOwner, request: Omit<ConsentRequest, 'launchId'>, ask: boolean): string {
    const id = randomUUID();
    const abort = new AbortController();
    const whole = { ...request, launchId: id };
    const result = this.#consent.obtain(whole, ask, { signal: abort.signal, onAsked: () => undefined });
    // Whoever waits hears of it; nobody may.
    result.catch(() => undefined);
    const abandoned = this.#abandonLater(id);
    this.#waiting.set(id, { owner, request: whole, result, abort, abandoned });
    return id;
  }

  /**
   * Waits a while for the answers.
   * @returns null while a person has not answered yet
   * @throws not_found, record_failed, and why it was refused
   */
  async wait(owner: RunOwner, id: string): Promise<ConsentGrant | null> {
    const run = this.#waiting.get(id);
    if (run === undefined || run.owner !== owner) throw unknownRun();
    clearTimeout(run.abandoned);
    const timer = Promise.withResolvers<null>();
    const handle = setTimeout(() => timer.resolve(null), oneWait);
    try {
      const grant = await Promise.race([run.result, timer.promise]);
      if (grant === null) {
        run.abandoned = this.#abandonLater(id);
        return null;
      }
      await this.#record('run.intended', run.request, run.request.actor, { program: run.request.program });
      this.#forget(id);
      this.#keepRunning(id, run);
      return grant;
    } catch (error) {
      this.#forget(id);
      throw error;
    } finally {
      clearTimeout(handle);
    }
  }

  /** Says how a run ended, or gives up one that still asks. @throws not_found, record_failed */
  async end(owner: RunOwner, id: string, status: number | null, actor: Actor): Promise<void> {
    const waiting = this.#waiting.get(id);
    const run = waiting ?? this.#running.get(id);
    if (run === undefined || run.owner !== owner) throw unknownRun();
    waiting?.abort.abort();
    this.#forget(id);
    this.#running.delete(id);
    await this.#record('run.ended', run.request, actor, { program: run.request.program, status });
  }

  dispose(): void {
    for (const [id, { abort }] of this.#waiting) {
      abort.abort();
      this.#forget(id);
    }
  }

  #abandonLater(id: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.#waiting.get(id)?.abort.abort();
      this.#forget(id);
    }, abandonedAfter).unref();
  }

  #forget(id: string): void {
    const run = this.#waiting.get(id);
    if (run !== undefined) clearTimeout(run.abandoned);
    this.#waiting.delete(id);
  }

  #keepRunning(id: string, { owner, request }: Run): void {
    this.#running.set(id, { owner, request });
    for (const oldest of this.#running.keys()) {
      if (this.#running.size <= mostRunning) break;
      this.#running.delete(oldest);
    }
  }

  async #record(
    kind: 'run.intended' | 'run.ended',
    { agent, folder, launchId }: ConsentRequest,
    actor: Actor,
    details: Readonly<Record<string, string | number | null>>,
  ): Promise<void> {
    await this.#audit.append({ kind, actor, agent, launch: launchId, details: { folder, ...details } });
  }
}

function unknownRun(): BackboneError {
  return new BackboneError(
    'not_found',
    'There is no such run, or it was given up because nobody waited for it.',
  );
}

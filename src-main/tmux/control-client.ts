import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { BackboneError } from '../base/errors.ts';
import { type ControlEvent, ControlParser } from './control-parser.ts';
import { quoteCommand } from './quote.ts';

/** What a list of commands answered, up to the first that tmux refused. */
export interface Outcome {
  /** Lines printed by each command that went well. */
  readonly replies: readonly (readonly Uint8Array[])[];
  /** tmux's words about the command after those; null when all went well. */
  readonly failure: string | null;
}

interface Pending {
  readonly count: number;
  readonly replies: (readonly Uint8Array[])[];
  readonly timer: NodeJS.Timeout;
  resolve(outcome: Outcome): void;
  reject(error: BackboneError): void;
}

/** A server that is stopped, or a machine that swaps, may be slow; one that says nothing for so long is gone for us. */
const replyTimeout = 15_000;
/** A client that was told to end and has not is killed after this, in milliseconds. */
const endTimeout = 2_000;

/** The variables of `environment` without those that make tmux think it runs inside of another one. */
export function outsideTmux(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = { ...environment };
  delete rest['TMUX'];
  delete rest['TMUX_PANE'];
  return rest;
}

/** One `tmux -C` process: commands in, answers and notifications out. Ends once and for all. */
export class ControlClient implements Disposable {
  readonly output = new Emitter<{ readonly pane: string; readonly bytes: Uint8Array }>();
  readonly notice = new Emitter<{ readonly name: string; readonly text: Uint8Array }>();
  /** Emits why the client ended, once. */
  readonly ended = new Emitter<string>();
  readonly #seal = randomBytes(16).toString('hex');
  readonly #parser = new ControlParser(this.#seal);
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<void>;
  #events: ControlEvent[] = [];
  #waiting = false;
  #pending: Pending[] = [];
  #end: string | null = null;
  #refusal: string | null = null;

  /** Starts `command` (program first), which must be a `tmux -C`. */
  constructor(command: readonly string[], environment: NodeJS.ProcessEnv) {
    const [program = 'tmux', ...args] = command;
    this.#child = spawn(program, args, {
      env: outsideTmux(environment),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#events.push(...this.#parser.push(chunk));
      if (!this.#waiting) this.#drain();
    });
    this.#closed = new Promise((resolve) => {
      this.#child.once('error', () => {
        if (this.#child.pid !== undefined) return;
        this.#finish(`${program} could not be started`);
        resolve();
      });
      this.#child.once('close', () => {
        for (const event of this.#events.splice(0)) this.#hear(event);
        this.#finish(this.#refusal ?? 'the connection to tmux ended');
        resolve();
      });
    });
  }

  /** The client's process; tmux shows it as `client_pid`. Null when it could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Runs `commands` in one go: nothing happens in the server between them, and none runs after one that failed.
   * What the server said after the answer is heard only after the caller has gone on.
   * @throws tmux_failed when the connection ends or the server does not answer.
   */
  attempt(commands: readonly (readonly string[])[]): Promise<Outcome> {
    if (this.#end !== null) return Promise.reject(failed(this.#end));
    const seal = quoteCommand(['display-message', '-p', this.#seal]);
    const line = commands.map(quoteCommand).join(` ; ${seal} ; `);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#finish('tmux does not answer');
        void this.dispose();
      }, replyTimeout);
      this.#pending.push({ count: commands.length, replies: [], timer, resolve, reject });
      this.#child.stdin.write(`${line}\n${seal}\n`);
    });
  }

  /**
   * Like `attempt`, for commands that must go well.
   * @throws tmux_failed with tmux's words when one was refused.
   */
  async run(commands: readonly (readonly string[])[]): Promise<Outcome['replies']> {
    const { replies, failure } = await this.attempt(commands);
    if (failure !== null) throw failed(failure);
    return replies;
  }

  /** Ends the process and waits for it. The server and its sessions go on. */
  async dispose(): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endTimeout);
    await this.#closed;
    clearTimeout(timer);
  }

  #drain(): void {
    this.#waiting = false;
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      if (!this.#hear(event)) continue;
      if (this.#events.length === 0) return;
      // Whoever waits for this answer goes on before what came after it is heard.
      this.#waiting = true;
      setImmediate(() => {
        if (this.#waiting) this.#drain();
      });
      return;
    }
  }

  /** @returns true when someone's wait ended. */
  #hear(event: ControlEvent): boolean {
    if (event.kind === 'output') this.output.emit(event);
    else if (event.kind === 'notice') this.notice.emit(event);
    else if (event.kind === 'refused') this.#refusal = event.text;
    else return this.#answer(event.ok, event.lines);
    return false;
  }

  #answer(ok: boolean, lines: readonly Uint8Array[]): boolean {
    const pending = this.#pending[0];
    if (pending === undefined) return false;
    if (ok) pending.replies.push(lines);
    if (ok && pending.replies.length < pending.count) return false;
    this.#pending.shift();
    clearTimeout(pending.timer);
    const failure = ok ? null : Buffer.concat(lines).toString('utf8');
    pending.resolve({ replies: pending.replies, failure });
    return true;
  }

  #finish(reason: string): void {
    if (this.#end !== null) return;
    this.#end = reason;
    for (const pending of this.#pending.splice(0)) {
      clearTimeout(pending.timer);
      pending.reject(failed(reason));
    }
    this.ended.emit(reason);
  }
}

function failed(reason: string): BackboneError {
  return new BackboneError('tmux_failed', `tmux did not do what it was asked: ${reason}.`);
}

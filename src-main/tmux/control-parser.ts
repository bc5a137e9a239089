import { LineSplitter } from './line-splitter.ts';
import { unescapeOctal } from './octal.ts';

/** What tmux's control mode says, in order. */
export type ControlEvent =
  /** The answer to one sealed command; with `ok` false, `lines` say why. */
  | { readonly kind: 'reply'; readonly ok: boolean; readonly lines: readonly Uint8Array[] }
  /** Bytes that a program wrote. */
  | { readonly kind: 'output'; readonly pane: string; readonly bytes: Uint8Array }
  /** A notification, such as `%layout-change`, without its `%`. */
  | { readonly kind: 'notice'; readonly name: string; readonly text: Uint8Array }
  /** tmux refused what the client was started with. */
  | { readonly kind: 'refused'; readonly text: string };

/** Longest line that is kept: a list of several thousand sessions fits. */
const lineLimit = 4_000_000;
/** Most bytes kept of one answer: a scrollback of 50,000 rows of 600 bytes fits. */
const replyLimit = 32_000_000;

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function asciiStart(line: Uint8Array, length: number): string {
  return Buffer.from(line.buffer, line.byteOffset, Math.min(length, line.byteLength)).toString('latin1');
}

/**
 * Reads the output of `tmux -C`, fed in pieces of any size. Never throws, and keeps a bounded part.
 *
 * An answer may hold rows of a screen, which an agent can make look like `%end` or `%begin`. So every command is
 * followed by one that prints the seal, a secret of this connection, and only the seal ends an answer: the last
 * `%end` before it is the true one.
 */
export class ControlParser {
  readonly #seal: string;
  readonly #lines = new LineSplitter(lineLimit);
  /** Time, number and flags of the open block of a command of ours. */
  #guard: string | null = null;
  #body: Uint8Array[] = [];
  #bodySize = 0;
  #tooLarge = false;
  /** Guard and lines of the open block that answers none of our commands. */
  #other: { readonly guard: string; readonly lines: string[] } | null = null;

  constructor(seal: string) {
    this.#seal = seal;
  }

  push(chunk: Uint8Array): ControlEvent[] {
    const events: ControlEvent[] = [];
    for (const line of this.#lines.push(chunk)) this.#read(line, events);
    return events;
  }

  #read(line: Uint8Array, events: ControlEvent[]): void {
    if (this.#guard !== null) this.#readReply(line, this.#guard, events);
    else if (this.#other !== null) this.#readOther(line, this.#other, events);
    else if (asciiStart(line, 7) === '%begin ') this.#begin(asciiStart(line, 80));
    else this.#readNotice(line, events);
  }

  #begin(line: string): void {
    const guard = line.slice('%begin '.length);
    if (!/^\d+ \d+ \d+$/.test(guard)) return;
    if (guard.endsWith(' 1')) this.#guard = guard;
    else this.#other = { guard, lines: [] };
  }

  #readOther(line: Uint8Array, other: { guard: string; lines: string[] }, events: ControlEvent[]): void {
    const text = textOf(line);
    if (text !== `%end ${other.guard}` && text !== `%error ${other.guard}`) {
      if (other.lines.length < 20) other.lines.push(text);
      return;
    }
    this.#other = null;
    if (text.startsWith('%error')) events.push({ kind: 'refused', text: other.lines.join(' ') });
  }

  #readReply(line: Uint8Array, guard: string, events: ControlEvent[]): void {
    if (line.length === this.#seal.length && asciiStart(line, line.length) === this.#seal) {
      this.#close(guard, events);
      return;
    }
    this.#bodySize += line.length + 1;
    if (this.#bodySize > replyLimit) {
      this.#tooLarge = true;
      this.#body = [];
    } else this.#body.push(Uint8Array.from(line));
  }

  #close(guard: string, events: ControlEvent[]): void {
    const body = this.#body;
    const tooLarge = this.#tooLarge;
    this.#guard = null;
    this.#body = [];
    this.#bodySize = 0;
    this.#tooLarge = false;
    const ends = [`%end ${guard}`, `%error ${guard}`];
    const longest = guard.length + '%error '.length;
    const end = body.findLastIndex((line) => line.length <= longest && ends.includes(textOf(line)));
    const last = body[end];
    if (tooLarge || last === undefined) {
      events.push({ kind: 'reply', ok: false, lines: [Buffer.from('the answer is too large')] });
      return;
    }
    events.push({ kind: 'reply', ok: asciiStart(last, 4) === '%end', lines: body.slice(0, end) });
    for (const line of body.slice(end + 1)) this.#readNotice(line, events);
  }

  #readNotice(line: Uint8Array, events: ControlEvent[]): void {
    const head = asciiStart(line, 64);
    const output = /^%(?:output (%\d+) |extended-output (%\d+) [^:]*: )/.exec(head);
    if (output !== null) {
      const pane = output[1] ?? output[2] ?? '';
      events.push({ kind: 'output', pane, bytes: unescapeOctal(line.subarray(output[0].length)) });
      return;
    }
    const notice = /^%([a-z-]+)(?: |$)/.exec(head);
    const name = notice?.[1];
    if (notice === null || name === undefined || ['begin', 'end', 'error'].includes(name)) return;
    events.push({ kind: 'notice', name, text: Uint8Array.from(line.subarray(notice[0].length)) });
  }
}

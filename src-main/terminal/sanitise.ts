import { permittedSequence } from './control-sequence.ts';
import { permittedLink } from './hyperlink.ts';
import { endOfPlain } from './plain-run.ts';
import { characterLength, maySecond } from './utf8.ts';

const escape = 0x1b;
const bell = 0x07;
const stringEnd = 0x5c;
const replacementCharacter = [0xef, 0xbf, 0xbd];
/** Control characters that move the cursor or choose a character set: BS HT LF VT FF CR SO SI. */
const permittedControls = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f]);
/** What may follow ESC: save, restore, index, next line, tab stop, reverse index, reset, keypad, character sets, alignment. */
const permittedEscape = /^(?:[78DEHMc=>]|[()*+][0AB]|#8)$/;
/** Longer sequences are dropped whole; one that sets every attribute and three true colours is a fifth of it. */
const sequenceLimit = 512;
/** Of longer strings only the end is awaited. A link as long as terminals take it fits. */
const stringLimit = 4_096;
/** tmux gives up on a string that does not end within this time, in milliseconds, and shows what follows; so do we. */
const stringTimeout = 5_000;

type State =
  | 'ground'
  | 'escape'
  | 'sequence'
  /** `ESC ]`: ends with BEL or any escape. */
  | 'command'
  /** APC, PM, SOS and screen's titles: nothing passes, any escape ends it. */
  | 'string'
  /** DCS: before and after the final character of its head. After it only `ESC \` ends it. */
  | 'device-head'
  | 'device'
  | 'device-escape';

const introducers: Readonly<Record<string, State>> = {
  '[': 'sequence',
  ']': 'command',
  P: 'device-head',
  X: 'string',
  '^': 'string',
  _: 'string',
  k: 'string',
};
const strings = new Set<State>(['command', 'string', 'device-head', 'device', 'device-escape']);

/**
 * Takes out of an agent's output what a viewer must never get: the clipboard, titles, requests for reports, mouse
 * and paste modes, links to anything but http(s), and strings for devices. Text, colours, cursor and screen stay.
 *
 * A stream: what is given back never ends inside a character or a sequence; the unfinished part is kept, bounded.
 * It follows tmux's own reading of sequences, so that both take the same bytes for text.
 */
export class Sanitiser {
  #state: State = 'ground';
  /** Bytes of the sequence or string that is not finished. */
  #held: number[] = [];
  /** Bytes of the character that is not finished. */
  #character: number[] = [];
  #stringSince = 0;
  #now = 0;
  #out = Buffer.alloc(0);
  #length = 0;

  /**
   * @param elapsed milliseconds of a clock that never goes back
   * @returns what may be shown of all that is complete by now
   */
  push(bytes: Uint8Array, elapsed: number): Uint8Array {
    this.#now = elapsed;
    if (strings.has(this.#state) && elapsed - this.#stringSince > stringTimeout) this.#enter('ground');
    // At worst each byte is replaced by three, and what was held comes out as well.
    this.#out = Buffer.allocUnsafe(bytes.length * 3 + this.#held.length + stringLimit);
    this.#length = 0;
    for (let at = 0; at < bytes.length; ) {
      const end = this.#state === 'ground' && this.#character.length === 0 ? endOfPlain(bytes, at) : at;
      if (end > at) {
        this.#out.set(bytes.subarray(at, end), this.#length);
        this.#length += end - at;
        at = end;
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      if (this.#state === 'ground') this.#readText(byte);
      else this.#readControl(byte);
    }
    return Uint8Array.from(this.#out.subarray(0, this.#length));
  }

  #readText(byte: number): void {
    if (this.#character.length > 0) this.#continueCharacter(byte);
    else if (byte >= 0x20 && byte < 0x7f) this.#emit([byte]);
    else if (byte === escape) this.#enter('escape');
    else if (byte < 0x80) this.#control(byte);
    else if (characterLength(byte) === 0) this.#emit(replacementCharacter);
    else this.#character = [byte];
  }

  #continueCharacter(byte: number): void {
    const [first = 0] = this.#character;
    const fits = this.#character.length === 1 ? maySecond(first, byte) : byte >= 0x80 && byte <= 0xbf;
    if (!fits) {
      this.#character = [];
      this.#emit(replacementCharacter);
      this.#readText(byte);
      return;
    }
    this.#character.push(byte);
    if (this.#character.length < characterLength(first)) return;
    // U+0080 to U+009F are control characters again, which some terminals obey.
    const isControl = first === 0xc2 && byte < 0xa0;
    if (!isControl) this.#emit(this.#character);
    this.#character = [];
  }

  #readControl(byte: number): void {
    const state = this.#state;
    if (state === 'device') {
      if (byte === escape) this.#state = 'device-escape';
    } else if (state === 'device-escape') this.#state = byte === stringEnd ? 'ground' : 'device';
    else if (byte === 0x18 || byte === 0x1a) this.#enter('ground');
    else if (byte === escape) this.#restart();
    else if (state === 'escape') this.#readEscape(byte);
    else if (state === 'sequence') this.#readSequence(byte);
    else if (state === 'device-head') {
      if (byte >= 0x40 && byte < 0x7f) this.#state = 'device';
    } else if (state === 'command') this.#readCommand(byte);
  }

  #restart(): void {
    if (this.#state === 'command') this.#finishCommand();
    this.#enter('escape');
  }

  #readEscape(byte: number): void {
    if (byte < 0x20) this.#control(byte);
    if (byte < 0x20 || byte > 0x7e) return;
    const next = this.#held.length === 0 ? introducers[String.fromCharCode(byte)] : undefined;
    if (next !== undefined) {
      this.#enter(next);
      return;
    }
    if (this.#held.length < sequenceLimit) this.#held.push(byte);
    if (byte < 0x30) return;
    if (permittedEscape.test(String.fromCharCode(...this.#held))) this.#emit([escape, ...this.#held]);
    this.#enter('ground');
  }

  #readSequence(byte: number): void {
    if (byte < 0x20) this.#control(byte);
    if (byte < 0x20 || byte > 0x7e) return;
    if (this.#held.length <= sequenceLimit) this.#held.push(byte);
    if (byte < 0x40) return;
    const whole = this.#held.length <= sequenceLimit;
    const body = whole ? permittedSequence(String.fromCharCode(...this.#held)) : null;
    if (body !== null) this.#emit(Buffer.from(`\u001b[${body}`, 'latin1'));
    this.#enter('ground');
  }

  #readCommand(byte: number): void {
    if (byte === bell) {
      this.#finishCommand();
      this.#enter('ground');
    } else if (byte >= 0x20 && this.#held.length <= stringLimit) this.#held.push(byte);
  }

  #finishCommand(): void {
    const text = Buffer.from(this.#held).toString('latin1');
    if (text.startsWith('8;')) {
      this.#emit(Buffer.from(`\u001b]8;${permittedLink(text.slice(2))}\u001b\\`, 'latin1'));
    }
  }

  #control(byte: number): void {
    if (permittedControls.has(byte)) this.#out[this.#length++] = byte;
  }

  #enter(state: State): void {
    this.#state = state;
    this.#held = [];
    if (strings.has(state)) this.#stringSince = this.#now;
  }

  #emit(bytes: Iterable<number>): void {
    for (const byte of bytes) this.#out[this.#length++] = byte;
  }
}

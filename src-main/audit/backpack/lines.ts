import { BackboneError } from '../../base/errors.ts';

/** A line as it lies in the file. */
export interface RawLine {
  /** From 1, blank lines counted. */
  readonly line: number;
  /** Without its end; null when it is longer than the bound and was let go. */
  readonly bytes: Buffer | null;
}

export interface LineBounds {
  /** Longest line, bytes. Backpack's have a few hundred. */
  readonly longest: number;
  /** Most lines of a file. */
  readonly most: number;
}

export const usualBounds: LineBounds = { longest: 64 * 1024, most: 200_000 };

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Without the carriage return that Backpack wrote on Windows. */
function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}

/** One line that grows up to the bound, and from there on only counts. */
class Growing {
  readonly #longest: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#longest) this.#parts = [];
    else this.#parts.push(part);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The finished line; the next one begins. */
  take(): Buffer | null {
    const bytes = this.#length > this.#longest ? null : withoutReturn(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }
}

/**
 * Cuts bytes into lines and holds no more than one line and one chunk. A last line needs no end.
 * @throws too_large when there are more lines than the bound
 */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  bounds: LineBounds,
): AsyncGenerator<RawLine> {
  const growing = new Growing(bounds.longest);
  let line = 0;
  const finished = (): RawLine => {
    line += 1;
    if (line > bounds.most) {
      throw new BackboneError(
        'too_large',
        `The old log has more than ${bounds.most} lines. Split it and import the parts one after the other.`,
      );
    }
    return { line, bytes: growing.take() };
  };
  for await (const chunk of content) {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      growing.add(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield finished();
    }
    growing.add(rest);
  }
  if (!growing.isEmpty) yield finished();
}

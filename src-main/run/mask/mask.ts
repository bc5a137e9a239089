import type { MaskedForm } from './forms.ts';

/** Takes values out of a stream of bytes. */
export interface Mask {
  /** @returns what of the stream may be shown by now. What might begin a value is held. */
  push(chunk: Buffer): Buffer;
  /**
   * Called while nothing comes: lets go of up to three bytes that might begin a value, so that a prompt is seen whole.
   * Should they have begun one, its rest is hidden all the same. A longer beginning is held.
   */
  rest(): Buffer;
  /** @returns all that is held, at the end of the stream */
  end(): Buffer;
}

/** More of a value than this is shown only when it turned out to be none. */
const mostReleased = 3;

const nothing = Buffer.alloc(0);

/** What stands in the place of a value of the key `name`. */
export function maskedText(name: string): string {
  return `[hidden ${name}]`;
}

/** How many bytes of `form` stand at `at`. Most differ at once, which is why no native function is called. */
function sharedLength(data: Buffer, at: number, form: Buffer): number {
  const limit = Math.min(form.length, data.length - at);
  let length = 0;
  while (length < limit && data[at + length] === form[length]) length += 1;
  return length;
}

function startsAt(data: Buffer, at: number, form: Buffer): boolean {
  return sharedLength(data, at, form) === form.length;
}

/** True when `data` ends, from `at` on, with a beginning of `form`. */
function mayStartAt(data: Buffer, at: number, form: Buffer): boolean {
  const length = data.length - at;
  return length < form.length && sharedLength(data, at, form) === length;
}

/**
 * Hides every byte that belongs to one of the forms, also where they overlap; each run of hidden bytes is shown as
 * the name of the key with which it begins. Works across the borders of chunks.
 */
export function createMask(forms: readonly MaskedForm[]): Mask {
  /** By the first byte, the longest first. */
  const byFirst: MaskedForm[][] = Array.from({ length: 256 }, () => []);
  for (const form of [...forms].sort((a, b) => b.bytes.length - a.bytes.length)) {
    const first = form.bytes[0];
    if (first !== undefined) byFirst[first]?.push(form);
  }
  /** What was not decided on yet. All positions below count from its start. */
  let held = nothing;
  /** Up to where it was shown already. */
  let shown = 0;
  /** Up to where it is hidden. */
  let hidden = 0;
  /** The name of the run of hidden bytes that was not said yet; null when it was. */
  let unsaid: string | null = null;

  /** Shows `data` from `from` to `to`, less what is hidden. */
  function show(data: Buffer, from: number, to: number, out: Buffer[]): void {
    const start = Math.max(from, shown);
    const covered = Math.min(hidden, to);
    if (start < covered && unsaid !== null) {
      out.push(Buffer.from(maskedText(unsaid)));
      unsaid = null;
    }
    const visible = Math.max(start, covered);
    if (visible < to) out.push(data.subarray(visible, to));
  }

  function work(data: Buffer, atEnd: boolean): Buffer {
    const out: Buffer[] = [];
    let at = 0;
    let from = 0;
    for (; at < data.length; at += 1) {
      const candidates = byFirst[data[at] ?? 0];
      if (candidates === undefined || candidates.length === 0) continue;
      if (!atEnd && candidates.some(({ bytes }) => mayStartAt(data, at, bytes))) break;
      const found = candidates.find(({ bytes }) => startsAt(data, at, bytes));
      if (found === undefined) continue;
      if (at >= hidden) {
        show(data, from, at, out);
        from = at;
        unsaid = found.name;
      }
      hidden = Math.max(hidden, at + found.bytes.length);
    }
    show(data, from, at, out);
    // A copy: the chunk itself may be large, and is not ours.
    held = Buffer.from(data.subarray(at));
    shown = Math.max(0, shown - at);
    hidden = Math.max(0, hidden - at);
    return Buffer.concat(out);
  }

  return {
    push: (chunk) => work(held.length === 0 ? chunk : Buffer.concat([held, chunk]), false),
    rest() {
      if (held.length > mostReleased) return nothing;
      const out: Buffer[] = [];
      show(held, 0, held.length, out);
      shown = held.length;
      return Buffer.concat(out);
    },
    end: () => work(held, true),
  };
}

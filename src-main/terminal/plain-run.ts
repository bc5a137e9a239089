import { characterLength, maySecond } from './utf8.ts';

const escape = 0x1b;
const bracket = 0x5b;
/** Finals of the commonest sequences: colours, and moving and erasing. */
const commonFinals = new Set(Buffer.from('mHKABCDGJd'));
/** CR and LF, which end nearly every row. */
const breaks = new Set([0x0d, 0x0a]);

/**
 * Where the bytes end that a viewer gets as they are: text, line breaks and the commonest sequences. Nearly all
 * output is such, and can be copied as a whole; everything else is looked at one byte after another.
 * @returns `start` when there is none
 */
export function endOfPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined) return at;
    if ((byte >= 0x20 && byte < 0x7f) || breaks.has(byte)) at += 1;
    else {
      const end = byte === escape ? endOfCommonSequence(bytes, at) : endOfCharacter(bytes, at, byte);
      if (end === at) return at;
      at = end;
    }
  }
}

/** @returns `start` when the character is not whole, not valid or a control character */
function endOfCharacter(bytes: Uint8Array, start: number, first: number): number {
  const end = start + characterLength(first);
  if (first < 0x80 || end > bytes.length) return start;
  const second = bytes[start + 1] ?? 0;
  if (!maySecond(first, second) || (first === 0xc2 && second < 0xa0)) return start;
  for (let at = start + 2; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return start;
  }
  return end;
}

/** @returns `start` when it is another sequence, is not whole, or has a number of more than four digits */
function endOfCommonSequence(bytes: Uint8Array, start: number): number {
  if (bytes[start + 1] !== bracket) return start;
  const limit = Math.min(bytes.length, start + 64);
  let digits = 0;
  for (let at = start + 2; at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) digits += 1;
    else if (byte === 0x3a || byte === 0x3b) digits = 0;
    else return commonFinals.has(byte) ? at + 1 : start;
    if (digits > 4) return start;
  }
  return start;
}

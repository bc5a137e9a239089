const backslash = 0x5c;

function isOctal(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

/** Bytes as they were before tmux wrote some of them as `\ooo`. A backslash without three octal digits stays. */
export function unescapeOctal(escaped: Uint8Array): Uint8Array {
  const first = escaped.indexOf(backslash);
  if (first === -1) return Uint8Array.from(escaped);
  const bytes = new Uint8Array(escaped.length);
  bytes.set(escaped.subarray(0, first));
  let length = first;
  for (let at = first; at < escaped.length; ) {
    const byte = escaped[at] ?? 0;
    const [high, middle, low] = [escaped[at + 1], escaped[at + 2], escaped[at + 3]];
    if (byte === backslash && isOctal(high) && isOctal(middle) && isOctal(low)) {
      bytes[length++] = ((high - 0x30) << 6) | ((middle - 0x30) << 3) | (low - 0x30);
      at += 4;
    } else {
      bytes[length++] = byte;
      at += 1;
    }
  }
  return bytes.subarray(0, length);
}

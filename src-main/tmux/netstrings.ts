/** A format that prints each variable with its length before it, so that no value can imitate a boundary. */
export function lengthPrefixed(variables: readonly string[]): string {
  return variables.map((variable) => `#{n:${variable}}:#{${variable}}`).join('');
}

/**
 * Reads what `lengthPrefixed` printed, several records in a row.
 * @param width number of values in a record
 * @returns null when the bytes are not such a text to their very end
 */
export function readLengthPrefixed(bytes: Uint8Array, width: number): string[][] | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < buffer.length; ) {
    const colon = buffer.indexOf(0x3a, at);
    const digits = colon === -1 ? '' : buffer.toString('latin1', at, Math.min(colon, at + 9));
    if (!/^\d{1,8}$/.test(digits) || colon - at !== digits.length) return null;
    const end = colon + 1 + Number(digits);
    if (end > buffer.length) return null;
    record.push(buffer.toString('utf8', colon + 1, end));
    if (record.length === width) {
      records.push(record);
      record = [];
    }
    at = end;
  }
  return record.length === 0 ? records : null;
}

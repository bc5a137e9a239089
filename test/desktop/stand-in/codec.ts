/** Carries values between Node and the page as text: what JSON knows, undefined and bytes. Anything else does not cross. */
export interface Codec {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/** Runs in Node and, as text, in the page: it may use nothing from around it. */
export function createCodec(): Codec {
  const tag = '$stand-in';
  const isPlain = (value: object): boolean =>
    Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  const pack = (value: unknown): unknown => {
    if (value === undefined) return { [tag]: 'undefined' };
    if (value instanceof Uint8Array) {
      return { [tag]: 'bytes', text: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')) };
    }
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (!isPlain(value)) throw new Error('An object could not be cloned.');
    if (Array.isArray(value)) return value.map(pack);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, pack(entry)]));
  };
  const unpack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(unpack);
    const fields = value as Record<string, unknown>;
    if (fields[tag] === 'undefined') return undefined;
    if (fields[tag] === 'bytes') {
      return Uint8Array.from(atob(String(fields['text'])), (character) => character.charCodeAt(0));
    }
    return Object.fromEntries(Object.entries(fields).map(([key, entry]) => [key, unpack(entry)]));
  };
  return {
    encode: (value) => JSON.stringify(pack(value)),
    decode: (text) => unpack(JSON.parse(text)),
  };
}

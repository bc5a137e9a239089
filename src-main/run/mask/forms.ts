/** A shorter value is in harmless text by chance, and is not hidden. */
export const shortestMasked = 4;
/** A shorter part or encoding of a value is in harmless text by chance. */
const shortestForm = 8;

/** One way in which a value may stand in an output. */
export interface MaskedForm {
  /** Name of the key, which is shown in the place of its value. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** How base64 shows `value` wherever it begins in what is encoded: only the characters that it decides alone. */
function base64Forms(value: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), value]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + value.length) * 8) / 6);
    const own = encoded.slice(from, to);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Every form of one value: as it is, as a terminal breaks its lines, line by line, and as JSON, an address and base64 have it. */
function formsOf(value: Buffer): Buffer[] {
  const text = value.toString('utf8');
  const lines = text.split(/\r?\n/);
  const further = [
    ...(lines.length > 1 ? lines : []),
    text.replaceAll('\n', '\r\n'),
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    ...base64Forms(value),
  ];
  return [value, ...further.filter((form) => form.length >= shortestForm).map((form) => Buffer.from(form))];
}

/** What is to be hidden. Values that are too short to be hidden have no form. */
export function maskedForms(secrets: Readonly<Record<string, Buffer>>): MaskedForm[] {
  return Object.entries(secrets)
    .filter(([, value]) => value.length >= shortestMasked)
    .flatMap(([name, value]) => formsOf(value).map((bytes) => ({ name, bytes: Buffer.from(bytes) })));
}

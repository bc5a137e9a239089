import { type SealedPart, sealedPart } from '../../backpack/sealed-part.ts';

const form = /^\{"data": "([A-Za-z0-9+/=]+)", "salt": "([A-Za-z0-9+/=]+)"\}$/;

/** What a line exactly as Backpack 1.0 wrote it holds; null for any other. */
export function parseSealedLine(line: Buffer): SealedPart | null {
  const [, data, salt] = form.exec(line.toString('latin1')) ?? [];
  return data === undefined || salt === undefined ? null : sealedPart(data, salt);
}

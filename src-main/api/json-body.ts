import { BackboneError } from '../base/errors.ts';

/** Largest body of a request and largest message of a socket, bytes. */
export const largestMessage = 1024 * 1024;

/** Deepest nesting of a body. The contract needs four. */
const deepest = 32;

/** Whether JSON text nests deeper than `bound`, found without parsing it. */
export function isDeeperThan(text: string, bound: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > bound) return true;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
  return false;
}

/** @throws invalid_input when the body nests too deep to be one of ours */
export function assertShallow(text: string): void {
  if (isDeeperThan(text, deepest)) {
    throw new BackboneError('invalid_input', `The body nests deeper than ${deepest} levels.`);
  }
}

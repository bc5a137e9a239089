/** A key, or text that was typed or pasted. */
export type KeyPress =
  | { readonly key: 'enter' | 'escape' | 'backspace' | 'up' | 'down' | 'interrupt' | 'end' | 'clear' }
  | { readonly key: 'text'; readonly text: string };

const named: Readonly<Record<string, KeyPress['key']>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x03': 'interrupt',
  '\x04': 'end',
  '\x15': 'clear',
};
const arrows: Readonly<Record<string, 'up' | 'down'>> = { A: 'up', B: 'down' };

/**
 * Reads what a terminal sent.
 * @param input what is not read yet
 * @returns the keys, and the beginning of a sequence whose rest has not come
 */
export function readKeys(input: string): { readonly keys: readonly KeyPress[]; readonly rest: string } {
  const keys: KeyPress[] = [];
  let rest = input;
  while (rest !== '') {
    const paste = /^\x1b\[200~(.*?)\x1b\[201~/s.exec(rest);
    const sequence = /^\x1b[[O][0-9;?]*([A-Za-z~])/.exec(rest);
    const text = /^[^\x00-\x1f\x7f]+/.exec(rest);
    if (paste !== null) {
      const pasted = (paste[1] ?? '').replace(/[\x00-\x1f\x7f]+/g, ' ').trim();
      if (pasted !== '') keys.push({ key: 'text', text: pasted });
      rest = rest.slice(paste[0].length);
    } else if (rest.startsWith('\x1b[200~') || /^\x1b(?:[[O][0-9;?]*)?$/.test(rest)) {
      return { keys, rest };
    } else if (sequence !== null) {
      const arrow = arrows[sequence[1] ?? ''];
      if (arrow !== undefined) keys.push({ key: arrow });
      rest = rest.slice(sequence[0].length);
    } else if (text !== null) {
      keys.push({ key: 'text', text: text[0] });
      rest = rest.slice(text[0].length);
    } else if (rest.startsWith('\x1b')) {
      keys.push({ key: 'escape' });
      rest = rest.slice(1);
    } else {
      const key = named[rest[0] ?? ''];
      if (key !== undefined && key !== 'text') keys.push({ key });
      rest = rest.slice(1);
    }
  }
  return { keys, rest };
}

import { BackboneError } from '../base/errors.ts';

/** Characters that mean nothing to tmux's parser inside double quotes; every other ASCII one is written in octal. */
const plain = /[^A-Za-z0-9 _.,:;/=+@%^&*()[\]{}<>|!?'`\u0080-\u{10FFFF}-]/gu;

/**
 * One argument as tmux's parser reads it back exactly: quotes, `$`, `;`, line breaks and all. The result is on one line.
 * @throws invalid_input for a text with a NUL, which no program can be given.
 */
export function quoteArgument(text: string): string {
  if (text.includes('\0')) {
    throw new BackboneError('invalid_input', 'A text with a NUL character cannot be given to tmux.');
  }
  const escaped = text.replace(
    plain,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`,
  );
  return `"${escaped}"`;
}

/** One command, its name first, as tmux's parser reads it. */
export function quoteCommand(command: readonly string[]): string {
  return command.map(quoteArgument).join(' ');
}

/** Text for an argument that tmux expands as a format: what comes out is `text` again, and nothing in it is run. */
export function escapeFormat(text: string): string {
  // tmux keeps a run of `#` as it is when a `[` follows, and halves every other run.
  return text.replace(/#+(\[?)/g, (run: string, bracket: string) => (bracket === '' ? run + run : run));
}

import { shellWord } from '../base/shell-word.ts';

/**
 * Command of an agent's pane: the loader in place of the shell, without the names that no agent inherits.
 * It holds no value: tmux shows it to whoever asks.
 * @param loader our loader script
 * @param file the launch's private file
 * @param digest SHA-256 of its content, hexadecimal
 * @param settings words `NAME=value` for the program alone, none of them secret
 * @param program what the loader becomes, with its arguments
 */
export function paneCommand(parts: {
  readonly without: readonly string[];
  readonly loader: string;
  readonly file: string;
  readonly digest: string;
  readonly settings: readonly string[];
  readonly program: readonly string[];
}): string {
  const unset = parts.without.flatMap((name) => ['-u', name]);
  const words = [
    'env',
    ...unset,
    ...parts.settings,
    '/bin/sh',
    parts.loader,
    parts.file,
    parts.digest,
    '--',
    ...parts.program,
  ];
  return `exec ${words.map(shellWord).join(' ')}`;
}

/** What a person may tell the practice agent. */
export type Instruction =
  | { readonly do: 'run'; readonly command: string }
  | { readonly do: 'write'; readonly file: string; readonly text: string }
  | { readonly do: 'slow'; readonly seconds: number }
  | { readonly do: 'ask' | 'help' | 'exit' };

/** Lines of the help. */
export const helpLines: readonly string[] = [
  'run: COMMAND       runs a command in this folder, after you allow it',
  'write: FILE TEXT   writes a file in this folder, after you allow it',
  'slow: SECONDS      is busy for a while; Esc stops it',
  'ask                asks you to choose',
  'exit               ends the practice agent',
];

/** Longest time of `slow`. */
const longestSeconds = 3_600;

/** Null when the text is none of the instructions. */
export function parseInstruction(text: string): Instruction | null {
  const line = text.trim();
  if (line === 'ask' || line === 'help' || line === 'exit') return { do: line };
  const [, name, rest] = /^(run|write|slow): *(.*)$/s.exec(line) ?? [];
  if (name === undefined || rest === undefined || rest === '') return null;
  if (name === 'run') return { do: 'run', command: rest };
  if (name === 'slow') {
    const seconds = Number(rest);
    const isFine = Number.isFinite(seconds) && seconds > 0 && seconds <= longestSeconds;
    return isFine ? { do: 'slow', seconds } : null;
  }
  const [, file = '', given = ''] = /^(\S+)\s*(.*)$/s.exec(rest) ?? [];
  return { do: 'write', file, text: given === '' ? 'Written by the practice agent.' : given };
}

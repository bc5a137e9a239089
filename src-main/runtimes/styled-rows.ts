/** A stretch of one row in one look. */
export interface Run {
  readonly text: string;
  /** The foreground's SGR parameters, such as `38;5;246`; null for the terminal's own colour. */
  readonly colour: string | null;
  readonly dim: boolean;
}

// A sequence of SGR, or any other escape that a capture may hold.
const escape = /\x1b\[([0-9;:]*)m|\x1b\[[0-9;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b./g;

/**
 * The rows of a capture as runs. tmux carries a look on from one row to the next, so the rows must come from the
 * first one on.
 */
export function styledRows(styled: readonly string[]): readonly (readonly Run[])[] {
  let colour: string | null = null;
  let dim = false;

  const apply = (parameters: readonly string[]): void => {
    for (let index = 0; index < parameters.length; index += 1) {
      const code = Number(parameters[index] ?? '');
      if (code === 0) {
        colour = null;
        dim = false;
      } else if (code === 2) dim = true;
      else if (code === 22) dim = false;
      else if (code === 39) colour = null;
      else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) colour = String(code);
      else if (code === 38 || code === 48) {
        const length = parameters[index + 1] === '2' ? 5 : 3;
        if (code === 38) colour = parameters.slice(index, index + length).join(';');
        index += length - 1;
      }
    }
  };

  return styled.map((row) => {
    const runs: Run[] = [];
    let from = 0;
    const push = (text: string): void => {
      if (text !== '') runs.push({ text, colour, dim });
    };
    for (const match of row.matchAll(escape)) {
      push(row.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[1] !== undefined) apply(match[1].split(/[;:]/));
    }
    push(row.slice(from));
    return runs;
  });
}

/** The one colour of all that is visible in a row; null when it is the terminal's own, mixed, or nothing is visible. */
export function colourOf(runs: readonly Run[]): string | null {
  const colours = new Set(runs.filter(({ text }) => text.trim() !== '').map((run) => run.colour));
  const [only] = colours;
  return colours.size === 1 && only !== undefined ? only : null;
}

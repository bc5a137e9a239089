/** A stretch of one row in one look. */
export interface Run {
  readonly text: string;
  /** The foreground's SGR parameters, such as `38;5;246`; null for the terminal's own colour. */
  readonly colour: string | null;
  /** The background's SGR parameters, such as `48;2;68;68;68`; null for the terminal's own. */
  readonly background: string | null;
  readonly dim: boolean;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly inverse: boolean;
}

type Look = Omit<Run, 'text'>;
const plainLook: Look = {
  colour: null,
  background: null,
  dim: false,
  bold: false,
  italic: false,
  inverse: false,
};

/** What one SGR code of its own changes. */
const changes: Readonly<Record<number, Partial<Look>>> = {
  0: plainLook,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  27: { inverse: false },
  39: { colour: null },
  49: { background: null },
};

// A sequence of SGR, or any other escape that a capture may hold.
const escape = /\x1b\[([0-9;:]*)m|\x1b\[[0-9;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b./g;

/** What one sequence of SGR changes, by its parameters. */
function changesOf(parameters: readonly string[]): Partial<Look> {
  const changed: { -readonly [K in keyof Look]?: Look[K] } = {};
  for (let index = 0; index < parameters.length; index += 1) {
    const code = Number(parameters[index] ?? '');
    const ground = (code >= 30 && code <= 38) || (code >= 90 && code <= 97) ? 'colour' : 'background';
    if (code === 38 || code === 48) {
      const length = parameters[index + 1] === '2' ? 5 : 3;
      changed[ground] = parameters.slice(index, index + length).join(';');
      index += length - 1;
    } else if ((code >= 30 && code <= 47 && code !== 39) || (code >= 90 && code <= 107)) {
      changed[ground] = String(code);
    } else Object.assign(changed, changes[code]);
  }
  return changed;
}

/**
 * The rows of a capture as runs. tmux carries a look on from one row to the next, so the rows must come from the
 * first one on.
 */
export function styledRows(styled: readonly string[]): readonly (readonly Run[])[] {
  const look = { ...plainLook };
  // A screen has few looks and may change between them at every letter.
  const known = new Map<string, Partial<Look>>();
  const apply = (parameters: string): void => {
    const changed = known.get(parameters) ?? changesOf(parameters.split(/[;:]/));
    known.set(parameters, changed);
    Object.assign(look, changed);
  };

  return styled.map((row) => {
    const runs: Run[] = [];
    let from = 0;
    const push = (text: string): void => {
      if (text !== '') runs.push({ text, ...look });
    };
    for (const match of row.matchAll(escape)) {
      if (match.index > from) push(row.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[1] !== undefined) apply(match[1]);
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

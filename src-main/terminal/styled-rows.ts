import { Pen } from './pen.ts';

const sequence = /\u001b\[([0-9;:]*)m/g;
const shift = /[\u000e\u000f]/g;

/**
 * The rows of a capture, each made to stand alone: tmux carries colours and the line-drawing set on from row to row.
 * Each comes back with the pen it begins with before it, and ends in the ordinary one.
 */
export function standingAlone(rows: readonly string[]): string[] {
  const pen = new Pen();
  let drawing = false;
  return rows.map((row) => {
    const start = pen.toString() + (drawing ? '\u000e' : '');
    for (const [, parameters = ''] of row.matchAll(sequence)) pen.apply(parameters);
    drawing = (row.match(shift)?.at(-1) ?? (drawing ? '\u000e' : '\u000f')) === '\u000e';
    return `${start}${row}${drawing ? '\u000f' : ''}\u001b[0m`;
  });
}

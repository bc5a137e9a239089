import { columnsOf, headOf, padded, tailOf, wrapped } from './columns.ts';

/** A dialog as it is drawn. */
export interface DialogView {
  readonly title: string;
  /** What it is about, line by line. */
  readonly lines: readonly string[];
  readonly question: string;
  readonly options: readonly string[];
  readonly marked: number;
}

/** What the practice agent shows. */
export interface View {
  readonly folder: string;
  /** Oldest first. */
  readonly log: readonly string[];
  readonly input: string;
  /** What it does at the moment; null when nothing. */
  readonly work: string | null;
  readonly dialog: DialogView | null;
}

export interface Picture {
  readonly rows: readonly string[];
  readonly cursor: { readonly column: number; readonly row: number; readonly visible: boolean };
}

export const heading = 'Practice agent — not an AI';
export const dialogHint = 'Press the digit, or Enter on the marked line · Esc for No';
const inputHint = '  help lists the commands · Esc stops · exit ends';

/** The whole screen. A dialog or the input box stands at the bottom; a frame of full width shows that it is whole. */
export function pictureOf(view: View, columns: number, rows: number): Picture {
  const inner = Math.max(1, columns - 4);
  const lower = view.dialog === null ? inputBox(view, inner) : dialogBox(view.dialog, inner);
  const place = `${heading} · ${view.folder}`;
  const upper = [headOf(columnsOf(place) <= columns ? place : heading, columns), ''];
  const room = Math.max(0, rows - upper.length - lower.rows.length);
  const log = view.log.flatMap((line) => wrapped(line, Math.max(1, columns)));
  const shown = room === 0 ? [] : log.slice(-room);
  const filling = Array.from({ length: room - shown.length }, () => '');
  // What was said last stands next to what is asked now, also where only a part of the screen is seen.
  const all = [...upper, ...filling, ...shown, ...lower.rows].slice(-rows);
  const row = all.length - lower.rows.length + lower.cursor.row;
  return { rows: all, cursor: { ...lower.cursor, row: Math.max(0, row) } };
}

function framed(text: string, inner: number): string {
  return `│ ${padded(text, inner)} │`;
}

function edge(ends: '╭╮' | '╰╯', inner: number, title = ''): string {
  const label = title === '' ? '' : ` ${title} `;
  return `${ends[0]}─${label}${'─'.repeat(Math.max(0, inner + 1 - columnsOf(label)))}${ends[1]}`;
}

function inputBox(view: View, inner: number): Picture {
  const text = tailOf(view.input, Math.max(1, inner - 3));
  return {
    rows: [
      view.work === null ? '' : headOf(`● ${view.work}`, inner + 4),
      edge('╭╮', inner),
      framed(`> ${text}`, inner),
      edge('╰╯', inner),
      headOf(inputHint, inner + 4),
    ],
    cursor: { column: 4 + columnsOf(text), row: 2, visible: true },
  };
}

function dialogBox(dialog: DialogView, inner: number): Picture {
  const about = dialog.lines.flatMap((line) =>
    wrapped(line, Math.max(1, inner - 2)).map((row) => `  ${row}`),
  );
  const question = wrapped(dialog.question, inner);
  const options = dialog.options.map((option, index) => {
    return `${index === dialog.marked ? '❯' : ' '} ${index + 1}. ${option}`;
  });
  const hint = wrapped(dialogHint, inner);
  const rows = ['', ...about, '', ...question, ...options, '', ...hint].map((row) => framed(row, inner));
  return {
    rows: [edge('╭╮', inner, dialog.title), ...rows, edge('╰╯', inner)],
    cursor: { column: 2, row: 1 + 1 + about.length + 1 + question.length + dialog.marked, visible: false },
  };
}

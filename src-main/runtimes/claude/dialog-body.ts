import type { Dialog } from '../runtime.ts';
import type { Run } from '../styled-rows.ts';
import type { OptionList } from './option-list.ts';

/** A dialog's rows below its top rule, to its last. */
export interface DialogBody {
  readonly rows: readonly string[];
  /** The same rows with their looks. */
  readonly runs: readonly (readonly Run[])[];
  /** Index of the row that the cursor stands on. */
  readonly cursor: number;
  /** Width of the screen. */
  readonly columns: number;
  /** Its numbered lines; null when it does not end in some. */
  readonly list: OptionList | null;
}

/** Reads one kind of dialog; null when the body is of another kind, or not whole. */
export type DialogRule = (body: DialogBody) => Dialog | null;

/** Rows above the question, with the blank ones at both ends taken off. */
export function headOf(body: DialogBody): readonly string[] {
  const head = body.rows.slice(0, body.list?.start ?? body.rows.length);
  const isText = (row: string): boolean => row.trim() !== '';
  return head.slice(Math.max(head.findIndex(isText), 0), head.findLastIndex(isText) + 1);
}

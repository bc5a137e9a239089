import type { Dialog } from '../runtime.ts';
import type { Run } from '../styled-rows.ts';
import type { OptionList } from './option-list.ts';

/** A dialog's rows from its heading to its hint. */
export interface DialogBody {
  readonly rows: readonly string[];
  /** The same rows with their looks. */
  readonly runs: readonly (readonly Run[])[];
  /** Its numbered lines; rows are counted from the heading. */
  readonly list: OptionList;
}

/** Reads one kind of dialog; null when the body is of another kind, or not whole. */
export type DialogRule = (body: DialogBody) => Dialog | null;

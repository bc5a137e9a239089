import type { ReactNode } from 'react';

/** A row of a form: its label at the left, what is filled in at the right. `id` is the control's. */
export function Field(props: {
  readonly id?: string;
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  const { id, label, note, children } = props;
  const words = (
    <>
      {label}
      {note !== undefined && <small>{note}</small>}
    </>
  );
  return (
    <div className="field">
      {id === undefined ? (
        <div className="label">{words}</div>
      ) : (
        <label className="label" htmlFor={id}>
          {words}
        </label>
      )}
      <div className="field-control">{children}</div>
    </div>
  );
}

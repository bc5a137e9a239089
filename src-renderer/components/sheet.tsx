import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A sheet over the page. It takes the focus, and gives it back when it closes. */
export function Sheet(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly actions: ReactNode;
}) {
  const { title, onClose, children, actions } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only the ground around the sheet is the dialog itself.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="sheet-in">
        <h2 id={id}>{title}</h2>
        {children}
        <div className="form-actions">{actions}</div>
      </div>
    </dialog>
  );
}

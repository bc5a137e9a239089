import { type Ref, useId, useState } from 'react';
import { secret } from '../text/vault.ts';

/** Takes what was typed out of a secret's field, which is empty afterwards. It is kept nowhere else. */
export function takeSecret(input: HTMLInputElement | null): string {
  if (input === null) return '';
  const { value } = input;
  input.value = '';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return value;
}

/** A masked field. Its value stays in the field alone: React knows only how long it is. */
export function SecretInput(props: {
  readonly id: string;
  readonly ref: Ref<HTMLInputElement>;
  /** Said under the field while it holds something. */
  readonly hint: string;
  readonly isWrong?: boolean;
}) {
  const { id, ref, hint, isWrong = false } = props;
  const [length, setLength] = useState(0);
  const [broken, setBroken] = useState(false);
  const hintId = useId();
  return (
    <>
      <input
        id={id}
        ref={ref}
        type="password"
        className="input narrow"
        spellCheck={false}
        autoComplete="new-password"
        autoCapitalize="off"
        aria-describedby={hintId}
        aria-invalid={isWrong || broken}
        onInput={({ currentTarget }) => {
          setLength([...currentTarget.value].length);
          setBroken(false);
        }}
        onPaste={(event) => {
          // The field would join the lines, and nobody could see it.
          const lines = event.clipboardData
            .getData('text')
            .trim()
            .split(/[\r\n]+/);
          if (lines.length < 2) return;
          event.preventDefault();
          setBroken(true);
        }}
      />
      <p id={hintId} className="hint" role={broken ? 'alert' : undefined}>
        {broken ? secret.severalLines : length === 0 ? '' : `${secret.length(length)}. ${hint}`}
      </p>
    </>
  );
}

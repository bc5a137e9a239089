import { useId } from 'react';
import { details } from '../text/details.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Tag } from './tag.tsx';

/** An agent's environment: the names that are set, and a field that replaces the whole set. Null: nothing is replaced. */
export function EnvironmentField(props: {
  readonly names: readonly string[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  const { names, value, onChange } = props;
  const id = useId();
  return (
    <Field id={id} label={details.environment} note={details.environmentNote}>
      <div className="environment">
        <span className="hint">{details.environmentNow(names)}</span>
        {names.length > 0 && (
          <span className="tags">
            {names.map((name) => (
              <Tag key={name} words={name} />
            ))}
          </span>
        )}
        {value !== null && (
          <>
            <textarea
              id={id}
              className="input mono"
              rows={4}
              value={value}
              spellCheck={false}
              autoComplete="off"
              placeholder="NAME=value"
              onChange={({ target }) => {
                onChange(target.value);
              }}
            />
            <span className="hint">{details.environmentHint}</span>
          </>
        )}
        <Button
          id={value === null ? id : `${id}-keep`}
          words={value === null ? details.environmentReplace : details.environmentKeep}
          onClick={() => {
            onChange(value === null ? '' : null);
          }}
        />
      </div>
    </Field>
  );
}

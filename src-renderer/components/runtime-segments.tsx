import type { RuntimeId, RuntimeInfo } from '../../src-main/contract/runtime.ts';
import { start } from '../text/start.ts';

/** A choice among few runtimes, side by side. */
export function RuntimeSegments(props: {
  readonly runtimes: readonly RuntimeInfo[];
  readonly value: RuntimeId | null;
  readonly onChange: (runtime: RuntimeId) => void;
}) {
  const { runtimes, value, onChange } = props;
  return (
    <div className="segments" role="radiogroup" aria-label={start.runtime}>
      {runtimes.map(({ id, label }) => (
        <label key={id} className={id === value ? 'on' : ''}>
          <input
            type="radio"
            name="first-runtime"
            checked={id === value}
            onChange={() => {
              onChange(id);
            }}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

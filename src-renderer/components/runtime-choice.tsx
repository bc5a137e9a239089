import type { RuntimeId, RuntimeInfo } from '../../src-main/contract/runtime.ts';
import { runtimeNote, start } from '../text/start.ts';
import { Icon } from './icon.tsx';

/** Which program runs in the pane: those that are installed can be chosen, the others say how to get them. */
export function RuntimeChoice(props: {
  readonly runtimes: readonly RuntimeInfo[];
  readonly value: RuntimeId | null;
  readonly onChange: (runtime: RuntimeId) => void;
  /** Sets two forms on one page apart. */
  readonly group: string;
}) {
  const { runtimes, value, onChange, group } = props;
  return (
    <div className="choices" role="radiogroup" aria-label={start.runtime}>
      {runtimes.map((runtime) => (
        <label
          key={runtime.id}
          className={`choice ${runtime.id === value ? 'on' : ''} ${runtime.installed ? '' : 'absent'}`}
        >
          <input
            type="radio"
            name={group}
            checked={runtime.id === value}
            disabled={!runtime.installed}
            onChange={() => {
              onChange(runtime.id);
            }}
          />
          <span className="choice-words">
            <b>{runtime.label}</b>{' '}
            <span className="muted">{runtime.installed ? runtimeNote(runtime) : start.notInstalled}</span>
            {!runtime.installed && runtime.install !== null && (
              <span className="hint">{start.howToGet(runtime.install)}</span>
            )}
          </span>
          {runtime.installed && (
            <span className="good">
              <Icon name="check" small />
            </span>
          )}
        </label>
      ))}
    </div>
  );
}

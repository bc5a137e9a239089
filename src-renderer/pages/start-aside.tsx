import type { RuntimeInfo } from '../../src-main/contract/runtime.ts';
import { FailedStart } from '../components/failed-start.tsx';
import { start } from '../text/start.ts';

/** What will happen on pressing, in words, and how the last try failed. */
export function StartAside(props: {
  readonly name: string;
  readonly folder: string;
  readonly runtime: RuntimeInfo | null;
}) {
  const { name, folder, runtime } = props;
  const label = runtime?.label ?? '';
  const can = (capability: string): boolean => runtime?.capabilities[capability]?.supported === true;
  return (
    <aside className="aside">
      <h2>{start.whatHappens}</h2>
      <ol>
        <li>
          {start.sessionBefore} {name !== '' && <b>{name}</b>} {start.session}{' '}
          {runtime?.id === 'practice' ? start.throwAway : folder === '' ? start.thatFolder : folder}.{' '}
          {start.sessionAfter}
        </li>
        <li>{can('state_from_events') ? start.hooks(label) : start.plain(label)}</li>
        <li>{start.leak}</li>
        <li>{start.lock}</li>
        {can('questions') && <li>{start.asks}</li>}
      </ol>
      <FailedStart />
    </aside>
  );
}

import { useId } from 'react';
import type { Group } from '../state/groups.ts';
import type { Place } from '../state/order.ts';
import { groupNames, list } from '../text/agents.ts';
import { AgentRow } from './agent-row.tsx';
import { usePanelState } from './panel-context.ts';
import { RunRow } from './run-row.tsx';

/** One group of the list with its head; nothing when it is empty, unless the list is narrowed to it. */
export function AgentGroup(props: {
  readonly group: Group;
  readonly places: readonly Place[];
  readonly orderChanged: boolean;
  readonly alone: boolean;
}) {
  const { group, places, orderChanged, alone } = props;
  const id = useId();
  const agents = usePanelState((state) => state.fleet.agents);
  // A head that came up now would move the rows below it.
  if (places.length === 0 && !alone) return null;
  return (
    <div role="group" aria-labelledby={id}>
      <div className="group-head">
        <span id={id}>{groupNames[group]}</span>
        <span className="by" aria-hidden={!orderChanged}>
          {orderChanged ? list.orderChanged : group === 'needs' ? list.newestFirst : ''}
        </span>
      </div>
      {places.length === 0 && alone && <p className="hint group-empty">{list.empty(group)}</p>}
      {places.map((place) =>
        agents.has(place.id) ? (
          <AgentRow key={place.id} id={place.id} />
        ) : (
          <RunRow key={place.id} id={place.id} />
        ),
      )}
    </div>
  );
}

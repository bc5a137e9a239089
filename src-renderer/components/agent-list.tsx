import { type KeyboardEvent, useEffect, useRef } from 'react';
import { groups } from '../state/groups.ts';
import { changedGroups, wantedOrder } from '../state/order.ts';
import { list } from '../text/agents.ts';
import { AgentGroup } from './agent-group.tsx';
import { Annunciator } from './annunciator.tsx';
import { Button } from './button.tsx';
import { focusOn } from './focus-on.ts';
import { optionId } from './option-id.ts';
import { usePanel, usePanelState } from './panel-context.ts';

/** The list of agents: one stop for Tab, arrows inside. Nothing moves while the pointer or the focus is in it. */
export function AgentList() {
  const panel = usePanel();
  const inside = useRef({ pointer: false, focus: false });
  const order = usePanelState((state) => state.order);
  const fleet = usePanelState((state) => state.fleet);
  const { selected, filter } = usePanelState((state) => state.view);
  const changed = changedGroups(order, wantedOrder(fleet));
  const shown = groups.filter((group) => filter === null || filter === group);

  const note = (part: Partial<typeof inside.current>): void => {
    inside.current = { ...inside.current, ...part };
    panel.hold(inside.current.pointer || inside.current.focus);
  };
  useEffect(() => {
    if (selected === null) return;
    document.getElementById(optionId(selected))?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && changed.size > 0) panel.sort();
    else if (event.key === 'Enter' && selected !== null) {
      panel.select(selected);
      focusOn('glass');
    } else if (event.key === 'ArrowDown') panel.stepAgent(1);
    else if (event.key === 'ArrowUp') panel.stepAgent(-1);
    else if (/^[1-4]$/.test(event.key)) {
      const group = groups[Number(event.key) - 1];
      if (group !== undefined) panel.filter(group);
    } else return;
    event.preventDefault();
  };

  return (
    <aside
      className="list"
      aria-label={list.label}
      onPointerEnter={({ pointerType }) => {
        // A finger has no place of its own between two touches.
        note({ pointer: pointerType === 'mouse' });
      }}
      onPointerLeave={() => {
        note({ pointer: false });
      }}
    >
      <Annunciator />
      <div
        className="rows"
        role="listbox"
        aria-label={list.label}
        tabIndex={0}
        data-focus="list"
        {...(selected === null ? {} : { 'aria-activedescendant': optionId(selected) })}
        onKeyDown={onKeyDown}
        onFocus={() => {
          note({ focus: true });
        }}
        onBlur={() => {
          note({ focus: false });
        }}
      >
        {shown.map((group) => (
          <AgentGroup
            key={group}
            group={group}
            places={order.filter((place) => place.group === group)}
            orderChanged={changed.has(group)}
            alone={filter === group}
          />
        ))}
      </div>
      {filter !== null && (
        <div className="list-foot">
          <Button
            kind="quiet"
            words={list.showAll}
            onClick={() => {
              panel.showAllGroups();
            }}
          />
        </div>
      )}
    </aside>
  );
}

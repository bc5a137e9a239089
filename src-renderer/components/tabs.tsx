import type { KeyboardEvent } from 'react';
import type { Tab } from '../state/view.ts';
import { list } from '../text/agents.ts';
import { usePanel, usePanelState } from './panel-context.ts';

const tabs = ['terminal', 'details'] as const satisfies readonly Tab[];

/** The element id of the panel that a tab opens. */
export function tabPanelId(tab: Tab): string {
  return `panel-${tab}`;
}

/** The tabs of the detail: one stop for Tab, arrows between them. */
export function Tabs() {
  const panel = usePanel();
  const open = usePanelState((state) => state.view.tab);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = open === 'terminal' ? 'details' : 'terminal';
    panel.openTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <div className="tabs" role="tablist" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          className="tab"
          role="tab"
          data-tab={tab}
          aria-selected={tab === open}
          aria-controls={tabPanelId(tab)}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => {
            panel.openTab(tab);
          }}
        >
          {list[tab]}
        </button>
      ))}
    </div>
  );
}

import { countGroups } from '../state/groups.ts';
import { app } from '../text/app.ts';
import { Button } from './button.tsx';
import { Mark } from './icon.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

/** The bar of 44 at the top: the mark, the pages, and the way to start an agent. */
export function TopBar() {
  const panel = usePanel();
  const page = usePanelState((state) => state.view.page);
  const asking = usePanelState((state) => countGroups(state.fleet).needs);
  return (
    <header className="top">
      <Mark />
      <nav aria-label={app.pages}>
        <button
          type="button"
          className="tab"
          {...(page === 'agents' ? { 'aria-current': 'page' as const } : {})}
          onClick={() => {
            panel.openPage('agents');
          }}
        >
          {app.agents}
          {asking > 0 && <span className="count lit">{asking}</span>}
        </button>
      </nav>
      <span className="grow" />
      <Button
        className="bar-button"
        icon="plus"
        words={app.startAgent}
        onClick={() => {
          panel.openPage('start');
        }}
      />
    </header>
  );
}

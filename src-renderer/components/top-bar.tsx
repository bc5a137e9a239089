import type { ReactNode } from 'react';
import { countGroups } from '../state/groups.ts';
import { app } from '../text/app.ts';
import { vault } from '../text/vault.ts';
import { Button } from './button.tsx';
import { Mark } from './icon.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

/** The bar of 44 at the top: the mark, the pages, and the way to start an agent. */
export function TopBar() {
  const panel = usePanel();
  const asking = usePanelState((state) => countGroups(state.fleet).needs);
  return (
    <header className="top">
      <Mark />
      <nav aria-label={app.pages}>
        <PageTab page="agents" words={app.agents}>
          {asking > 0 && <span className="count lit">{asking}</span>}
        </PageTab>
        <PageTab page="vault" words={vault.page} />
        <PageTab page="audit" words={app.audit} />
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

function PageTab(props: {
  readonly page: 'agents' | 'vault' | 'audit';
  readonly words: string;
  readonly children?: ReactNode;
}) {
  const { page, words, children } = props;
  const panel = usePanel();
  const current = usePanelState((state) => state.view.page === page);
  return (
    <button
      type="button"
      className="tab"
      {...(current ? { 'aria-current': 'page' as const } : {})}
      onClick={() => {
        panel.openPage(page);
      }}
    >
      {words}
      {children}
    </button>
  );
}

import { useEffect } from 'react';
import type { Panel } from '../state/panel.ts';
import { focusOn, focusOnRecord } from './focus-on.ts';
import { usePanel } from './panel-context.ts';

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The terminal's own area takes no text.
  if (target.closest('.glass') !== null) return false;
  return target.matches('input, textarea, select') || target.isContentEditable;
}

/** The keys that act anywhere on the page, but not while text is typed or a sheet is open. */
export function useKeys(): void {
  const panel = usePanel();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (panel.store.getState().view.sheet !== null) return;
      if (event.key === 'Escape') leave(panel, event);
      else if (!isField(event.target) && act(panel, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [panel]);
}

/** Out of a field, out of a record, out of another page than the agents', out of the detail, in that order. */
function leave(panel: Panel, event: KeyboardEvent): void {
  const { view, audit } = panel.store.getState();
  if (isField(event.target) && event.target instanceof HTMLElement) event.target.blur();
  else if (view.page === 'audit' && audit.open !== null) void panel.openAuditRecord(null);
  else if (view.page !== 'agents') panel.openPage('agents');
  else {
    panel.backToList();
    focusOn('list');
  }
}

/** @returns whether the key does something */
function act(panel: Panel, key: string): boolean {
  switch (key) {
    case 's':
      panel.openPage('start');
      return true;
    case 'v':
      panel.openPage('vault');
      return true;
    case 'l':
      panel.openPage('audit');
      return true;
    case '?':
      panel.openSheet({ is: 'keys' });
      return true;
    case 'n':
    case 'p':
      panel.stepQuestion(key === 'n' ? 1 : -1);
      return true;
  }
  switch (panel.store.getState().view.page) {
    case 'agents':
      return actOnAgents(panel, key);
    case 'audit':
      return actOnAudit(key);
    case 'start':
    case 'vault':
      return false;
  }
}

function actOnAudit(key: string): boolean {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      focusOnRecord(1);
      return true;
    case 'k':
    case 'ArrowUp':
      focusOnRecord(-1);
      return true;
    case '/':
      focusOn('filter');
      return true;
    default:
      return false;
  }
}

function actOnAgents(panel: Panel, key: string): boolean {
  switch (key) {
    case 'j':
    case 'k':
      panel.stepAgent(key === 'j' ? 1 : -1);
      return true;
    case 'q':
      focusOn('question');
      return true;
    case 't':
      panel.openTab('terminal');
      return true;
    case 'i':
      panel.openTab('details');
      return true;
    default:
      return false;
  }
}

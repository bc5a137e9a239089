import type { Group } from './groups.ts';

export type Page = 'agents' | 'vault' | 'audit' | 'start';
export type Tab = 'terminal' | 'details';

/** A sheet over the page. */
export type Sheet =
  | { readonly is: 'keys' }
  | { readonly is: 'stop'; readonly agentId: string }
  | { readonly is: 'forget'; readonly agentId: string }
  | { readonly is: 'passphrase'; readonly agentId: string }
  | { readonly is: 'rotate-key' | 'rename-key' | 'remove-key'; readonly key: string }
  | { readonly is: 'link'; readonly address: string };

/** Where the person is in the panel. */
export interface View {
  readonly page: Page;
  /** Id of the agent in the detail; null when none is chosen. */
  readonly selected: string | null;
  readonly tab: Tab;
  /** The group the list is narrowed to; null for all. */
  readonly filter: Group | null;
  /** Which of the two steps a narrow window shows. */
  readonly step: 'list' | 'detail';
  readonly sheet: Sheet | null;
}

export const firstView: View = {
  page: 'agents',
  selected: null,
  tab: 'terminal',
  filter: null,
  step: 'list',
  sheet: null,
};

/** The view after an agent was chosen, by the list, a key or a notice. */
export function viewAgent(view: View, id: string, step: View['step'] = 'detail'): View {
  return {
    ...view,
    page: 'agents',
    selected: id,
    tab: id === view.selected ? view.tab : 'terminal',
    step,
  };
}

/** The same filter again takes it away. */
export function viewFilter(view: View, group: Group): View {
  return { ...view, filter: view.filter === group ? null : group };
}

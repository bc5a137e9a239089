import { openQuestion } from './fleet.ts';
import type { Group } from './groups.ts';
import { stepFrom, stepRound, steps } from './order.ts';
import type { Core } from './panel.ts';
import { sortList } from './reduce-message.ts';
import { markSeen } from './unseen.ts';
import { type Page, type Sheet, type Tab, type View, viewAgent, viewFilter } from './view.ts';

export interface ViewActions {
  /** Shows an agent. `step`: what a narrow window shows afterwards. */
  select(id: string, step?: View['step']): void;
  /** To the agent below or above in the list. */
  stepAgent(by: 1 | -1): void;
  /** To the next or the previous agent with an open question. */
  stepQuestion(by: 1 | -1): void;
  openPage(page: Page): void;
  openTab(tab: Tab): void;
  openSheet(sheet: Sheet | null): void;
  backToList(): void;
  filter(group: Group): void;
  showAllGroups(): void;
  /** The pointer or the focus came into the list or left it. */
  hold(held: boolean): void;
  sort(): void;
  dismiss(notice: number): void;
}

export function viewActions({ store, update }: Core): ViewActions {
  const select: ViewActions['select'] = (id, step) => {
    update((state) => ({
      ...state,
      view: viewAgent(state.view, id, step),
      unseen: markSeen(state.unseen, id),
    }));
  };
  const view = (change: (view: View) => View): void => {
    update((state) => ({ ...state, view: change(state.view) }));
  };
  return {
    select,
    stepAgent(by) {
      const { order, view } = store.getState();
      const id = stepFrom(steps(order, view.filter), view.selected, by);
      if (id !== null) select(id, view.step);
    },
    stepQuestion(by) {
      const { order, view, fleet } = store.getState();
      const asking = steps(order, null).filter((id) => openQuestion(fleet, id) !== null);
      const id = stepRound(asking, view.selected, by);
      if (id !== null) select(id);
    },
    openPage: (page) => {
      view((now) => ({ ...now, page }));
    },
    openTab: (tab) => {
      view((now) => ({ ...now, tab }));
    },
    openSheet: (sheet) => {
      view((now) => ({ ...now, sheet }));
    },
    backToList: () => {
      view((now) => ({ ...now, page: 'agents', step: 'list' }));
    },
    filter: (group) => {
      view((now) => viewFilter(now, group));
    },
    showAllGroups: () => {
      view((now) => ({ ...now, filter: null }));
    },
    hold(held) {
      update((state) => (held ? { ...state, held } : sortList({ ...state, held })));
    },
    sort: () => {
      update(sortList);
    },
    dismiss(notice) {
      update((state) => ({ ...state, notices: state.notices.filter(({ id }) => id !== notice) }));
    },
  };
}

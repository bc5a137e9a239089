import { useShallow } from 'zustand/react/shallow';
import { countGroups, groups } from '../state/groups.ts';
import { groupNames, list } from '../text/agents.ts';
import { usePanel, usePanelState } from './panel-context.ts';
import { StateGlyph } from './state-glyph.tsx';

/** Counts the groups and narrows the list to one of them. */
export function Annunciator() {
  const panel = usePanel();
  const counts = usePanelState(useShallow((state) => countGroups(state.fleet)));
  const filter = usePanelState((state) => state.view.filter);
  return (
    <div className="annunciator" role="group" aria-label={list.showOnly}>
      {groups.map((group) => (
        <button
          key={group}
          type="button"
          className={group === 'needs' && counts.needs > 0 ? 'lit' : ''}
          aria-pressed={filter === group}
          onClick={() => {
            panel.filter(group);
          }}
        >
          <StateGlyph glyph={group} silent />
          <b>{counts[group]}</b>
          <small>{groupNames[group]}</small>
        </button>
      ))}
    </div>
  );
}

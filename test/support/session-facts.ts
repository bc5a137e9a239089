import type { SessionFacts } from '../../src-main/tmux/tmux.ts';

/** What tmux tells of a session of 120 by 40 that nobody looks at. */
export function sessionFacts(name: string, more: Partial<SessionFacts> = {}): SessionFacts {
  return {
    name,
    pane: '%1',
    pid: 4_321,
    dead: false,
    deadStatus: null,
    deadSignal: null,
    columns: 120,
    rows: 40,
    activity: 0,
    title: '',
    inMode: false,
    attached: 0,
    ...more,
  };
}

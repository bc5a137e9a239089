/** What the frame around the pages says. */
export const app = {
  name: 'Backbone',
  pages: 'Pages',
  agents: 'Agents',
  audit: 'Audit',
  startAgent: 'Start agent',
  title: (agent: string | null, asking: number): string =>
    `${asking > 0 ? `(${asking}) ` : ''}${agent === null ? '' : `${agent}, `}Backbone`,
  status: 'State of Backbone',
  daemon: 'Daemon',
  running: (stretch: string): string => `running ${stretch}`,
  connecting: 'connecting…',
  lost: 'does not answer',
  refused: 'refused the key',
  tmux: 'tmux',
  tmuxSays: (version: string | null, sessions: number): string =>
    `${version ?? 'not found'} · ${sessions === 0 ? 'no session yet' : sessions === 1 ? '1 session' : `${sessions} sessions`}`,
  keys: 'keys',
  allKeys: 'All keys',
  theme: 'Theme',
  themes: { system: 'System', dark: 'Dark', light: 'Light', contrast: 'Contrast' },
  close: 'Close',
  dismiss: 'Put away',
  moreNotices: (count: number): string => `${count} more`,
  copy: 'Copy',
  copied: 'Copied',
  tryNow: 'Try now',
  lostTitle: 'Backbone’s daemon does not answer',
  lostText: (time: string, gone: string, tries: number): string =>
    `Your agents go on in tmux. What you see below is from ${time}, ${gone} ago. ${
      tries === 0
        ? 'It is tried again by itself.'
        : `Tried ${tries === 1 ? 'once' : `${tries} times`} so far.`
    }`,
  reconnected: 'Reconnected',
  reconnectedText: (gone: string, opened: number): string =>
    `Away for ${gone}. ${
      opened === 0
        ? 'No question opened meanwhile.'
        : opened === 1
          ? '1 question opened meanwhile.'
          : `${opened} questions opened meanwhile.`
    }`,
  misunderstood: 'An event of the daemon is not understood',
  misunderstoodText:
    'The panel and the daemon may be of two versions. Load this page again; your agents go on in tmux.',
} as const;

/** The page that stands where no key is at hand. */
export const noKey = {
  title: 'This page needs its key',
  refusedTitle: 'The daemon does not accept this key',
  text: 'The panel opens with an address that ends in a key. The key stays in this tab only.',
  refusedText: 'The key in this tab is of another data folder, or was changed. Your agents are not touched.',
  how: 'To get the address, run this on the machine where Backbone runs, and open what it prints:',
  command: 'backbone status',
} as const;

/** The sheet with all keys. */
export const keySheet = {
  title: 'Keys',
  rows: [
    [['j', 'k'], 'next, previous agent'],
    [['Enter'], 'into the detail'],
    [['Esc'], 'back, close, let go of a hold'],
    [['n', 'p'], 'next, previous question'],
    [['q'], 'focus the question'],
    [['a'], 'held, or followed by Enter: allow once'],
    [['d'], 'held, or followed by Enter: deny'],
    [['1', '2', '3', '4'], 'in the list: show only a group'],
    [['t', 'i'], 'terminal, details'],
    [['s'], 'start an agent'],
    [['v'], 'the vault'],
    [['l'], 'the audit log; there j and k go through its records'],
    [['/'], 'narrow the audit log'],
    [['?'], 'all keys'],
  ] satisfies readonly (readonly [readonly string[], string])[],
  note: 'a and d act only while the question itself has the focus: then they are drawn on its buttons.',
} as const;

/** The channels between preload and main. The panel never sees one of these names. */
export const channels = {
  call: 'backbone:call',
  info: 'backbone:info',
  chooseFolder: 'backbone:choose-folder',
  /** Panel to main: begins and ends hearing of the fleet. Main to panel: what happened. */
  subscribe: 'backbone:subscribe',
  unsubscribe: 'backbone:unsubscribe',
  fleet: 'backbone:fleet',
  /** Both ways: `terminalRequests` to main, `terminalEvents` to the panel. */
  terminal: 'backbone:terminal',
} as const;

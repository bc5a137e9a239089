/** Scheme of our own under which the panel is served; see `app-protocol.ts`. */
export const panelScheme = 'app';
export const panelHost = 'panel';
/** The only origin that the app shows or listens to. */
export const panelOrigin = `${panelScheme}://${panelHost}`;
/** What the window loads. */
export const panelAddress = `${panelOrigin}/`;

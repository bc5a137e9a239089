import { type Facts, findElectron } from './facts.ts';
import { patience } from './fetch-electron.ts';
import { obstacleToWindow } from './obstacle.ts';

/** Where the panel is shown. */
export type Shell =
  | { readonly kind: 'window'; readonly program: string }
  /** `because`: one line that says why there is no window; null when a browser was asked for. */
  | { readonly kind: 'browser'; readonly because: string | null };

/** Finds out where the panel can be shown, and has Electron fetched the first time. */
export async function chooseShell(options: {
  readonly facts: Facts;
  /** Folder of Electron's program; see `electronFolder`. */
  readonly folder: string;
  readonly preferBrowser: boolean;
  readonly say: (line: string) => void;
  /** Fetches Electron. @returns false when that failed */
  readonly fetch: () => Promise<boolean>;
}): Promise<Shell> {
  const { facts, folder, preferBrowser, say, fetch } = options;
  if (preferBrowser) return { kind: 'browser', because: null };
  const obstacle = obstacleToWindow(facts);
  if (obstacle !== null) return { kind: 'browser', because: obstacle };
  const present = findElectron(folder);
  if (present !== null) return { kind: 'window', program: present };
  say(`Fetching Electron, the window's program (about 110 MB, once; at most ${patience} seconds) ...`);
  const fetched = (await fetch()) ? findElectron(folder) : null;
  if (fetched !== null) return { kind: 'window', program: fetched };
  return {
    kind: 'browser',
    because: 'Electron could not be fetched, so the panel is served to a browser instead.',
  };
}

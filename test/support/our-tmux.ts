import path from 'node:path';
import { Disposables } from '../../src-main/base/disposable.ts';
import { createLogger } from '../../src-main/base/logger.ts';
import { openTmux } from '../../src-main/tmux/open-tmux.ts';
import type { NewSession, Tmux } from '../../src-main/tmux/tmux.ts';
import { type PrivateTmux, privateTmux } from './private-tmux.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder and a private socket for a test of our own tmux room, and as many connections to it as the test opens. */
export interface OurTmux {
  readonly folder: string;
  /** The same server by the plain program, for looking behind our back. */
  readonly plain: PrivateTmux;
  readonly logged: readonly string[];
  open(environment?: NodeJS.ProcessEnv): Promise<Tmux>;
  dispose(): Promise<void>;
}

export function ourTmux(): OurTmux {
  const resources = new Disposables();
  const folder = resources.add(temporaryFolder('tmux')).path;
  const plain = resources.add(privateTmux());
  const logged: string[] = [];
  const logger = createLogger((line) => logged.push(line), Date.now);
  return {
    folder,
    plain,
    logged,
    open: async (environment = process.env) => {
      const configFile = path.join(folder, 'tmux.conf');
      return resources.add(await openTmux({ socket: plain.socket, configFile, logger, environment }));
    },
    dispose: () => resources.dispose(),
  };
}

/** A session that runs `command`, 80 by 24 unless said otherwise. */
export function sessionOf(name: string, command: string, more: Partial<NewSession> = {}): NewSession {
  return { name, dir: '/', columns: 80, rows: 24, command, without: [], ...more };
}

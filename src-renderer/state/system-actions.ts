import type { OutputOf } from '../../src-main/contract/procedures.ts';
import type { Core } from './panel.ts';

export interface SystemActions {
  /** Reads what the frame shows: status, runtimes, the home folder. What fails is asked again later. */
  readAll(): Promise<void>;
  readStatus(): Promise<void>;
  readRuntimes(): Promise<void>;
  /** Folders below a path. @throws CallError */
  folders(path: string): Promise<OutputOf<'folders.list'>>;
}

export function systemActions({ transport, now, update }: Core): SystemActions {
  /** The frame's figures are not worth a notice: when they cannot be read, the connection says why. */
  const quietly = async (read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch {
      return;
    }
  };
  const readStatus = (): Promise<void> =>
    quietly(async () => {
      const status = await transport.call('system.status', {});
      update((state) => ({ ...state, status }));
    });
  const readRuntimes = (): Promise<void> =>
    quietly(async () => {
      const { runtimes } = await transport.call('runtimes.list', {});
      update((state) => ({ ...state, runtimes, lookedAt: now() }));
    });
  const readHome = (): Promise<void> =>
    quietly(async () => {
      const { path } = await transport.call('folders.list', {});
      update((state) => ({ ...state, home: path }));
    });
  return {
    readStatus,
    readRuntimes,
    async readAll() {
      await Promise.all([readStatus(), readRuntimes(), readHome()]);
    },
    folders: (path) => transport.call('folders.list', { path }),
  };
}

import { EventEmitter } from 'node:events';
import type { Disposable } from '../../../src-main/base/disposable.ts';
import { closeBrowser } from './browser.ts';

import { holdProfile } from './single-instance.ts';

/** An event whose default can be prevented, as Electron gives it to listeners. */
export class StandInEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Electron's `app` with what the app uses of it. */
class StandInApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'setPath'
      | 'getVersion'
      | 'enableSandbox'
      | 'requestSingleInstanceLock'
      | 'whenReady'
      | 'quit'
      | 'exit'
      | 'isReady'
    >
{
  /** Set by `enableSandbox`. */
  sandboxed = false;
  readonly paths = new Map<string, string>();
  /** Exit status once the app ended; null before. */
  ended: number | null = null;
  /** What an ended app does to its process. Tests that run it beside themselves keep their process. */
  endProcess: (status: number) => void = () => undefined;
  #ready = false;
  #lock: Disposable | null = null;

  setPath(name: string, to: string): void {
    this.paths.set(name, to);
  }

  getVersion(): string {
    return '0.0.0-stand-in';
  }

  isReady(): boolean {
    return this.#ready;
  }

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  }

  requestSingleInstanceLock(data: Record<string, unknown> = {}): boolean {
    const profile = this.paths.get('userData');
    if (profile === undefined) throw new Error('The stand-in needs a profile of the test.');
    this.#lock = holdProfile(profile, data, (brought) => {
      this.emit('second-instance', new StandInEvent(), [], '', brought);
    });
    return this.#lock !== null;
  }

  async whenReady(): Promise<void> {
    // Electron is ready only after the main module has run.
    await new Promise((resolve) => setImmediate(resolve));
    this.#ready = true;
  }

  quit(): void {
    const event = new StandInEvent();
    this.emit('before-quit', event);
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(status = 0): void {
    void this.#lock?.dispose();
    this.emit('quit', new StandInEvent(), status);
    void closeBrowser().finally(() => {
      this.ended = status;
      this.endProcess(status);
    });
  }
}

export const app = new StandInApp();

import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { z } from 'zod';
import { asBackboneError, BackboneError, errorBodyOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { ErrorBody } from '../contract/error-body.ts';
import { panelOrigin } from './panel-origin.ts';

type Sent = IpcMainEvent | IpcMainInvokeEvent;

/** The one user of `ipcMain`: who may speak is checked, and what they say parsed, before anything else hears of it. */
export class PanelIpc {
  readonly #enrolled = new WeakSet<WebContents>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** From now on the panel in `contents` is listened to. */
  enrol(contents: WebContents): void {
    this.#enrolled.add(contents);
  }

  /**
   * Answers a channel. What `run` throws, a foreign sender and arguments that do not parse become an error body,
   * since an Error that crosses to the page loses its code.
   */
  handle<A>(
    channel: string,
    schema: z.ZodType<A>,
    run: (args: A, sender: WebContents) => Promise<unknown>,
  ): void {
    ipcMain.handle(channel, async (event, ...args: unknown[]): Promise<unknown> => {
      try {
        this.#check(event);
        return await run(parse(schema, args), event.sender);
      } catch (error) {
        return this.#refusal(channel, error);
      }
    });
  }

  /** Hears a channel that has no answer; a refusal is logged. */
  listen<A>(channel: string, schema: z.ZodType<A>, run: (args: A, sender: WebContents) => void): void {
    ipcMain.on(channel, (event, ...args: unknown[]) => {
      try {
        this.#check(event);
        run(parse(schema, args), event.sender);
      } catch (error) {
        this.#refusal(channel, error);
      }
    });
  }

  /** Stops answering, for an app that ends. */
  dispose(channels: readonly string[]): void {
    for (const channel of channels) {
      ipcMain.removeHandler(channel);
      ipcMain.removeAllListeners(channel);
    }
  }

  #check(event: Sent): void {
    const frame = event.senderFrame;
    const isPanel =
      this.#enrolled.has(event.sender) &&
      frame !== null &&
      frame.parent === null &&
      frame.origin === panelOrigin;
    if (!isPanel) throw new BackboneError('forbidden', 'Only the panel itself may ask this.');
  }

  #refusal(channel: string, thrown: unknown): ErrorBody {
    const error = asBackboneError(thrown);
    if (error.code === 'internal') this.#logger.failure('desktop.ipc', thrown);
    if (error.code === 'forbidden' || error.code === 'invalid_input') {
      this.#logger.log('warn', 'desktop.refused', { what: channel, code: error.code });
    }
    return errorBodyOf(error);
  }
}

function parse<A>(schema: z.ZodType<A>, args: readonly unknown[]): A {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new BackboneError(
    'invalid_input',
    'The panel asked for something in a form that the app does not know.',
    {
      details: z.prettifyError(parsed.error).split('\n'),
    },
  );
}

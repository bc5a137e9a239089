import { BackboneError } from '../base/errors.ts';
import type { EventSource } from '../client/connect.ts';
import { watchTerminals } from '../client/terminal.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { TerminalEvent } from '../contract/events.ts';
import type { Viewer, ViewerSink } from '../terminal/viewer.ts';

/** Each view has a connection of its own, so that one name serves them all. */
const viewer = 'desktop';

type Reason = TerminalEvent<'terminal.ended'>['reason'];

const refusals: Readonly<Record<Reason, { code: ErrorCode; message: string }>> = {
  not_found: { code: 'not_found', message: 'There is no agent of that name.' },
  offline: { code: 'agent_offline', message: 'The agent does not run.' },
  failed: { code: 'tmux_failed', message: 'The terminal cannot be read now. Try again.' },
};

/**
 * Watches one terminal of a daemon elsewhere. Resolves with its first picture.
 * @throws not_found, agent_offline or tmux_failed when there is none to be seen
 */
export async function watchAttached(source: EventSource, name: string, sink: ViewerSink): Promise<Viewer> {
  const { promise: seen, resolve, reject } = Promise.withResolvers<null>();
  let isSeen = false;
  const end = (code: ErrorCode, message: string): void => {
    if (isSeen) sink.ended();
    else reject(new BackboneError(code, message));
  };
  const watch = await watchTerminals(
    source,
    {
      'terminal.snapshot': (picture) => {
        isSeen = true;
        sink.snapshot(picture);
        resolve(null);
      },
      'terminal.output': (piece) => {
        sink.output(piece);
      },
      'terminal.ended': ({ reason }) => {
        end(refusals[reason].code, refusals[reason].message);
      },
    },
    {
      // It joins again by itself, and a fresh picture follows.
      lost: () => undefined,
      failed: ({ code, message }) => {
        end(code, message);
      },
    },
  );
  const leave = (): void => {
    watch.leave(viewer);
    void watch.dispose();
  };
  watch.join(viewer, name);
  try {
    await seen;
  } catch (error) {
    leave();
    throw error;
  }
  return {
    drawn: (sequence) => {
      watch.drawn(viewer, sequence);
    },
    leave,
  };
}

import { timeOfDay } from '../format/age.ts';
import { start } from '../text/start.ts';
import { startHelp } from '../text/start-help.ts';
import { Notice } from './notice.tsx';
import { usePanelState } from './panel-context.ts';
import { Theirs } from './theirs.tsx';
import { useNow } from './use-now.ts';

/** How the last try to start an agent failed, with the lines that belong to it; nothing when it did not. */
export function FailedStart() {
  const failed = usePanelState((state) => state.failedStart);
  const now = useNow(60_000);
  if (failed === null) return null;
  const { at, error } = failed;
  const help = startHelp(error.code);
  // Only a program that was started has printed anything; other refusals have said all in their line.
  const printed = error.code === 'launch_failed' ? error.details : [];
  return (
    <section className="failed-start" role="alert">
      <h2>{start.lastTry(timeOfDay(at, now))}</h2>
      <Notice tone="bad" icon="warn" title={error.message} {...(help === null ? {} : { text: help })} />
      {printed.length > 0 && (
        <>
          <p className="hint">{start.lastLines}</p>
          <div className="glass topped in-page">
            <pre className="term">
              <Theirs text={printed.join('\n')} />
            </pre>
          </div>
        </>
      )}
    </section>
  );
}

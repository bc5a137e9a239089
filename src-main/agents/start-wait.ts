import type { Clock } from '../base/clock.ts';
import type { LaunchEnd } from '../contract/agent.ts';
import type { Runtime } from '../runtimes/runtime.ts';
import type { Fleet, FleetEntry } from './fleet.ts';

/** A program that reports, but whose report does not come, is taken as ready after so long with an empty box. Milliseconds. */
const reportPatience = 5_000;
const pollEvery = 250;

/** How far a start has come. */
export type StartOutcome =
  | { readonly outcome: 'ready' | 'waiting_for_human' | 'timeout' }
  | { readonly outcome: 'exited'; readonly end: LaunchEnd };

/**
 * Waits until a launch can be used, asks for a person, ends, or the time is over.
 * @param patience milliseconds
 */
export function waitForStart(
  fleet: Fleet,
  agentId: string,
  launchId: string,
  runtime: Runtime,
  patience: number,
  clock: Clock,
): Promise<StartOutcome> {
  return new Promise((resolve) => {
    const deadline = clock.elapsed() + patience;
    const settle = (): void => {
      const entry = fleet.byId(agentId);
      const outcome = entry === undefined ? null : outcomeOf(entry, launchId, runtime, clock.now());
      const result = outcome ?? (clock.elapsed() >= deadline ? { outcome: 'timeout' as const } : null);
      if (result === null) return;
      void listening.dispose();
      clearInterval(timer);
      resolve(result);
    };
    const listening = fleet.changed.on(settle);
    const timer = setInterval(settle, pollEvery);
    settle();
  });
}

function outcomeOf(entry: FleetEntry, launchId: string, runtime: Runtime, now: number): StartOutcome | null {
  const { live, lastEnd } = entry;
  if (live === null || live.launch.id !== launchId) {
    return {
      outcome: 'exited',
      end: lastEnd ?? { at: 0, how: 'lost', status: null, signal: null, lastLines: [] },
    };
  }
  const { reading, hook, screen } = live.knowledge;
  // The question itself follows the state within the same look; waiting for it keeps the answer whole.
  if (reading.state === 'waiting_for_human')
    return entry.questionId === null ? null : { outcome: 'waiting_for_human' };
  if (runtime.readyBy === 'process') return { outcome: 'ready' };
  if (reading.state !== 'idle') return null;
  // An empty box may be visible before a program that reports is ready, so its first event counts; and a dialog may
  // stand behind an event that says idle, so the screen is looked at once more after it.
  const looked = hook !== null && screen !== null && screen.at >= hook.at;
  return runtime.readyBy !== 'hook' || looked || now - reading.since >= reportPatience
    ? { outcome: 'ready' }
    : null;
}

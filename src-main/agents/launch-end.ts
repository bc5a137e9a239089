import { plainText } from '../base/plain-text.ts';
import type { LaunchEnd } from '../contract/agent.ts';
import { plainRows } from '../terminal/screen.ts';
import type { SessionFacts, Tmux } from '../tmux/tmux.ts';

/** Rows of a dead pane that are kept, enough for a stack trace. */
const keptRows = 40;

/**
 * Whether a pane's program has ended. tmux calls a pane dead as soon as its terminal is closed, and learns of the
 * status, or that there is none because the program goes on, a moment later.
 */
export function hasEnded(facts: SessionFacts): boolean {
  return facts.dead && (facts.deadStatus !== null || facts.deadSignal !== null);
}

/** How a pane's program ended, with the last rows it printed. The pane must still be there. */
export async function endOfPane(facts: SessionFacts, tmux: Tmux, at: number): Promise<LaunchEnd> {
  return {
    at,
    how: 'exited',
    status: facts.deadStatus,
    signal: facts.deadSignal,
    lastLines: await lastLines(facts.pane, tmux),
  };
}

/** The last printed rows of a pane, plain text; none when it cannot be read. */
export async function lastLines(pane: string, tmux: Tmux): Promise<string[]> {
  try {
    const printed = plainRows(await tmux.capture(pane, { history: keptRows }))
      .map((line) => plainText(line).trimEnd())
      // tmux's own word about a dead pane is not the agent's.
      .filter((line) => !/^Pane is dead \(/.test(line));
    const last = printed.findLastIndex((line) => line !== '');
    return printed.slice(Math.max(0, last + 1 - keptRows), last + 1);
  } catch {
    return [];
  }
}

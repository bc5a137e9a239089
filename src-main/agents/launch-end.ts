import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { plainText } from '../base/plain-text.ts';
import type { LaunchEnd } from '../contract/agent.ts';
import { plainRows } from '../terminal/screen.ts';
import type { SessionFacts, Tmux } from '../tmux/tmux.ts';

import { isAlive, linuxProcess } from './process-table.ts';

/** Rows of a dead pane that are kept, enough for a stack trace. */
const keptRows = 40;

/** From the closing of a pane's terminal until tmux knows the status of its program, milliseconds. */
const statusPatience = 2_000;
const pollEvery = 50;

/** Whether tmux knows how a pane's program ended. It calls a pane dead as soon as its terminal is closed. */
export function isStatusKnown(facts: SessionFacts): boolean {
  return facts.deadStatus !== null || facts.deadSignal !== null;
}

/**
 * Waits until tmux knows how the program of a dead pane ended.
 * @returns the newest facts, without a status when none came; null when the program goes on without its terminal
 */
export async function withStatus(
  facts: SessionFacts,
  tmux: Tmux,
  clock: Clock,
): Promise<SessionFacts | null> {
  const deadline = clock.elapsed() + statusPatience;
  for (let newest = facts; ; ) {
    if (isStatusKnown(newest)) return newest;
    if (clock.elapsed() >= deadline) return isRunning(newest.pid) ? null : newest;
    remindParent(newest.pid);
    await wait(pollEvery);
    newest = (await tmux.sessions()).find(({ pane }) => pane === facts.pane) ?? newest;
  }
}

function isRunning(pid: number): boolean {
  const found = linuxProcess(pid);
  return found !== null && isAlive(found);
}

/**
 * One in twenty times tmux 3.3a does not hear that a child of its ended, and leaves it uncollected until it hears of
 * another one. Told again, it collects it.
 */
function remindParent(pid: number): void {
  const found = linuxProcess(pid);
  if (found?.state !== 'Z' || found.parent <= 1) return;
  try {
    process.kill(found.parent, 'SIGCHLD');
  } catch {
    // The server is gone, and with it the pane.
  }
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

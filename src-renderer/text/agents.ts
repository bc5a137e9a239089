import type { Agent, LaunchEnd } from '../../src-main/contract/agent.ts';
import type { Evidence } from '../../src-main/contract/state.ts';
import type { Glyph, Group } from '../state/groups.ts';
import { keyCard } from './consent.ts';

export const groupNames: Readonly<Record<Group, string>> = {
  needs: 'Needs you',
  working: 'Working',
  idle: 'Idle',
  offline: 'Offline',
};

export const glyphNames: Readonly<Record<Glyph, string>> = {
  needs: 'Needs you',
  working: 'Working',
  starting: 'Starting',
  idle: 'Idle',
  unknown: 'Unknown',
  blocked: 'Blocked',
  offline: 'Offline',
};

export const stateNames: Readonly<Record<Agent['reading']['state'], string>> = {
  starting: 'starting',
  idle: 'idle',
  busy: 'working',
  waiting_for_human: 'waiting for you',
  blocked: 'blocked',
  unknown: 'unknown',
  offline: 'offline',
};

export const sourceNames: Readonly<Record<Evidence['source'], string>> = {
  hook: 'Hook',
  screen: 'Screen',
  title: 'Title',
  process: 'Process',
};

/** What the list and the head of the detail say. */
export const list = {
  label: 'Agents',
  showOnly: 'Show only',
  newestFirst: 'newest first',
  orderChanged: 'order changed · Enter to sort',
  sort: 'Sort the list',
  empty: (group: Group): string => `No agent is here: ${groupNames[group].toLowerCase()}`,
  showAll: 'Show all',
  unseen: 'ended, not looked at yet',
  nothingSelected: 'Choose an agent from the list',
  back: 'Back to agents',
  terminal: 'Terminal',
  details: 'Details',
  stop: 'Stop…',
  stopLabel: (name: string): string => `Stop ${name}…`,
  start: 'Start',
  startAgain: (name: string): string => `Start ${name}`,
  starting: 'Starting…',
  stopping: 'Stopping…',
  previousQuestion: 'Previous question',
  nextQuestion: 'Next question',
} as const;

/** What an agent without a question says of itself in its row. */
export function rowWords(agent: Agent, gone: string): string {
  const { state, reason, evidence } = agent.reading;
  switch (state) {
    case 'starting':
      return `Starting: ${gone}, no prompt seen yet`;
    case 'blocked':
      return reason === 'quota' ? 'Blocked: quota used up' : 'Blocked: its provider does not answer';
    case 'waiting_for_human':
      if (reason === 'key') return keyCard.waits;
      return reason === 'plan'
        ? 'Waits for you: a plan'
        : reason === 'question'
          ? 'Waits for you: a question'
          : 'Waits for you: a permission';
    case 'unknown':
      return `Unknown: ${doubt(evidence)}`;
    case 'idle':
    case 'busy':
    case 'offline':
      return agent.lastMessage ?? evidence[0]?.says ?? 'No words from it yet';
  }
}

/** `hook says working, screen says waiting for you`; what was seen where the sources do not differ. */
function doubt(evidence: readonly Evidence[]): string {
  const seen = new Map<string, string>();
  for (const { source, supports } of evidence) {
    if (!seen.has(source)) seen.set(source, `${source} says ${stateNames[supports]}`);
  }
  const agree = new Set(evidence.map(({ supports }) => supports)).size < 2;
  if (agree) return evidence[0]?.says ?? 'nothing was seen of it';
  return `${[...seen.values()].join(', ')}. Look at the terminal`;
}

/** How a launch ended, short: `stopped`, `exited 1`, `ended by signal 9`, `lost`. */
export function endWords(end: LaunchEnd): string {
  if (end.how === 'stopped') return 'stopped';
  if (end.how === 'lost') return 'lost';
  if (end.signal !== null) return `ended by signal ${end.signal}`;
  return end.status === null ? 'ended' : `exited ${end.status}`;
}

/** The same as a sentence. */
export function endSentence(end: LaunchEnd, time: string): string {
  if (end.how === 'stopped') return `Stopped by Backbone, ${time}.`;
  if (end.how === 'lost')
    return `It ended while no daemon ran. This was found at ${time}; nothing else is known.`;
  if (end.signal !== null) return `Ended by signal ${end.signal}, ${time}.`;
  if (end.status === null) return `Ended by itself, ${time}.`;
  return end.status === 0 ? `Ended by itself, ${time}, exit 0.` : `Ended with exit ${end.status}, ${time}.`;
}

/** The terminal's frame. */
export const well = {
  label: (name: string): string => `Terminal of ${name}, read-only`,
  glass: (name: string): string => `Screen of ${name}. Arrows and Page keys scroll, Esc leaves.`,
  readOnly: 'Read-only',
  live: 'live',
  connecting: 'opening…',
  notLive: 'Not live',
  lastSeen: (time: string): string => `last seen ${time}`,
  failed: 'its terminal cannot be read',
  columns: (from: number, to: number, of: number): string => `columns ${from}–${to} of ${of}`,
  scrolledBack: 'scrolled back · End goes to the newest',
  skipped: (kilobytes: number): string => `${kilobytes} kB skipped`,
  copy: 'Copy what is selected, or the whole screen',
  copied: 'Copied',
  readOut: 'Read the screen out (for screen readers)',
  openAgain: 'Open again',
  nothingYet: 'It has not been started yet, so there is no screen.',
  noLines: 'Nothing was on its screen.',
} as const;

/** A link inside a terminal. */
export const link = {
  title: 'Open this address?',
  text: 'The link is the agent’s. The words on screen need not be where it leads; this is where it leads:',
  open: 'Open in the browser',
  keep: 'Stay here',
} as const;

/** Stopping and forgetting. */
export const stop = {
  title: (name: string): string => `Stop ${name}?`,
  text: 'Its program and everything that it started are ended, then its tmux session. Its folder and its settings stay.',
  asking: 'What it asks now stays unanswered.',
  yes: (name: string): string => `Stop ${name}`,
  no: 'Let it run',
  failed: (name: string): string => `${name} was not stopped`,
} as const;

export const launch = {
  failed: (name: string): string => `${name} was not started`,
} as const;

export const forget = {
  failed: (name: string): string => `${name} was not forgotten`,
} as const;

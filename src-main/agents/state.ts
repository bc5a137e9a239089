import { plainLine } from '../base/plain-text.ts';
import type { Evidence, StateReading } from '../contract/state.ts';
import type { HookReading, ScreenReading } from '../runtimes/runtime.ts';

/**
 * For so long after an event the event stands above the screen, which may not have been drawn yet. After it a
 * screen that says something else is right: an interrupt fires no event (seen with Claude Code 2.1.197).
 */
const eventPrecedence = 1_000;
/** A start that shows nothing for so long is no longer called a start. */
const startPatience = 120_000;
/** Older facts that nothing has confirmed for so long are shown as doubtful. */
const staleAfter = 300_000;

/** One fact about a running agent. Times are epoch milliseconds. */
export type Observation =
  | { readonly kind: 'hook'; readonly at: number; readonly reading: HookReading }
  | { readonly kind: 'screen'; readonly at: number; readonly reading: ScreenReading }
  | { readonly kind: 'ended'; readonly at: number; readonly says: string };

/** What is known of one launch; `reading` follows from the rest. */
export interface Knowledge {
  readonly launchedAt: number;
  /** The newest event that speaks for a state. */
  readonly hook: { readonly at: number; readonly reading: HookReading } | null;
  /** The newest screen. */
  readonly screen: { readonly at: number; readonly reading: ScreenReading } | null;
  /** The newest screen that spoke for a state. */
  readonly spoke: { readonly at: number; readonly reading: ScreenReading } | null;
  readonly ended: { readonly at: number; readonly says: string } | null;
  readonly reading: StateReading;
}

/** Before the first launch, or after a restart of the daemon found nothing running. */
export function offlineReading(at: number, says: string): StateReading {
  return {
    state: 'offline',
    reason: null,
    since: at,
    stale: false,
    evidence: [fact('process', at, 'offline', says)],
  };
}

/** What is known at the moment of a launch. */
export function launched(at: number): Knowledge {
  return resolve(
    {
      launchedAt: at,
      hook: null,
      screen: null,
      spoke: null,
      ended: null,
      reading: offlineReading(at, 'no tmux session'),
    },
    at,
  );
}

/** What is known of a launch that went on without a daemon: what the last one knew, doubtful until something confirms it. */
export function resumed(launchedAt: number, reading: StateReading | null): Knowledge {
  const fresh = launched(launchedAt);
  return reading === null ? fresh : { ...fresh, reading: { ...reading, stale: true } };
}

/** Adds one fact. Facts that are older than what is known change nothing. */
export function observe(known: Knowledge, observation: Observation): Knowledge {
  switch (observation.kind) {
    case 'hook':
      if (observation.reading.state === null || (known.hook !== null && observation.at < known.hook.at))
        return known;
      return resolve(
        { ...known, hook: { at: observation.at, reading: observation.reading } },
        observation.at,
      );
    case 'screen': {
      if (known.screen !== null && observation.at < known.screen.at) return known;
      const screen = { at: observation.at, reading: observation.reading };
      return resolve(
        { ...known, screen, spoke: observation.reading.state === null ? known.spoke : screen },
        observation.at,
      );
    }
    case 'ended':
      return resolve({ ...known, ended: { at: observation.at, says: observation.says } }, observation.at);
  }
}

/** Judges again what is known, at a later time: some facts lose their weight with age alone. */
export function reconsider(known: Knowledge, at: number): Knowledge {
  return resolve(known, at);
}

/**
 * What is known, with no fact from the future. The clock on the wall may be turned back, and a fact from before that
 * would stand above all new ones until the clock has come there again. The times between the facts stay.
 */
export function turnedBack(known: Knowledge, now: number): Knowledge {
  const facts = [known.hook, known.screen, known.spoke, known.ended];
  const newest = Math.max(known.launchedAt, known.reading.since, ...facts.map((one) => one?.at ?? 0));
  if (newest <= now) return known;
  const earlier = <T extends { readonly at: number }>(one: T | null): T | null =>
    one === null ? null : { ...one, at: one.at - (newest - now) };
  const { reading, hook, screen, spoke, ended } = known;
  return resolve(
    {
      launchedAt: known.launchedAt - (newest - now),
      hook: earlier(hook),
      screen: earlier(screen),
      spoke: earlier(spoke),
      ended: earlier(ended),
      reading: { ...reading, since: reading.since - (newest - now) },
    },
    now,
  );
}

type Verdict = Pick<StateReading, 'state' | 'reason' | 'stale'>;

function resolve(
  known: Omit<Knowledge, 'reading'> & { readonly reading: StateReading },
  at: number,
): Knowledge {
  const verdict = verdictOf(known, at);
  const before = known.reading;
  const same = before.state === verdict.state && before.reason === verdict.reason;
  // An event may be read after a screen that is newer than it: the time of a state never goes back.
  const since = same ? before.since : Math.max(before.since, at);
  return { ...known, reading: { ...verdict, since, evidence: evidenceOf(known) } };
}

function verdictOf(known: Omit<Knowledge, 'reading'>, at: number): Verdict {
  if (known.ended !== null) return { state: 'offline', reason: null, stale: false };
  const { hook, screen, spoke } = known;
  // A dialog that stands whole on the screen is beyond doubt, whatever was reported.
  if (screen?.reading.dialog != null) return fromReading(screen.reading);
  if (hook !== null && (screen === null || screen.at <= hook.at + eventPrecedence)) {
    return fromReading(hook.reading);
  }
  if (screen !== null && screen.reading.state !== null) return fromReading(screen.reading);
  const newest = spoke !== null && (hook === null || spoke.at > hook.at) ? spoke : hook;
  if (newest !== null) {
    // A permission that the screen no longer confirms is never revived from an old report.
    if (newest.reading.state === 'waiting_for_human' && newest === spoke) return unknown;
    return { ...fromReading(newest.reading), stale: at - newest.at > staleAfter };
  }
  return at - known.launchedAt < startPatience ? { state: 'starting', reason: null, stale: false } : unknown;
}

const unknown: Verdict = { state: 'unknown', reason: null, stale: false };

function fromReading(reading: HookReading | ScreenReading): Verdict {
  return { state: reading.state ?? 'unknown', reason: reading.reason, stale: false };
}

function evidenceOf(known: Omit<Knowledge, 'reading'>): Evidence[] {
  if (known.ended !== null) return [fact('process', known.ended.at, 'offline', known.ended.says)];
  const facts: Evidence[] = [];
  if (known.hook !== null) {
    const { at, reading } = known.hook;
    facts.push(fact('hook', at, reading.state ?? 'unknown', reading.says));
  }
  if (known.screen !== null) {
    const { at, reading } = known.screen;
    facts.push(fact(reading.source, at, reading.state ?? 'unknown', reading.says));
  }
  if (facts.length === 0)
    facts.push(fact('process', known.launchedAt, 'starting', 'started, nothing seen yet'));
  return facts.sort((left, right) => right.at - left.at);
}

function fact(
  source: Evidence['source'],
  at: number,
  supports: Evidence['supports'],
  says: string,
): Evidence {
  return { source, at, supports, says: plainLine(says, 200) };
}

import { z } from 'zod';
import { plainLine } from '../../base/plain-text.ts';
import type { OldLine } from '../../contract/old-audit.ts';

/** Bounds of what is taken over. What is longer is cut with `…`; the old file stays with the person. */
const longestEvent = 64;
const longestName = 64;
const longestValue = 500;
const mostDetails = 20;

const latest = 8_640_000_000_000;

/** As it is: a record of zod leaves out `__proto__` without a word. */
const anyObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const inside = z.object({
  /** Seconds. `iso_time` says the same again, less exactly. */
  timestamp: z.number().min(0).max(latest),
  event_type: z.string(),
  details: anyObject,
});

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The details as texts on one line each; how many more there were is the last of them. */
function detailsOf(details: Readonly<Record<string, unknown>>): string[] {
  const entries = Object.entries(details);
  const texts = entries
    .slice(0, mostDetails)
    .map(([name, value]) => `${plainLine(name, longestName)}: ${plainLine(textOf(value), longestValue)}`);
  const more = entries.length - texts.length;
  return more === 0 ? texts : [...texts, `… and ${more} more`];
}

type OldEntry = Pick<Extract<OldLine, { is: 'read' }>, 'at' | 'event' | 'details'>;

/** What an opened line says, every text plain and bounded; null when it is no entry of Backpack 1.0. */
export function parseOldEntry(opened: Uint8Array): OldEntry | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(opened);
    const { timestamp, event_type, details } = inside.parse(JSON.parse(text));
    return {
      at: Math.round(timestamp * 1000),
      event: plainLine(event_type, longestEvent),
      details: detailsOf(details),
    };
  } catch {
    // Not UTF-8, not JSON, nested too deep to be written as text, or of another form: each is no entry.
    return null;
  }
}

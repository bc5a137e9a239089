/** One event of a hook, as `hooks/report` left it. */
export interface SpoolRecord {
  readonly launchId: string;
  /** The runtime that its caller named; an agent started inside another one shares its launch id, but not this. */
  readonly runtime: string;
  /** When it was written, epoch milliseconds. */
  readonly at: number;
  /** The event's JSON; its shape is the runtime's business. */
  readonly payload: unknown;
}

const nameForm = /^([0-9a-f]{32})\.([a-z]+)-\d+-\d+\.json$/;

/**
 * @param name the file's name without its folder
 * @param at its time of writing, epoch milliseconds
 * @returns null for a name or a content that is not of `hooks/report`, such as an event cut at its greatest size
 */
export function parseSpoolRecord(name: string, content: Uint8Array, at: number): SpoolRecord | null {
  const [, launchId, runtime] = nameForm.exec(name) ?? [];
  if (launchId === undefined || runtime === undefined) return null;
  try {
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    return { launchId, runtime, at, payload };
  } catch {
    return null;
  }
}

const pause = 3_000;

/** What a screen reader was last told, and what waits to be told. */
export interface Announcements {
  /** Epoch milliseconds of the last announcement. */
  readonly at: number;
  readonly text: string;
  readonly waiting: readonly string[];
}

export const silence: Announcements = { at: 0, text: '', waiting: [] };

/** Adds something to say; it waits its turn, since not more than one is said in three seconds. */
export function announce(said: Announcements, text: string, now: number): Announcements {
  if (said.waiting.includes(text)) return said;
  return nextAnnouncement({ ...said, waiting: [...said.waiting, text] }, now);
}

/** Says what waits, all of it at once, when the pause is over. */
export function nextAnnouncement(said: Announcements, now: number): Announcements {
  if (said.waiting.length === 0 || now - said.at < pause) return said;
  return { at: now, text: said.waiting.join('. '), waiting: [] };
}

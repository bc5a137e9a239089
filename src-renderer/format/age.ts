const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const calendar = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** How long ago, in the fewest characters: `now`, `8 s`, `4 min`, `3 h`, `Fri`, `12 Nov`. Both in epoch milliseconds. */
export function age(at: number, now: number): string {
  const gone = now - at;
  if (gone < 5 * second) return 'now';
  if (gone < minute) return `${Math.floor(gone / second)} s`;
  if (gone < hour) return `${Math.floor(gone / minute)} min`;
  if (gone < day) return `${Math.floor(gone / hour)} h`;
  return gone < 7 * day ? weekday.format(at) : date.format(at);
}

/** The same for a sentence: `just now`, `4 min ago`, `on Fri`. */
export function agoWords(at: number, now: number): string {
  const short = age(at, now);
  if (short === 'now') return 'just now';
  return now - at < day ? `${short} ago` : `on ${short}`;
}

/** A stretch of time in one unit: `40 s`, `12 min`, `3 h`, `6 d`. */
export function stretch(milliseconds: number): string {
  if (milliseconds < minute) return `${Math.max(0, Math.floor(milliseconds / second))} s`;
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`;
  if (milliseconds < day) return `${Math.floor(milliseconds / hour)} h`;
  return `${Math.floor(milliseconds / day)} d`;
}

/** `14:32` today, `Fri 14:32` in the last days, else `12 Nov 14:32`. */
export function timeOfDay(at: number, now: number): string {
  const time = clock.format(at);
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time;
  return `${now - at < 6 * day ? weekday.format(at) : date.format(at)} ${time}`;
}

/** `14:32:08`. */
export function exactTime(at: number): string {
  return clockWithSeconds.format(at);
}

/** `14:32:08` today, else as `timeOfDay`. */
export function recentTime(at: number, now: number): string {
  const time = timeOfDay(at, now);
  return time === clock.format(at) ? exactTime(at) : time;
}

/** `30 Nov 2026, 14:32:08.114`. */
export function exactMoment(at: number): string {
  return moment.format(at);
}

/** `31 Dec 2026`. */
export function calendarDay(at: number): string {
  return calendar.format(at);
}

import { z } from 'zod';
import { lengthPrefixed, readLengthPrefixed } from './netstrings.ts';
import type { SessionFacts } from './tmux.ts';

/** The session that our own client is attached to, so that the server lives and has someone to talk to. */
export const keeper = '_backbone';

const count = z.string().regex(/^\d+$/).transform(Number);
const countOrNull = z
  .string()
  .regex(/^\d*$/)
  .transform((text) => (text === '' ? null : Number(text)));
const flag = z.string().transform((text) => text === '1');

/** Mark on each pane that we created, with the name of its session. */
export const mark = '@backbone_session';

const variables = {
  session_name: z.string().min(1),
  pane_id: z.string().regex(/^%\d+$/),
  pane_pid: count,
  pane_dead: flag,
  pane_dead_status: countOrNull,
  pane_dead_signal: countOrNull,
  pane_width: count,
  pane_height: count,
  window_activity: count,
  pane_in_mode: z.string().transform((text) => text !== '' && text !== '0'),
  session_attached_list: z.string(),
  pane_title: z.string(),
  [mark]: z.string(),
  pane_active: flag,
  window_active: flag,
};
const names = Object.keys(variables);
const record = z.object(variables);

/** Lists what `readSessions` reads. */
export const listSessions: readonly string[] = ['list-panes', '-a', '-F', lengthPrefixed(names)];

/** What tells that a session printed, has another size, or ended: how is known a moment after that it did. */
const signs = [
  '#{window_activity}',
  '#{pane_width}',
  '#{pane_height}',
  '#{?pane_dead,dead #{pane_dead_status} #{pane_dead_signal},}',
];

/**
 * Format of one line that is another one when a session changed. tmux works it out once a second for a subscription,
 * which costs more than all else that idle sessions need: so it is as short as can be, and nobody reads it.
 */
export const changeFormat = `#{S:#{?#{==:#{session_windows} #{window_panes},1 1},${signs.join(' ')},#{W:#{P:${signs.join(' ')} }}} }`;

/** Notices that tmux sends of its own accord when a session came, went or got another name. */
export const listNotices = new Set(['sessions-changed', 'session-renamed']);

/**
 * Reads the list: each session by the pane that we created in it, whatever panes a person opened beside that one, and
 * a session that is not of our making by the pane that is shown. Sessions that tmux is just taking apart, without a
 * pane, are left out.
 * @returns null when the text is not whole
 */
export function readSessions(bytes: Uint8Array): SessionFacts[] | null {
  const records = readLengthPrefixed(bytes, names.length);
  if (records === null) return null;
  const panes = new Map<string, z.output<typeof record>>();
  for (const values of records) {
    const parsed = record.safeParse(Object.fromEntries(names.map((name, index) => [name, values[index]])));
    if (!parsed.success || parsed.data.session_name === keeper) continue;
    const pane = parsed.data;
    const isShown = pane.pane_active && pane.window_active;
    if (isOurs(pane) || (isShown && !panes.has(pane.session_name))) panes.set(pane.session_name, pane);
  }
  return [...panes.values()].map((facts) => ({
    name: facts.session_name,
    pane: facts.pane_id,
    pid: facts.pane_pid,
    dead: facts.pane_dead,
    deadStatus: facts.pane_dead_status,
    deadSignal: facts.pane_dead_signal,
    columns: facts.pane_width,
    rows: facts.pane_height,
    activity: facts.window_activity,
    title: facts.pane_title,
    inMode: facts.pane_in_mode,
    attached: facts.session_attached_list.split(',').filter(isPerson).length,
  }));
}

/** A window may be linked into another session; its panes stay those of their own. */
function isOurs(pane: z.output<typeof record>): boolean {
  return pane[mark] === pane.session_name;
}

/** tmux names a client by its terminal, and one without a terminal, as ours and other programs' are, `client-PID`. */
function isPerson(client: string): boolean {
  return client !== '' && !/^client-\d+$/.test(client);
}

import { plainLine } from '../../base/plain-text.ts';
import type { ConsentPlan, NeededKey } from '../../contract/consent.ts';
import type { Paint } from '../text/paint.ts';
import { type Cell, table } from '../text/table.ts';

/** What `--dry-run` tells. */
export interface RunPlan extends ConsentPlan {
  /** Names that a run around this one has injected already. */
  readonly injected: readonly string[];
}

function standingOf({ source, problem, allowed }: NeededKey): Cell {
  if (source === null) return { look: 'bad', text: problem ?? 'nowhere' };
  return allowed ? { look: 'good', text: 'allowed' } : { look: 'warning', text: 'to be allowed' };
}

/** Which keys a run would get, from where, and what is still to be said. */
export async function planText({ lock, keys, injected }: RunPlan, paint: Paint): Promise<string> {
  const around =
    injected.length === 0 ? [] : [`A run around this one has injected already: ${injected.join(', ')}`];
  if (lock === null)
    return ['There is no agent.lock here; the program would just run.', ...around].join('\n');
  const rows = keys.map((key): Cell[] => [key.name, key.source ?? '', standingOf(key), key.why ?? '']);
  return [
    `${plainLine(lock.file, 4096)} (${lock.standing})`,
    paint('dim', lock.digest),
    ...lock.changes.map(({ says }) => `- ${plainLine(says, 1000)}`),
    keys.length === 0 ? 'It asks for no key.' : await table(paint, ['KEY', 'FROM', 'STANDING', 'WHY'], rows),
    ...(lock.personality.length === 0
      ? []
      : [`It brings: ${lock.personality.map((name) => plainLine(name, 64)).join(', ')}`]),
    ...around,
  ].join('\n');
}

import type { Caller } from '../../authority/caller.ts';
import type { Actor } from '../../contract/question.ts';

/** Who stands in the records for a caller. Only public procedures have none, and they record nothing. */
export function actorOf(caller: Caller | null): Actor {
  return caller?.actor ?? { door: 'http', name: null };
}

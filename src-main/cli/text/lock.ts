import { plainLine, plainText } from '../../base/plain-text.ts';
import type { LockChange, LockStanding, LockView } from '../../contract/lock.ts';
import { moment } from './age.ts';
import { indented, pairs } from './lines.ts';
import type { Look, Paint } from './paint.ts';
import { table } from './table.ts';

const standings: Readonly<Record<LockStanding, readonly [Look, string]>> = {
  own: ['good', 'own: sealed on this machine'],
  accepted: ['good', 'accepted'],
  new: ['warning', 'not accepted yet: nothing of it is used'],
  changed: ['warning', 'changed since it was sealed here or accepted: nothing of it is used'],
};

/** What a lock's standing means, in words. */
export function standingText(standing: LockStanding): string {
  return standings[standing][1];
}

function changeText({ says, before, after }: LockChange, paint: Paint): string {
  const part = (title: string, text: string | null): string[] =>
    text === null ? [] : [`${paint('dim', title)}\n${indented(plainText(text))}`];
  return [
    `- ${plainLine(says, 1000)}`,
    ...[...part('before', before), ...part('after', after)].map((text) => indented(text, 4)),
  ].join('\n');
}

/** Differences of a lock, one after another; whole texts of traits below them. */
export function changesText(changes: readonly LockChange[], paint: Paint): string {
  return changes.length === 0
    ? 'Nothing is different.'
    : changes.map((change) => changeText(change, paint)).join('\n');
}

/** To whom a lock is sealed, on one line. */
function sealedToText({ sealedTo }: LockView): string {
  if (sealedTo.is === 'passphrase') return 'a passphrase';
  const names = sealedTo.recipients.map(({ recipient, isThisMachine }) =>
    isThisMachine ? `${recipient} (this machine)` : recipient,
  );
  const more = sealedTo.unnamed === 0 ? [] : [`${sealedTo.unnamed} more that it does not name`];
  return [...names, ...more].join(', ');
}

/** What to do about a lock that is not used; null when there is nothing to do. */
function adviceOf({ standing, digest }: LockView): string | null {
  if (standing === 'own' || standing === 'accepted') return null;
  return `Accept it, once you have read what it says: backbone lock accept --digest ${digest}`;
}

/** A lock on a few lines, with what changed when it is not used. */
export function lockStatusText(view: LockView, paint: Paint): string {
  const [look, text] = standings[view.standing];
  const held = view.credentials.filter(({ is }) => is === 'held').length;
  const advice = adviceOf(view);
  return [
    `${paint('strong', plainLine(view.file, 4096))}: ${paint(look, text)}`,
    `keys: ${view.credentials.length} (${held} with their value), traits: ${Object.keys(view.personality).length}, memories: ${view.memory.length}`,
    ...(advice === null ? [] : [...view.changes.map(({ says }) => `- ${plainLine(says, 1000)}`), advice]),
  ].join('\n');
}

/** Everything of a lock but the values of its keys. */
export async function lockText(view: LockView, paint: Paint): Promise<string> {
  const advice = adviceOf(view);
  const titled = (title: string, text: string): string => `${paint('strong', title)}\n${indented(text)}`;
  const keys = view.credentials.map(({ name, is, why }) => [
    name,
    is === 'held' ? 'held' : 'asked for',
    why ?? '',
  ]);
  const memories = view.memory.map(({ name, bytes }) => [name, String(bytes)]);
  return [
    pairs(paint, [
      ['file', view.file],
      ['standing', standingText(view.standing)],
      ['sealed to', sealedToText(view)],
      ['version', String(view.version)],
      ['changed', moment(view.modifiedAt)],
      ['digest', view.digest],
    ]),
    ...(keys.length === 0 ? [] : [titled('Keys', await table(paint, ['KEY', 'IS', 'WHY'], keys))]),
    ...Object.entries(view.personality).map(([name, text]) => titled(plainLine(name, 64), plainText(text))),
    ...(memories.length === 0 ? [] : [titled('Memory', await table(paint, ['NAME', 'BYTES'], memories))]),
    ...(advice === null ? [] : [titled('What is new', changesText(view.changes, paint)), advice]),
  ].join('\n\n');
}

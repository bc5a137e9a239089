import type { Caller } from '../../authority/caller.ts';
import { BackboneError } from '../../base/errors.ts';
import type { LockUnlock, Memory } from '../../contract/lock.ts';
import type { ParsedInputOf } from '../../contract/procedures.ts';
import { lockPath } from '../../lock/read-file.ts';
import type { Implementations } from '../doors.ts';
import { LockActs, type LockParts, type LockPlace } from './lock-acts.ts';

type Change = ParsedInputOf<'memory.write'>['change'];

/**
 * Whose memory is meant. An agent has its own alone, and opens it as this machine, with nothing that it brings along.
 * @throws forbidden for an agent in another folder; invalid_input for an operator who names none; folder_missing
 */
function placeOf(
  { folder, unlock }: { readonly folder?: string | undefined; readonly unlock: LockUnlock },
  { folderOf }: LockParts,
  caller: Caller | null,
): LockPlace {
  if (caller?.authority === 'agent') {
    const own = folderOf(caller.agentId);
    const isOwn = own !== null && (folder === undefined || lockPath(folder) === lockPath(own));
    if (isOwn) return { folder: own, unlock: {} };
    throw new BackboneError('forbidden', 'An agent has the memory of its own folder alone.');
  }
  if (folder !== undefined) return { folder, unlock };
  throw new BackboneError('invalid_input', 'Name the folder whose lock is meant.');
}

function unknown(): BackboneError {
  return new BackboneError(
    'not_found',
    'Nothing is remembered under that name. "backbone memory get" shows all.',
  );
}

/** The memory after a change, and the names that are another than before. @throws not_found */
export function changedMemory(memory: Memory, change: Change): { memory: Memory; names: string[] } {
  switch (change.act) {
    case 'set':
      return { memory: { ...memory, [change.name]: change.value }, names: [change.name] };
    case 'merge':
      return { memory: { ...memory, ...change.values }, names: Object.keys(change.values) };
    case 'clear': {
      const { name } = change;
      if (name === undefined) return { memory: {}, names: Object.keys(memory) };
      if (!Object.hasOwn(memory, name)) throw unknown();
      return {
        memory: Object.fromEntries(Object.entries(memory).filter(([one]) => one !== name)),
        names: [name],
      };
    }
  }
}

export function memoryImplementations(
  parts: LockParts,
): Pick<Implementations, 'memory.read' | 'memory.write'> {
  return {
    'memory.read': async ({ name, ...input }, caller) => {
      const place = placeOf(input, parts, caller);
      const { lock } = await new LockActs(parts, caller).open(place);
      const { memory } = lock.document;
      if (name === undefined) return { memory };
      const value = Object.hasOwn(memory, name) ? memory[name] : undefined;
      if (value === undefined) throw unknown();
      return { memory: { [name]: value } };
    },
    'memory.write': async ({ change, ...input }, caller) => {
      const place = placeOf(input, parts, caller);
      let changed: string[] = [];
      await new LockActs(parts, caller).change(place, ({ document }) => {
        const { memory, names } = changedMemory(document.memory, change);
        changed = names;
        if (names.length === 0) return null;
        return {
          kind: 'memory.changed',
          details: { act: change.act, names },
          document: { ...document, memory },
          note: 'as before',
        };
      });
      return { names: changed };
    },
  };
}

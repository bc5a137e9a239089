import { type Definition, group } from '../define.ts';
import { memoryGet } from './memory/get.ts';
import { memoryClear, memoryMerge, memorySet } from './memory/write.ts';

export const memoryCommands: Definition = (parent, context) => {
  const memory = group(
    parent,
    'memory',
    'Reads and changes what an agent.lock remembers. In an agent’s own terminal: its own.',
  );
  for (const define of [memoryGet, memorySet, memoryMerge, memoryClear]) define(memory, context);
};

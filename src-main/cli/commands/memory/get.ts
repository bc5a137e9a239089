import { type Definition, define } from '../../define.ts';
import { withFolder } from '../../lock-options.ts';
import { type MemoryOptions, onMemory } from '../../on-memory.ts';
import { safeJson } from '../../output.ts';

export const memoryGet: Definition = (parent, context) => {
  withFolder(
    define(parent, 'get [name]', 'Prints what an agent.lock remembers as JSON: one value, or all by name.'),
  ).action(async (name: string | undefined, options: MemoryOptions) => {
    const { memory } = await onMemory(context, options, (place) =>
      context.call('memory.read', { ...place, ...(name === undefined ? {} : { name }) }),
    );
    const shown = name === undefined ? memory : memory[name];
    await context.output.result(options, { memory }, () => safeJson(shown, 2));
  });
};

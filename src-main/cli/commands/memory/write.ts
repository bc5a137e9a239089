import type { InputOf } from '../../../contract/procedures.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { jsonIn } from '../../json-input.ts';
import { withFolder } from '../../lock-options.ts';
import { type MemoryOptions, onMemory } from '../../on-memory.ts';
import { usageError } from '../../usage-error.ts';

type Change = InputOf<'memory.write'>['change'];

async function write(context: CommandContext, options: MemoryOptions, change: Change): Promise<void> {
  const answer = await onMemory(context, options, (place) =>
    context.call('memory.write', { ...place, change }),
  );
  await context.output.result(options, answer, () =>
    answer.names.length === 0 ? 'Nothing had to be changed.' : `Changed: ${answer.names.join(', ')}`,
  );
}

export const memorySet: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'set <name> [value]',
      'Remembers one value: JSON, so a text stands in quotes. Without a value it is read from the standard input.',
    ),
  ).action(async (name: string, value: string | undefined, options: MemoryOptions) => {
    await write(context, options, { act: 'set', name, value: await jsonIn(value) });
  });
};

export const memoryMerge: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'merge [values]',
      'Remembers several values at once: a JSON object by name. Without it, it is read from the standard input.',
    ),
  ).action(async (text: string | undefined, options: MemoryOptions) => {
    const values = await jsonIn(text);
    if (values === null || typeof values !== 'object' || Array.isArray(values))
      throw usageError('It takes a JSON object: {"name": value, ...}');
    await write(context, options, { act: 'merge', values });
  });
};

export const memoryClear: Definition = (parent, context) => {
  withFolder(define(parent, 'clear [name]', 'Forgets one value, or all of them.'))
    .option('--all', 'forget everything')
    .action(async (name: string | undefined, options: MemoryOptions & { all?: boolean }) => {
      if ((name === undefined) === (options.all !== true))
        throw usageError('Name what is forgotten, or say --all.');
      await write(context, options, { act: 'clear', ...(name === undefined ? {} : { name }) });
    });
};

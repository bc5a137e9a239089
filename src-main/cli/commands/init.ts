import { type Definition, define } from '../define.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';

export const init: Definition = (parent, context) => {
  define(
    parent,
    'init',
    'Makes the data directory with its key and database, and repairs the modes of what is there.',
  )
    .option('--force', 'make a new key: running agents and open panels lose theirs')
    .action(async ({ force, ...options }: OutputOptions & { force?: boolean }) => {
      operatorOnly(context, 'Use: backbone status');
      const { needModernNode } = await import('../daemon/modern-node.ts');
      await needModernNode();
      const { initialise } = await import('../../daemon/initialise.ts');
      const { root } = context.directory;
      const { created } = await initialise(context.directory, { force: force === true });
      await context.output.result(options, { dataDirectory: root, created }, () =>
        created.length === 0
          ? `${root} is in order. Nothing had to be made.`
          : ['Made:', ...created.map((file) => `  ${file}`)].join('\n'),
      );
    });
};

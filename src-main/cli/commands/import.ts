import path from 'node:path';
import { plainLine } from '../../base/plain-text.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { shellWords } from '../text/shell-words.ts';
import { usageError } from '../usage-error.ts';

export const importCommand: Definition = (parent, context) => {
  define(
    parent,
    'import <file> [folder]',
    'Unpacks the zip of an agent into a folder, as a whole or not at all; nothing gets out of the folder. Asks nothing.',
  )
    .option('--force', 'overwrite files that are there')
    .action(
      async (
        given: string,
        target: string | undefined,
        { force, ...options }: OutputOptions & { force?: boolean },
      ) => {
        if (given === '' || target === '') throw usageError('A name is empty. Name a file and a folder.');
        const file = path.resolve(context.folder, given);
        const folder = path.resolve(context.folder, target ?? path.parse(file).name);
        const { importArchive } = await import('../../archive/import-archive.ts');
        const done = await importArchive({ file, folder, overwrite: force === true });
        await context.output.result(options, done, () =>
          [
            `Imported ${done.files.length} files into ${plainLine(done.folder, 4096)}`,
            ...done.files.map((name) => `  ${plainLine(name, 200)}`),
          ].join('\n'),
        );
        if (done.files.includes('agent.lock'))
          context.output.notice(
            `It brings an agent.lock. Read what it says before you accept it: backbone lock show --folder ${shellWords([done.folder])}`,
          );
      },
    );
};

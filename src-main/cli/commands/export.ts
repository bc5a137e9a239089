import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Exported } from '../../archive/export-folder.ts';
import { plainLine } from '../../base/plain-text.ts';
import { type Definition, define } from '../define.ts';
import { createNewFile } from '../new-file.ts';
import type { OutputOptions } from '../output.ts';
import { usageError } from '../usage-error.ts';

function exportText(file: string, { files, leftOut }: Exported): string {
  const stays = leftOut.map(({ name, why }) => `  ${plainLine(name, 200)}: ${why}`);
  return [
    `Exported ${files.length} files to ${plainLine(file, 4096)}`,
    ...(stays.length === 0 ? [] : ['Left out:', ...stays]),
    ...(files.includes('agent.lock')
      ? ['Its agent.lock is as it was sealed. To let someone else open it: backbone lock share']
      : []),
  ].join('\n');
}

export const exportCommand: Definition = (parent, context) => {
  define(
    parent,
    'export [folder] [file]',
    'Writes an agent’s folder as a zip: its lock as it is sealed, no history, packages, .env files or private keys. Asks nothing.',
  )
    .option('--force', 'overwrite the file if there is one')
    .action(
      async (
        given: string | undefined,
        target: string | undefined,
        { force, ...options }: OutputOptions & { force?: boolean },
      ) => {
        if (given === '' || target === '') throw usageError('A name is empty. Leave it out instead.');
        const folder = path.resolve(context.folder, given ?? '.');
        const file = path.resolve(context.folder, target ?? `${path.basename(folder)}.zip`);
        const { exportFolder } = await import('../../archive/export-folder.ts');
        const zip = createNewFile(file, force === true);
        let done: Exported;
        try {
          // Its final name and the one that it has until it is whole.
          const place = realpathSync(path.dirname(file));
          const exceptFiles = [file, zip.part].map((one) => path.join(place, path.basename(one)));
          done = await exportFolder({ folder, exceptFiles, write: (bytes) => zip.write(bytes) });
          zip.keep();
        } finally {
          zip.dispose();
        }
        const { size } = lstatSync(file);
        await context.output.result(options, { file, size, ...done }, () => exportText(file, done));
      },
    );
};

import path from 'node:path';
import { auditCall } from '../../audit-call.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { exportedLines } from '../../exported-lines.ts';
import { createNewFile } from '../../new-file.ts';
import type { OutputOptions } from '../../output.ts';
import { usageError } from '../../usage-error.ts';

interface ExportOptions extends OutputOptions {
  readonly output?: string;
  readonly force?: boolean;
}

async function toStandardOutput(context: CommandContext): Promise<void> {
  for await (const lines of exportedLines(auditCall(context), null)) {
    for (const line of lines) if (!(await context.output.item({}, line, () => line))) return;
  }
}

async function toFile(context: CommandContext, file: string, options: ExportOptions): Promise<void> {
  const target = createNewFile(file, options.force === true);
  let count = 0;
  try {
    for await (const lines of exportedLines(auditCall(context), null)) {
      count += lines.length;
      target.write(`${lines.join('\n')}\n`);
    }
    target.keep();
  } finally {
    target.dispose();
  }
  // The opening line and the head are no records.
  const records = count - 2;
  await context.output.result(options, { file, records }, () =>
    [
      `Exported ${records} records to ${file}`,
      `Verify it anywhere with: backbone audit verify --file ${file}`,
    ].join('\n'),
  );
}

export const auditExport: Definition = (parent, context) => {
  define(
    parent,
    'export',
    'Writes the sealed log as JSON Lines that anyone can verify, and nobody reads without the key.',
  )
    .option('--output <file>', 'into a new private file instead of the standard output')
    .option('--force', 'overwrite the file if there is one')
    .action(async (options: ExportOptions) => {
      if (options.output === undefined) {
        if (options.force === true) throw usageError('--force belongs to --output.');
        return toStandardOutput(context);
      }
      return toFile(context, path.resolve(context.folder, options.output), options);
    });
};

import { createHash } from 'node:crypto';
import path from 'node:path';
import { BackboneError } from '../../../base/errors.ts';
import type { OutputOf } from '../../../contract/procedures.ts';
import { auditCall } from '../../audit-call.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { exportedLines } from '../../exported-lines.ts';
import { momentOption } from '../../moment-option.ts';
import { createNewFile } from '../../new-file.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';

type Part = OutputOf<'audit.closed'>;

/** Writes the part, durably. @returns SHA-256 of the file, hexadecimal */
async function writeArchive(context: CommandContext, file: string, part: Part): Promise<string> {
  const target = createNewFile(file, false);
  const digest = createHash('sha256');
  try {
    for await (const lines of exportedLines(auditCall(context), part.last)) {
      const text = `${lines.join('\n')}\n`;
      digest.update(text);
      target.write(text);
    }
    target.keep();
  } finally {
    target.dispose();
  }
  return digest.digest('hex');
}

/** Reads the file back: what goes out of the log must be in there. @throws audit_damaged */
async function assertHolds(file: string, part: Part): Promise<void> {
  const { verifyExport } = await import('../../../audit/verify-export.ts');
  const { damage, first, last, hash } = await verifyExport({ file, identity: null, signer: null });
  const isPart = first === part.first && last === part.last && hash === part.hash;
  if (damage === null && isPart) return;
  const says = damage?.says ?? 'The file does not hold the records that were to be archived.';
  throw new BackboneError(
    'audit_damaged',
    `${says} Nothing was taken out of the log. Run "backbone audit verify" to see all of it; ${file} was left there.`,
  );
}

export const auditArchive: Definition = (parent, context) => {
  define(
    parent,
    'archive <file>',
    'Moves closed segments out of the log into a new private file that anyone can verify. The log goes on from their last hash.',
  )
    .option('--before <time>', 'only what is older: an age such as 90d, or a moment in UTC', (text: string) =>
      momentOption(text),
    )
    .action(async (given: string, { before, ...options }: OutputOptions & { before?: number }) => {
      operatorOnly(context, 'Use: backbone status');
      const file = path.resolve(context.folder, given);
      const part = await context.callPatiently(
        'Looking for closed segments',
        'audit.closed',
        before === undefined ? {} : { before },
      );
      const digest = await writeArchive(context, file, part);
      await assertHolds(file, part);
      const trimmed = { ...part, archive: file, digest };
      try {
        await context.callPatiently('Taking the segments out of the log', 'audit.trim', trimmed);
      } catch (error) {
        context.output.notice(`${file} is whole, but its records are still in the log, too.`);
        throw error;
      }
      await context.output.result(options, { file, ...part, digest }, () =>
        [
          `Moved records ${part.first} to ${part.last} into ${file}`,
          `Their last hash, from which the log goes on: ${part.hash}`,
          `Verify it anywhere with: backbone audit verify --file ${file}`,
          'With a later export it is one log: name both after --file, the archive first.',
        ].join('\n'),
      );
    });
};

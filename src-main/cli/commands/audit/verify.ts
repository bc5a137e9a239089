import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../../../base/errors.ts';
import type { AuditVerification } from '../../../contract/audit.ts';
import { errorKinds } from '../../../contract/errors.ts';
import { auditCall } from '../../audit-call.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { verificationText } from '../../text/audit.ts';
import { usageError } from '../../usage-error.ts';

interface VerifyOptions extends OutputOptions {
  readonly contents?: boolean;
  readonly file?: readonly string[];
  readonly keyFile?: string;
  readonly signer?: string;
}

/** The age identity in a file as `age-keygen` writes it. @throws not_found, invalid_input */
function identityIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackboneError('not_found', `${file} cannot be read. Give the path of an age identity.`, {
      cause: error,
    });
  }
  const found = /^\s*(?:\w+=)?(AGE-SECRET-KEY-1[0-9A-Z]+)\s*$/m.exec(text)?.[1];
  if (found !== undefined) return found;
  throw usageError(`${file} holds no age identity: no line begins with AGE-SECRET-KEY-1.`);
}

interface Found {
  readonly verification: AuditVerification;
  /** Which of several files is damaged; null when none is, or only one was given. */
  readonly damaged: string | null;
}

async function verified(context: CommandContext, options: VerifyOptions): Promise<Found> {
  const { contents = false, file, keyFile, signer } = options;
  if (file === undefined) {
    if (keyFile !== undefined || signer !== undefined)
      throw usageError('--key-file and --signer belong to --file.');
    return { verification: await auditCall(context)('audit.verify', { contents }), damaged: null };
  }
  if (contents && keyFile === undefined)
    throw usageError('To open the contents of a file, name its key with --key-file.');
  if (signer !== undefined && !/^[0-9a-f]{64}$/i.test(signer))
    throw usageError('--signer takes a public key: 64 hexadecimal digits.');
  const { verifyExports } = await import('../../../audit/verify-export.ts');
  const [first = '', ...further] = file.map((name) => path.resolve(context.folder, name));
  const found = await verifyExports([first, ...further], {
    identity: keyFile === undefined ? null : identityIn(path.resolve(context.folder, keyFile)),
    signer: signer ?? null,
  });
  return further.length === 0 ? { ...found, damaged: null } : found;
}

export const auditVerify: Definition = (parent, context) => {
  define(parent, 'verify', 'Goes through the whole log and names the first bad entry.')
    .option('--contents', 'also open every entry with this machine’s key')
    .option(
      '--file <export...>',
      'an exported log, on any machine; needs no daemon and no secret. Archives and the export that goes on after them, oldest first, are verified as one log',
    )
    .option('--key-file <file>', 'open the contents of the exported log with this age identity')
    .option('--signer <key>', 'the public key that must have signed the exported log')
    .action(async (options: VerifyOptions) => {
      const { verification, damaged } = await verified(context, options);
      await context.output.result(options, verification, (paint) => verificationText(verification, paint));
      if (damaged !== null) context.output.notice(`This was found in ${damaged}`);
      if (verification.damage !== null) context.output.status = errorKinds.audit_damaged.exit;
    });
};

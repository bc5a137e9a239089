import { BackboneError } from '../../../base/errors.ts';
import type { LockView } from '../../../contract/lock.ts';
import { canAsk } from '../../ask-secret.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { type FolderOption, withFolder } from '../../lock-options.ts';
import type { OutputOptions } from '../../output.ts';
import { personAtTerminal } from '../../person.ts';
import { changeLock, type LockPlace } from '../../show-lock.ts';
import { lockText } from '../../text/lock.ts';
import { painter } from '../../text/paint.ts';
import { usageError } from '../../usage-error.ts';

interface AcceptOptions extends OutputOptions, FolderOption {
  readonly digest?: string;
}

/** @throws consent_denied when the person does not say yes */
async function agreed(view: LockView): Promise<void> {
  const person = personAtTerminal();
  try {
    person.say(await lockText(view, painter(false)));
    const answer = await person.ask('Accept it as it is? [y/N] ');
    if (/^y(es)?$/i.test(answer ?? '')) return;
    throw new BackboneError('consent_denied', 'You did not accept the lock. Nothing was changed.');
  } finally {
    await person.dispose();
  }
}

/** The digest of what the person looked at: named, or shown and agreed to here. */
async function digestOf(
  context: CommandContext,
  place: LockPlace,
  { digest }: AcceptOptions,
): Promise<string> {
  if (digest !== undefined) return digest;
  const view = await context.call('locks.show', place);
  if (view.standing === 'new' || view.standing === 'changed') await agreed(view);
  return view.digest;
}

export const lockAccept: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'accept',
      'Accepts an agent.lock that others sealed: its keys may be asked for, its personality is used. Asks on a terminal.',
    ),
  )
    .option('--digest <digest>', 'accept the lock with this digest, as lock show prints it, without asking')
    .action(async (options: AcceptOptions) => {
      if (options.digest === undefined && !canAsk())
        throw usageError(
          'There is no terminal to ask on. Look with "backbone lock show", then say --digest.',
        );
      await changeLock(context, options, async (place) =>
        context.call('locks.accept', { ...place, digest: await digestOf(context, place, options) }),
      );
    });
};

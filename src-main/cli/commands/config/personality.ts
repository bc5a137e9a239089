import { plainText } from '../../../base/plain-text.ts';
import type { CommandContext } from '../../context.ts';
import { type Definition, define } from '../../define.ts';
import { type FolderOption, repeated, textIn, withFolder } from '../../lock-options.ts';
import type { OutputOptions } from '../../output.ts';
import { onLock } from '../../show-lock.ts';
import { indented } from '../../text/lines.ts';
import { usageError } from '../../usage-error.ts';

interface PersonalityOptions extends OutputOptions, FolderOption {
  readonly set?: string[];
  readonly setFile?: string[];
  readonly unset?: string[];
}

/** `trait=text` words as pairs. @throws invalid_input */
function pairsOf(words: readonly string[], option: string): [string, string][] {
  return words.map((word) => {
    const cut = word.indexOf('=');
    if (cut < 1) throw usageError(`${option} takes a trait and its text, as in: ${option} tone=friendly`);
    return [word.slice(0, cut), word.slice(cut + 1)];
  });
}

async function changesOf(
  context: CommandContext,
  { set = [], setFile = [], unset = [] }: PersonalityOptions,
): Promise<Record<string, string | null>> {
  const traits: Record<string, string | null> = Object.fromEntries(unset.map((name) => [name, null]));
  for (const [name, text] of pairsOf(set, '--set')) traits[name] = text;
  for (const [name, file] of pairsOf(setFile, '--set-file')) traits[name] = await textIn(context, file);
  return traits;
}

export const configPersonality: Definition = (parent, context) => {
  withFolder(
    define(
      parent,
      'personality',
      'Shows or changes what an agent.lock tells its agent: system_prompt, tone, and others that are only carried. It is no secret.',
    ),
  )
    .option('--set <trait=text>', 'change one trait; may be repeated', repeated)
    .option(
      '--set-file <trait=file>',
      'change one trait to what stands in a file; - is the standard input',
      repeated,
    )
    .option('--unset <trait>', 'take one trait out; may be repeated', repeated)
    .action(async (options: PersonalityOptions) => {
      const traits = await changesOf(context, options);
      const view = await onLock(context, options, (place) =>
        Object.keys(traits).length === 0
          ? context.call('locks.show', place)
          : context.call('locks.edit', { ...place, edit: { personality: traits } }),
      );
      const { personality } = view;
      await context.output.result(options, { personality }, (paint) =>
        Object.entries(personality)
          .map(([name, text]) => `${paint('strong', name)}\n${indented(plainText(text))}`)
          .join('\n'),
      );
      if (Object.keys(personality).length === 0) context.output.notice('The lock brings no personality.');
    });
};

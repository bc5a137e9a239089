import { type Definition, define } from '../../define.ts';
import {
  askedKeys,
  type FolderOption,
  folderOf,
  repeated,
  type SealOptions,
  sealingOf,
  textIn,
  withFolder,
  withSealing,
} from '../../lock-options.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { lockStatusText } from '../../text/lock.ts';

interface InitOptions extends OutputOptions, FolderOption, SealOptions {
  readonly key?: string[];
  readonly systemPromptFile?: string;
  readonly tone?: string;
}

export const lockInit: Definition = (parent, context) => {
  withSealing(
    withFolder(
      define(
        parent,
        'init',
        'Seals a new agent.lock: to this machine, or to whom the options say. Asks nothing else.',
      ),
    ),
  )
    .option('--key <NAME[=why]>', 'a key that the agent needs, and why; may be repeated', repeated)
    .option('--system-prompt-file <file>', 'what the agent is told about itself; - is the standard input')
    .option('--tone <text>', 'how it speaks')
    .action(async (options: InitOptions) => {
      operatorOnly(context, 'Use: backbone memory get');
      const { systemPromptFile: file, tone } = options;
      const prompt = file === undefined ? {} : { system_prompt: await textIn(context, file) };
      const sealTo = await sealingOf(options);
      const view = await context.call('locks.create', {
        folder: folderOf(context, options),
        ...(sealTo === undefined ? {} : { sealTo }),
        credentials: askedKeys(options.key),
        personality: { ...prompt, ...(tone === undefined ? {} : { tone }) },
      });
      await context.output.result(options, view, (paint) => lockStatusText(view, paint));
    });
};

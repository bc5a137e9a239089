import { asBackboneError } from '../../base/errors.ts';
import type { Template } from '../../templates/catalog.ts';
import { canAsk } from '../ask-secret.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import { descriptorOption } from '../lock-options.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';
import { askAnswers, askValues, withDefaults } from '../quickstart.ts';
import { secretInput } from '../secret-input.ts';
import { makeAgent, productAssets } from '../templates.ts';
import { madeAgentText } from '../text/made-agent.ts';
import { usageError } from '../usage-error.ts';

interface QuickstartOptions extends OutputOptions {
  readonly template?: string;
  readonly folder?: string;
  readonly name?: string;
  readonly key?: string;
  readonly fromFd?: number;
  readonly yes?: boolean;
}

/** Keys of a template that the vault does not have yet, and whether it can take them now. */
async function lookIntoVault(
  { call, output }: CommandContext,
  { keys }: Template,
): Promise<{ missing: Template['keys']; isOpen: boolean }> {
  try {
    const vault = await call('keys.list', {});
    const kept = new Set(vault.keys.map(({ name }) => name));
    const missing = keys.filter(({ name }) => !kept.has(name));
    const isOpen = vault.state === 'open';
    if (!isOpen && missing.length > 0) output.notice(vault.says);
    return { missing, isOpen };
  } catch (error) {
    output.notice(asBackboneError(error).message);
    return { missing: keys, isOpen: false };
  }
}

/** Values to keep now: the one that the options name, or those that the person gives. */
async function valuesFor(
  missing: Template['keys'],
  isAsking: boolean,
  { key, fromFd }: QuickstartOptions,
): Promise<Record<string, string>> {
  if (key !== undefined) return { [key]: await secretInput({ question: `Value of ${key}`, fd: fromFd }) };
  return isAsking ? askValues(missing) : {};
}

export const quickstart: Definition = (parent, context) => {
  define(
    parent,
    'quickstart',
    'Makes an agent in a few questions. Asks nothing with --yes or without a terminal; --template is needed then.',
  )
    .option('--template <name>', 'which agent, as template list names it')
    .option('--folder <dir>', 'its new folder; default: of the template’s name, here')
    .option('--name <name>', 'what it is called; default: as its folder')
    .option('--key <NAME>', 'keep this key of the template now; its value comes from the standard input')
    .option('--from-fd <n>', 'read the value for --key from this open descriptor', descriptorOption)
    .option('--yes', 'take what is usual for all that is not said, and ask nothing')
    .action(async (options: QuickstartOptions) => {
      operatorOnly(context, 'Use: backbone template list');
      if (options.folder === '') throw usageError('The folder is empty. Name one, or leave --folder out.');
      if (options.fromFd !== undefined && options.key === undefined)
        throw usageError('--from-fd belongs to --key.');
      const { findTemplate, listTemplates } = await import('../../templates/catalog.ts');
      const assets = await productAssets();
      const said = {
        template: options.template === undefined ? null : findTemplate(assets, options.template),
        folder: options.folder ?? null,
        name: options.name ?? null,
      };
      const isAsking = options.yes !== true && canAsk();
      if (said.template === null && !isAsking)
        throw usageError('Name a template with --template. See them with: backbone template list');
      const answers =
        said.template === null || isAsking
          ? await askAnswers(context, listTemplates(assets), said)
          : withDefaults(context, said.template, said);
      const { keys } = answers.template;
      if (options.key !== undefined && !keys.some(({ name }) => name === options.key))
        throw usageError(`The template ${answers.template.name} does not ask for ${options.key}.`);
      const { missing, isOpen } = await lookIntoVault(context, answers.template);
      const values = await valuesFor(missing, isAsking && isOpen, options);
      // Before anything is made: a key that cannot be kept is known then.
      for (const [name, value] of Object.entries(values)) await context.call('keys.add', { name, value });
      const made = await makeAgent(context, answers);
      const later = missing.filter(({ name }) => values[name] === undefined);
      const result = { ...made, keysKept: Object.keys(values), keysMissing: later.map(({ name }) => name) };
      await context.output.result(options, result, (paint) => madeAgentText(made, later, paint));
    });
};

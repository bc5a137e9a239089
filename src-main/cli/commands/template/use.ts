import path from 'node:path';
import { type Definition, define } from '../../define.ts';
import { type SealOptions, sealingOf, withSealing } from '../../lock-options.ts';
import { operatorOnly } from '../../operator-only.ts';
import type { OutputOptions } from '../../output.ts';
import { makeAgent, productAssets } from '../../templates.ts';
import { madeAgentText } from '../../text/made-agent.ts';
import { usageError } from '../../usage-error.ts';

interface UseOptions extends OutputOptions, SealOptions {
  readonly name?: string;
}

export const templateUse: Definition = (parent, context) => {
  withSealing(
    define(
      parent,
      'use <template> [folder]',
      'Makes a new folder out of a template and seals its agent.lock. Default: a folder of the template’s name here. Asks nothing.',
    ).option('--name <name>', 'what the agent is called; default: as its folder'),
  ).action(async (name: string, given: string | undefined, options: UseOptions) => {
    operatorOnly(context, 'Use: backbone template show');
    if (given === '') throw usageError('The folder is empty. Name one, or leave it out.');
    const { findTemplate } = await import('../../../templates/catalog.ts');
    const template = findTemplate(await productAssets(), name);
    const folder = path.resolve(context.folder, given ?? name);
    const sealTo = await sealingOf(options);
    const made = await makeAgent(context, {
      template,
      folder,
      name: options.name ?? path.basename(folder),
      ...(sealTo === undefined ? {} : { sealTo }),
    });
    await context.output.result(options, made, (paint) => madeAgentText(made, template.keys, paint));
  });
};

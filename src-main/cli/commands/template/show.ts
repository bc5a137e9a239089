import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { productAssets } from '../../templates.ts';
import { pairs } from '../../text/lines.ts';

export const templateShow: Definition = (parent, { output }) => {
  define(
    parent,
    'show <name>',
    'Shows one template: its files, the keys it asks for, its personality.',
  ).action(async (name: string, options: OutputOptions) => {
    const { findTemplate } = await import('../../../templates/catalog.ts');
    const { sources: _, ...template } = findTemplate(await productAssets(), name);
    const { personality, keys, files, helpers } = template;
    await output.result(options, template, (paint) =>
      pairs(paint, [
        ['template', `${template.name}: ${template.title}`],
        ['does', template.description],
        ['language', template.language],
        ...keys.map((key) => ['key', `${key.name}: ${key.why}`] as const),
        ['is told', personality.system_prompt],
        ['tone', personality.tone],
        ['files', [...files, ...helpers].join(' ')],
        ['runs by', `backbone run ${template.entry}`],
      ]),
    );
  });
};

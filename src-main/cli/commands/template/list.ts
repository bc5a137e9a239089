import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { productAssets } from '../../templates.ts';
import { table } from '../../text/table.ts';

export const templateList: Definition = (parent, { output }) => {
  define(parent, 'list', 'Lists the templates: agents that are ready to be used.').action(
    async (options: OutputOptions) => {
      const { listTemplates } = await import('../../../templates/catalog.ts');
      const templates = listTemplates(await productAssets()).map(({ sources: _, ...manifest }) => manifest);
      await output.result(options, { templates }, (paint) =>
        table(
          paint,
          ['TEMPLATE', 'LANGUAGE', 'KEYS', 'WHAT IT DOES'],
          templates.map(({ name, language, keys, description }) => [
            { look: 'strong', text: name },
            language,
            keys.map((key) => key.name).join(' '),
            description,
          ]),
        ),
      );
    },
  );
};

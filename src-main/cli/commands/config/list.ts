import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { table } from '../../text/table.ts';

export const configList: Definition = (parent, { call, output }) => {
  define(parent, 'list', 'Lists every setting with its value and meaning.').action(
    async (options: OutputOptions) => {
      const answer = await call('settings.list', {});
      await output.result(options, answer, (paint) =>
        table(
          paint,
          ['SETTING', 'VALUE', 'TAKES EFFECT', 'MEANING'],
          answer.settings.map((setting) => {
            const value = JSON.stringify(setting.value);
            const changed = value !== JSON.stringify(setting.default);
            return [
              setting.key,
              changed ? { look: 'strong', text: value } : value,
              setting.takesEffect,
              setting.meaning,
            ];
          }),
        ),
      );
    },
  );
};

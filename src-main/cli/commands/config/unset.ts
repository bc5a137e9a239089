import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { settingText } from './find-setting.ts';

export const configUnset: Definition = (parent, { call, output }) => {
  define(parent, 'unset <key>', 'Puts one setting back to its default.').action(
    async (key: string, options: OutputOptions) => {
      const setting = await call('settings.unset', { key });
      await output.result(options, setting, () => `${key} is ${settingText(setting)} again`);
    },
  );
};

import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { findSetting, settingText } from './find-setting.ts';

export const configGet: Definition = (parent, context) => {
  define(parent, 'get <key>', 'Prints the value of one setting.').action(
    async (key: string, options: OutputOptions) => {
      const setting = await findSetting(context, key);
      await context.output.result(options, setting, () => settingText(setting));
    },
  );
};

import type { InputOf } from '../../../contract/procedures.ts';
import { type Definition, define } from '../../define.ts';
import type { OutputOptions } from '../../output.ts';
import { findSetting, settingText } from './find-setting.ts';

type Json = InputOf<'settings.set'>['value'];

/** What was typed, as JSON where it is some, else as text. The daemon says whether it fits the setting. */
async function typedValue(text: string): Promise<Json> {
  try {
    const { z } = await import('zod');
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}

export const configSet: Definition = (parent, context) => {
  define(
    parent,
    'set <key> <value>',
    'Changes one setting. The value is a text, or JSON such as true or 90.',
  ).action(async (key: string, text: string, options: OutputOptions) => {
    const before = await findSetting(context, key);
    // The text setting "1" must not turn into a number.
    const value = typeof before.default === 'string' ? text : await typedValue(text);
    const setting = await context.call('settings.set', { key, value });
    await context.output.result(options, setting, () => `${key} is ${settingText(setting)}`);
    if (setting.takesEffect !== 'now')
      context.output.notice(`It takes effect at the ${setting.takesEffect}.`);
  });
};

import { version as number } from '../../base/version.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';

export const version: Definition = (parent, { output }) => {
  define(parent, 'version', 'Prints the version of this command.').action(async (options: OutputOptions) => {
    await output.result(options, { version: number }, () => number);
  });
};

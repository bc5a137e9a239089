import { type Definition, group } from '../define.ts';
import { configGet } from './config/get.ts';
import { configList } from './config/list.ts';
import { configPersonality } from './config/personality.ts';
import { configSet } from './config/set.ts';
import { configUnset } from './config/unset.ts';

export const configCommands: Definition = (parent, context) => {
  const config = group(parent, 'config', 'Shows and changes settings.');
  for (const define of [configList, configGet, configSet, configUnset, configPersonality])
    define(config, context);
};

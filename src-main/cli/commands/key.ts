import { type Definition, group } from '../define.ts';
import { keyAdd } from './key/add.ts';
import { keyRemove, keyRename, keyRotate } from './key/change.ts';
import { keyList } from './key/list.ts';
import { keyLock, keyUnlock } from './key/unlock.ts';

export const keyCommands: Definition = (parent, context) => {
  const key = group(parent, 'key', 'Keeps your keys in the vault, and hands them to what you allow.');
  for (const define of [keyAdd, keyList, keyRotate, keyRename, keyRemove, keyUnlock, keyLock])
    define(key, context);
};

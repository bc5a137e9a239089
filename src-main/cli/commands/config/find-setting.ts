import { BackboneError } from '../../../base/errors.ts';
import type { Client } from '../../../client/client.ts';
import type { Setting } from '../../../contract/system.ts';

/** One setting by its key. @throws not_found */
export async function findSetting({ call }: Client, key: string): Promise<Setting> {
  const { settings } = await call('settings.list', {});
  const found = settings.find((setting) => setting.key === key);
  if (found !== undefined) return found;
  throw new BackboneError('not_found', `There is no setting "${key}". See them with: backbone config list`);
}

/** A value as it is typed again: a text bare, all else as JSON. */
export function settingText({ value }: Setting): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

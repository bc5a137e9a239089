import { doorCredential } from '../authority/credentials.ts';
import { operatorKeyIn } from '../authority/operator-key.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { readEnvironmentFile } from '../secrets/environment-file.ts';

/**
 * Address of the panel in a browser. Its key stands after the `#`, which a browser sends nowhere.
 * @throws not_initialised, not_private, invalid_input when there is no usable operator's key
 */
export function panelAddress(directory: DataDirectory, address: string): string {
  const key = operatorKeyIn(readEnvironmentFile(directory.environmentFile));
  return `${address}/#key=${encodeURIComponent(doorCredential(key, 'panel'))}`;
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BackboneError } from '../base/errors.ts';

/** Built modules lie one folder below what comes with them; the sources lie two below, and the panel is built apart. */
const places = ['..', '../..', '../../dist'] as const;

/**
 * A folder that comes with the product: the scripts for agents, the built panel, or templates and pictures.
 * @throws internal when it is not there
 */
export function productFolder(name: 'hooks' | 'panel' | 'assets'): string {
  for (const place of places) {
    const folder = fileURLToPath(new URL(`${place}/${name}`, import.meta.url));
    if (existsSync(folder)) return folder;
  }
  throw new BackboneError(
    'internal',
    `The folder "${name}" of Backbone is missing. Install it again, or run "npm run build".`,
  );
}

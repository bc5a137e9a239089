import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Takes a picture of a page for the documentation. A usual run leaves the project as it was and puts it below
 * `.cache`; with BACKBONE_PICTURES=1 (`npm run pictures`) it becomes the one in `docs/pictures`.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  const wanted = process.env['BACKBONE_PICTURES'] === '1';
  const folder = path.join(project, wanted ? 'docs/pictures' : '.cache/pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

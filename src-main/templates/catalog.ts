import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BackboneError } from '../base/errors.ts';
import { plainLine } from '../base/plain-text.ts';
import { type TemplateManifest, templateManifest } from './manifest.ts';

/** A template that is there, with where its files are. */
export interface Template extends TemplateManifest {
  /** Absolute paths of the files to copy, in the order of the manifest, helpers last. */
  readonly sources: readonly string[];
}

const manifestName = 'template.json';

function damaged(name: string, cause: unknown): BackboneError {
  return new BackboneError('internal', `The template "${name}" of Backbone is damaged. Install it again.`, {
    cause,
  });
}

function read(assets: string, name: string): Template {
  const folder = path.join(assets, 'templates', name);
  try {
    const manifest = templateManifest.parse(
      JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8')),
    );
    if (manifest.name !== name) throw new Error(`It calls itself ${manifest.name}.`);
    const sources = [
      ...manifest.files.map((file) => path.join(folder, file)),
      ...manifest.helpers.map((file) => path.join(assets, 'template-helpers', file)),
    ];
    const missing = sources.find((file) => !existsSync(file));
    if (missing !== undefined) throw new Error(`${missing} is missing.`);
    return { ...manifest, sources };
  } catch (error) {
    throw damaged(name, error);
  }
}

/**
 * All templates, by name.
 * @param assets the folder of that name that comes with the product
 * @throws internal when one is damaged
 */
export function listTemplates(assets: string): readonly Template[] {
  return readdirSync(path.join(assets, 'templates'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => read(assets, name));
}

/** One template by its name. @throws not_found; internal when it is damaged */
export function findTemplate(assets: string, name: string): Template {
  const found = listTemplates(assets).find((template) => template.name === name);
  if (found !== undefined) return found;
  throw new BackboneError(
    'not_found',
    `There is no template "${plainLine(name, 60)}". See them with: backbone template list`,
  );
}

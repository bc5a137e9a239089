import type { InputOf, OutputOf } from '../contract/procedures.ts';
import type { Template } from '../templates/catalog.ts';
import type { CommandContext } from './context.ts';
import { shellWords } from './text/shell-words.ts';

/** An agent that is about to be made. */
export interface WantedAgent {
  readonly template: Template;
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
  readonly sealTo?: InputOf<'locks.create'>['sealTo'];
}

/** An agent that was made out of a template. */
export interface MadeAgent {
  readonly folder: string;
  readonly name: string;
  readonly template: string;
  readonly files: readonly string[];
  readonly lock: OutputOf<'locks.create'>;
  /** The command that runs it, for a shell. */
  readonly next: string;
}

/** The folder with what comes with the product. */
export async function productAssets(): Promise<string> {
  const { productFolder } = await import('../daemon/product-folder.ts');
  return productFolder('assets');
}

/**
 * Makes an agent's folder out of a template and seals its lock, or leaves nothing.
 * @throws what using the template and sealing the lock throw
 */
export async function makeAgent(context: CommandContext, wanted: WantedAgent): Promise<MadeAgent> {
  const { template, folder, name, sealTo } = wanted;
  const { useTemplate } = await import('../templates/use-template.ts');
  const used = useTemplate(template, folder, name);
  try {
    const lock = await context.call('locks.create', {
      folder,
      ...(sealTo === undefined ? {} : { sealTo }),
      credentials: Object.fromEntries(template.keys.map((key) => [key.name, { why: key.why }])),
      personality: template.personality,
    });
    const next = `cd ${shellWords([folder])} && backbone run ${shellWords([template.entry])}`;
    return { folder, name, template: template.name, files: [...used.files, 'agent.lock'], lock, next };
  } catch (error) {
    used.undo();
    throw error;
  }
}

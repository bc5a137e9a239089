import { lstatSync } from 'node:fs';
import { release } from 'node:os';
import { asBackboneError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import type { CommandContext } from '../context.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { pairs } from '../text/lines.ts';

interface Backend {
  /** Null when it cannot be told. */
  readonly name: string | null;
  readonly state: string | null;
  readonly says: string;
}

/** Where keys are kept. Nothing is made by asking: without a data directory there are none. */
async function backendOf({ call, directory, isAgent }: CommandContext): Promise<Backend> {
  const unknown = (says: string): Backend => ({ name: null, state: null, says });
  if (isAgent) return unknown('That is the operator’s to know.');
  if (lstatSync(directory.root, { throwIfNoEntry: false }) === undefined)
    return unknown('There is no data directory yet. The first key, lock or daemon makes it.');
  try {
    const { backend, state, says } = await call('keys.list', {});
    return { name: backend, state, says };
  } catch (error) {
    return unknown(asBackboneError(error).message);
  }
}

export const info: Definition = (parent, context) => {
  define(parent, 'info', 'Says what runs where: versions, the data directory, and what keeps keys.').action(
    async (options: OutputOptions) => {
      const backend = await backendOf(context);
      const { knownRecipient } = await import('../../vault/machine-identity.ts');
      const facts = {
        version,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch} ${release()}`,
        dataDirectory: context.directory.root,
        /** Seal a lock to it so that this machine opens it; null before the first key, lock or daemon. */
        recipient: knownRecipient(context.directory.machine),
        backend,
      };
      await context.output.result(options, facts, (paint) =>
        pairs(paint, [
          ['backbone', facts.version],
          ['node', facts.node],
          ['system', facts.platform],
          ['data', facts.dataDirectory],
          ['own key', facts.recipient ?? 'none yet: the first key, lock or daemon makes it'],
          [
            'keys',
            backend.name === null ? backend.says : `${backend.name}, ${backend.state}: ${backend.says}`,
          ],
        ]),
      );
    },
  );
};

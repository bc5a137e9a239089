import type { RuntimeInfo } from '../../contract/runtime.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { type Cell, table } from '../text/table.ts';

function programOf({ installed, version, program }: RuntimeInfo): Cell {
  if (installed) return { look: 'good', text: version ?? 'installed' };
  return { look: 'dim', text: program === null ? 'missing' : `${program} is not installed` };
}

function worksOf({ capabilities }: RuntimeInfo): string {
  return Object.entries(capabilities)
    .filter(([, { supported }]) => supported)
    .map(([name, { verifiedOn }]) => (verifiedOn === null ? name : `${name} (on ${verifiedOn})`))
    .join(', ');
}

export const runtimes: Definition = (parent, { callPatiently, output }) => {
  define(parent, 'runtimes', 'Lists the runtimes: which are installed, and what works with each.').action(
    async (options: OutputOptions) => {
      const answer = await callPatiently('Asking the programs for their versions', 'runtimes.list', {});
      await output.result(options, answer, (paint) =>
        table(
          paint,
          ['RUNTIME', 'NAME', 'PROGRAM', 'WORKS', 'TO INSTALL'],
          answer.runtimes.map((runtime) => [
            runtime.id,
            runtime.label,
            programOf(runtime),
            worksOf(runtime),
            runtime.installed ? '' : (runtime.install ?? ''),
          ]),
        ),
      );
    },
  );
};

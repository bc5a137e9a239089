import path from 'node:path';
import { type NodeProcess, nodeProcess } from './node-process.ts';

const module = (name: string): string =>
  JSON.stringify(path.join(import.meta.dirname, '../../src-main/lock', name));

/**
 * A process that adds names to the memory of a lock. It says `ready`, begins with a line on its input, says each name
 * once it is kept, and `done` at the end.
 */
export function lockWriter(options: {
  readonly folder: string;
  readonly turns: string;
  readonly identity: string;
  readonly names: readonly string[];
  /** How many at once. */
  readonly together: number;
}): NodeProcess {
  return nodeProcess(
    `
    import { once } from 'node:events';
    import { lockFiles } from ${module('locks.ts')};
    const { folder, turns, identity, names, together } = JSON.parse(process.argv[1]);
    const locks = lockFiles({ turns, identity: async () => identity });
    console.log('ready');
    await once(process.stdin, 'data');
    const left = [...names];
    await Promise.all(Array.from({ length: together }, async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        const mine = name;
        await locks.update(folder, {}, async ({ document }) =>
          ({ document: { ...document, memory: { ...document.memory, [mine]: true } } }));
        console.log(mine);
      }
    }));
    console.log('done');
    process.exit(0);
    `,
    [JSON.stringify(options)],
  );
}

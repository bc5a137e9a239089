// Everything that can be said about the code without running it: format, types, lint, unused code.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../src-main/base/run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Check {
  readonly name: string;
  /** Program of node_modules/.bin, then its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Folders with an environment of their own. */
const environments = [
  'test',
  'src-main',
  'src-main/desktop',
  'src-main/contract',
  'src-preload',
  'src-renderer',
];

/** The slowest first, so that nothing long begins last. */
const checks: readonly Check[] = [
  {
    name: 'lint',
    command: ['eslint', '--flag', 'unstable_native_nodejs_ts_config', '--max-warnings=0', '.'],
  },
  ...environments.map((folder): Check => {
    const memory = path.join('.cache', 'tsc', `${folder.replaceAll('/', '-')}.json`);
    return {
      name: `types of ${folder}`,
      command: ['tsc', '-p', folder, '--incremental', '--tsBuildInfoFile', memory],
    };
  }),
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['biome', 'check', '--reporter=summary', '.'] },
];

async function run({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const began = performance.now();
  const result = await runCommand(path.join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    timeout: 10 * 60_000,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const good = result.status === 0;
  console.log(`${good ? 'ok    ' : 'FAILED'}  ${name}, ${seconds} s`);
  if (!good) console.log(`${result.output}${result.errors}`.trimEnd());
  return good;
}

/** Takes checks from the shared list until it is empty; false when one failed. */
async function worker(waiting: Check[]): Promise<boolean> {
  let good = true;
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    good = (await run(check)) && good;
  }
  return good;
}

const waiting = [...checks];
const results = await Promise.all(Array.from({ length: availableParallelism() }, () => worker(waiting)));
if (results.includes(false)) process.exitCode = 1;

import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build/build.ts';

const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean', default: false }, quiet: { type: 'boolean', default: false } },
});

await buildAll({
  root: path.dirname(import.meta.dirname),
  ifStale: values['if-stale'],
  say: (line) => {
    if (!values.quiet) process.stderr.write(`${line}\n`);
  },
});

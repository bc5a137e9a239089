// The command from this checkout, built when its sources are newer: npm run --silent backbone -- COMMAND
import path from 'node:path';
import { BackboneError } from '../src-main/base/errors.ts';
import { runInTerminal } from '../src-main/cli/run-in-terminal.ts';
import { buildApart } from './start/build-apart.ts';
import { personEnvironment } from './start/person-environment.ts';

const root = path.dirname(import.meta.dirname);
const built = await buildApart(root, ['--quiet']);
process.exitCode =
  built !== 0
    ? built
    : await runInTerminal(
        {
          program: process.execPath,
          args: [path.join(root, 'dist/cli/backbone.js'), ...process.argv.slice(2)],
          environment: personEnvironment(process.env, root),
        },
        (cause) => new BackboneError('internal', 'The command cannot be started.', { cause }),
      );

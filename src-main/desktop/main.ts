import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { dataDirectory } from '../base/data-directory.ts';
import { createLogger } from '../base/logger.ts';
import { runApplication } from './application.ts';
import { attachCore } from './attached-core.ts';
import { readStartRequest } from './start-request.ts';

const directory = dataDirectory();
const logger = createLogger((line) => process.stderr.write(line), systemClock.now);

runApplication({
  openCore: () => attachCore(directory, logger),
  profile: path.join(directory.root, 'desktop'),
  // Built files lie one folder below `dist`; see scripts/build/targets.ts.
  built: path.dirname(import.meta.dirname),
  request: readStartRequest(process.argv.slice(1)),
  clock: systemClock,
  logger,
  say: (line) => process.stdout.write(`${line}\n`),
});

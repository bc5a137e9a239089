import path from 'node:path';
import { app } from 'electron';
import { systemClock } from '../base/clock.ts';
import { dataDirectory } from '../base/data-directory.ts';
import { openLogFile } from '../base/log-file.ts';
import { createLogger } from '../base/logger.ts';
import { runApplication } from './application.ts';
import { openCore } from './open-core.ts';
import { readStartRequest } from './start-request.ts';

const directory = dataDirectory();
const writeLog = openLogFile(directory.log);
const logger = createLogger(writeLog, systemClock.now);

runApplication({
  openCore: () =>
    openCore({
      directory,
      environment: process.env,
      clock: systemClock,
      logger,
      writeLog,
      onShutDown: () => {
        app.quit();
      },
    }),
  profile: path.join(directory.root, 'desktop'),
  // Built files lie one folder below `dist`; see scripts/build/targets.ts.
  built: path.dirname(import.meta.dirname),
  request: readStartRequest(process.argv.slice(1)),
  clock: systemClock,
  logger,
  say: (line) => process.stdout.write(`${line}\n`),
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandResult, runCommand } from '../../src-main/base/run-command.ts';
import { type ErrorBody, errorBody } from '../../src-main/contract/error-body.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A person's home with a data directory, in which the real command is run. */
export interface CommandHome {
  readonly folder: string;
  readonly dataDirectory: string;
  /** What the command gets as its environment, and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  /** Writes what a daemon would leave, or whatever a test wants to stand there. */
  writeEndpoint(content: unknown): void;
  writeKey(operatorKey: string): void;
  /** Runs `backbone` with these arguments, standing in the home; `environment` is added. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<CommandResult>;
  dispose(): Promise<void>;
}

/** The error that a failed command with `--json` says. */
export function errorIn({ errors }: CommandResult): ErrorBody['error'] {
  return errorBody.parse(JSON.parse(errors)).error;
}

/** What a daemon on `address` writes into `daemon.json`. */
export function endpointOf(address: string): object {
  return { pid: process.pid, address, startedAt: 1_700_000_000_000, version: '1.2.3' };
}

/** @param entry the built command */
export function commandHome(entry: string): CommandHome {
  const home = temporaryFolder('command');
  const folder = home.path;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    BACKBONE_DATA_DIR: folder,
    LANG: 'C.UTF-8',
  };
  const write = (name: string, text: string): void => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  };
  return {
    folder,
    dataDirectory: folder,
    environment,
    writeEndpoint: (content) =>
      write('daemon.json', typeof content === 'string' ? content : JSON.stringify(content)),
    writeKey: (operatorKey) => write('.env', `BACKBONE_API_KEY=${operatorKey}\n`),
    run: (args, more = {}) =>
      runCommand(process.execPath, [entry, ...args], {
        cwd: folder,
        environment: { ...environment, ...more },
        timeout: 30_000,
      }),
    dispose: () => home.dispose(),
  };
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackboneError, exitStatusOf } from '../src-main/base/errors.ts';
import { runCommand } from '../src-main/base/run-command.ts';
import { runInTerminal } from '../src-main/cli/run-in-terminal.ts';
import { buildApart } from './start/build-apart.ts';
import { chooseShell } from './start/choose-shell.ts';
import { electronFolder, gatherFacts } from './start/facts.ts';
import { fetchElectron } from './start/fetch-electron.ts';
import { personEnvironment } from './start/person-environment.ts';

const usage = `npm start [-- OPTIONS]

  --practice   start the practice agent at once
  --browser    show the panel in a browser, not in a window
  --help`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const root = path.dirname(import.meta.dirname);
const command = path.join(root, 'dist/cli/backbone.js');

async function needTmux(): Promise<void> {
  const { notStarted } = await runCommand('tmux', ['-V']);
  if (!notStarted) return;
  const install = process.platform === 'darwin' ? 'brew install tmux' : 'sudo apt-get install tmux';
  throw new BackboneError(
    'tmux_missing',
    `Agents run in tmux, and it is not installed. Install it: ${install}`,
  );
}

function inTerminal(program: string, args: readonly string[]): Promise<number> {
  // With it, Electron would be a plain Node and open no window.
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = personEnvironment(process.env, root);
  return runInTerminal(
    { program, args, environment },
    (cause) => new BackboneError('internal', `${program} cannot be started.`, { cause }),
  );
}

async function serve(practice: boolean, open: boolean): Promise<number> {
  const isRunning = (await runCommand(process.execPath, [command, 'status', '--json'])).status === 0;
  if (!isRunning) {
    const flags = [open ? '--open' : '', practice ? '--practice' : ''].filter((flag) => flag !== '');
    return await inTerminal(process.execPath, [command, 'up', '--panel', ...flags]);
  }
  say('Backbone runs already; this is its panel.');
  if (practice) await inTerminal(process.execPath, [command, 'agent', 'start', '--runtime', 'practice']);
  return await inTerminal(process.execPath, [command, 'panel', ...(open ? ['--open'] : [])]);
}

function readOptions(): { practice: boolean; browser: boolean; help: boolean } {
  try {
    return parseArgs({
      options: {
        practice: { type: 'boolean', default: false },
        browser: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new BackboneError('invalid_input', `There is no such option.\n\n${usage}`, { cause });
  }
}

async function start(): Promise<number> {
  const values = readOptions();
  if (values.help) {
    say(usage);
    return 0;
  }
  await needTmux();
  const built = await buildApart(root);
  if (built !== 0) return built;
  const packageFolder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const folder = electronFolder(packageFolder, process.env);
  const facts = gatherFacts(folder, process.env);
  const shell = await chooseShell({
    facts,
    folder,
    preferBrowser: values.browser,
    say,
    fetch: () => fetchElectron(packageFolder),
  });
  if (shell.kind === 'window') {
    return await inTerminal(shell.program, [root, ...(values.practice ? ['--practice'] : [])]);
  }
  if (shell.because !== null) say(shell.because);
  return await serve(values.practice, facts.hasScreen);
}

try {
  process.exitCode = await start();
} catch (error) {
  if (!(error instanceof BackboneError)) throw error;
  say(error.message);
  process.exitCode = exitStatusOf(error);
}

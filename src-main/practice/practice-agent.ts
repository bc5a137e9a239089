// The practice agent: practice-agent [--report SCRIPT] [INSTRUCTION]
import { parseArgs } from 'node:util';
import { Reporter } from './report.ts';
import { Session } from './session.ts';
import { Terminal } from './terminal.ts';

const { stdin, stdout } = process;
const { values, positionals } = parseArgs({
  options: { report: { type: 'string' } },
  allowPositionals: true,
});

if (!stdin.isTTY || !stdout.isTTY) {
  process.stderr.write(
    'The practice agent needs a terminal. Start it from Backbone, or in a terminal window.\n',
  );
  process.exit(2);
}

const reporter = new Reporter(values.report ?? null);
const terminal = new Terminal(stdin, stdout);
let closing = false;

function close(status: number): void {
  if (closing) return;
  closing = true;
  session.close();
  terminal.close();
  void reporter.report({ event: 'ended' }).then(() => process.exit(status));
}

const session = new Session({
  folder: process.cwd(),
  report: (event) => void (closing || reporter.report(event)),
  show: (view) => {
    if (!closing) terminal.show(view);
  },
  exit: () => close(0),
});

// A pane that went away takes what was started in it along.
process.once('SIGHUP', () => close(129));
process.once('SIGTERM', () => close(143));
stdin.once('end', () => close(0));
stdout.on('error', () => close(129));

terminal.open((press) => session.press(press));
session.start(positionals[0] ?? null);

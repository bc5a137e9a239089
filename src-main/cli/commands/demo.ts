import { plainLine } from '../../base/plain-text.ts';
import { canAsk } from '../ask-secret.ts';
import { type Definition, define } from '../define.ts';
import { demoKey, inDemoFolder, runDemo } from '../demo-folder.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';
import { lockStatusText } from '../text/lock.ts';
import { painter } from '../text/paint.ts';

interface DemoOptions extends OutputOptions {
  readonly keep?: boolean;
  readonly yes?: boolean;
}

export const demo: Definition = (parent, context) => {
  define(
    parent,
    'demo',
    'Shows how a key reaches a program, with a made-up value in a throw-away folder. On a terminal you are asked as by run.',
  )
    .option('--keep', 'leave the folder')
    .option('--yes', 'allow the made-up key without asking, as it is without a terminal')
    .action(async ({ keep = false, yes = false, ...options }: DemoOptions) => {
      operatorOnly(context, 'Use: backbone run --dry-run');
      const { output } = context;
      const done = await inDemoFolder(
        context,
        () => keep,
        async (made) => {
          if (options.json !== true) {
            output.notice('An agent.lock was sealed in a throw-away folder, with a key of a made-up value:');
            output.notice(lockStatusText(made.lock, painter(false)));
            output.notice(`Its program is run as by: backbone run ${plainLine(made.program, 4096)}`);
          }
          const isAllowed = yes || !canAsk();
          const status = await runDemo(context, made, { isAllowed, isQuiet: options.json === true });
          return { folder: made.folder, key: demoKey, got: status === 0, kept: keep };
        },
      );
      if (!done.got) output.status = 1;
      await output.result(options, done, () =>
        keep ? `The folder is kept: ${plainLine(done.folder, 4096)}` : 'The folder is gone again.',
      );
    });
};

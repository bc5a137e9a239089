import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LockView } from '../contract/lock.ts';
import type { CommandContext } from './context.ts';

/** The key of the demonstration. */
export const demoKey = 'DEMO_API_KEY';

/** Looks whether its key is there, and says so: never the value, only how long it is. */
const program = `#!/bin/sh
if [ -z "\${${demoKey}:-}" ]; then
  echo 'The program did not get ${demoKey}.'
  exit 1
fi
echo "The program got ${demoKey}, a value of \${#${demoKey}} characters, and a tone: \${AGENT_TONE:-none}."
`;

/** A throw-away agent. */
export interface DemoFolder {
  /** Absolute. */
  readonly folder: string;
  /** The program in it. */
  readonly program: string;
  readonly lock: LockView;
}

/**
 * Does `work` in a throw-away folder with a program and a lock that holds a made-up value. The folder is gone after
 * it, however it ends, unless `isKept` says otherwise then.
 */
export async function inDemoFolder<T>(
  context: CommandContext,
  isKept: () => boolean,
  work: (demo: DemoFolder) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'backbone-demo-'));
  try {
    const file = path.join(folder, 'agent.sh');
    writeFileSync(file, program, { mode: 0o700 });
    chmodSync(file, 0o700);
    const lock = await context.call('locks.create', {
      folder,
      credentials: {
        [demoKey]: { value: randomBytes(12).toString('hex'), why: 'to show how a key reaches a program' },
      },
      personality: { tone: 'cheerful' },
    });
    return await work({ folder, program: file, lock });
  } finally {
    if (!isKept()) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the program of a demonstration by the way of `backbone run`.
 * @param isAllowed whether its made-up key is allowed without asking
 * @param isQuiet whether what it prints is dropped
 * @returns its exit status; null when the person gave up at the question
 */
export async function runDemo(
  context: CommandContext,
  { folder, program: file }: DemoFolder,
  { isAllowed, isQuiet }: { readonly isAllowed: boolean; readonly isQuiet: boolean },
): Promise<number | null> {
  const [{ runWithKeys }, { runProgram }] = await Promise.all([
    import('./run/run-with-keys.ts'),
    import('../run/run-program.ts'),
  ]);
  const argv = isQuiet ? ['/bin/sh', '-c', 'exec "$0" >/dev/null', file] : [file];
  let status: number | null = null;
  await runWithKeys(
    { ...context, folder },
    { argv, folder, options: { inject: 'env', allow: isAllowed ? [demoKey] : [], ask: !isAllowed } },
    {
      run: runProgram,
      leave: (end) => {
        ({ status } = end);
      },
    },
  );
  return status;
}

import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, type WriteStream } from 'node:tty';
import type { IPty } from 'node-pty';
import { type Disposable, Disposables } from '../base/disposable.ts';
import type { MaskedLaunch } from './launch.ts';
import { createMask } from './mask/mask.ts';
import { maskedCopy } from './mask/masked-copy.ts';
import { outputAsIs } from './output-as-is.ts';
import { pipedStream } from './piped-stream.ts';
import type { Program } from './program.ts';
import { endOf, type RunEnd } from './run-end.ts';
import { passSignals, stopAlong } from './signals.ts';
import { writerOf } from './write-out.ts';

/**
 * The program behind the little that a new terminal needs: a terminal's program has the terminal for all three
 * streams and no further descriptor, so a shell takes what is to be elsewhere from pipes and then becomes the program.
 * No word of the program is ever read by that shell.
 */
function behindRedirections(launch: MaskedLaunch): { file: string; args: string[] } {
  const { program, pipes, document, documentDescriptor } = launch;
  const redirections = [
    [0, pipes.stdin],
    [1, pipes.stdout],
    [2, pipes.stderr],
    [documentDescriptor, document],
  ] as const;
  const used = redirections.flatMap(([descriptor, pipe]) => (pipe ? [{ descriptor, path: pipe.path }] : []));
  if (used.length === 0) return { file: program.file, args: [...program.args] };
  const opened = used
    .map(({ descriptor }, index) => {
      const place = `"$${index + 1}"`;
      if (descriptor === 1 || descriptor === 2) return `${descriptor}>${place}`;
      // We may have written all and closed our end: opening for reading alone would wait for another writer.
      return `9<>${place} ${descriptor}<${place} 9<&-`;
    })
    .join(' ');
  const script = `exec ${opened} && shift ${used.length} && exec "$@"`;
  return {
    file: '/bin/sh',
    args: ['-c', script, 'sh', ...used.map(({ path }) => path), wordOf(program), ...program.args],
  };
}

/** A word that a shell's `exec` finds as we did, and hands on as the program's own name where it can. */
function wordOf({ file, argv0 }: Program): string {
  return argv0.includes('/') ? file : argv0;
}

/** Gives the person's keys to the program, and takes them back. Without effect where our input is no terminal. */
function typing(type: (keys: Buffer) => void): { start(): void; stop(): void } {
  const { stdin } = process;
  if (!stdin.isTTY) return { start: () => undefined, stop: () => undefined };
  return {
    start() {
      stdin.setRawMode(true);
      stdin.off('data', type).on('data', type).resume();
    },
    stop() {
      stdin.off('data', type).pause();
      stdin.setRawMode(false);
    },
  };
}

/** Copies our standard input, which is no terminal, into the program's. */
function feed(writer: number): Disposable {
  const into = new Socket({ fd: writer, readable: false, writable: true });
  const stop = (): void => {
    process.stdin.unpipe(into).pause();
    into.destroy();
  };
  into.on('error', stop);
  process.stdin.pipe(into);
  return { dispose: stop };
}

/** A size that a terminal can have. */
function sizeOf(screen: WriteStream): { cols: number; rows: number } {
  return { cols: screen.columns || 80, rows: screen.rows || 24 };
}

/** Copies what the program shows on its terminal to ours. @returns what resolves when all is written */
function showing(terminal: IPty, forms: MaskedLaunch['forms'], descriptor: number): () => Promise<void> {
  return maskedCopy(
    {
      onBytes: (listener) =>
        void terminal.onData((bytes: unknown) => {
          if (Buffer.isBuffer(bytes)) listener(bytes);
        }),
      pause: () => terminal.pause(),
      resume: () => terminal.resume(),
    },
    createMask(forms),
    writerOf(descriptor, () => terminal.kill('SIGHUP')),
  );
}

/** Copies what the program writes to where ours is no terminal. @returns what resolves when all is written */
function copying({ pipes, forms }: MaskedLaunch): () => Promise<void> {
  const used = (['stdout', 'stderr'] as const).flatMap((name, index) => {
    const pipe = pipes[name];
    return pipe === undefined ? [] : [{ pipe, stream: pipedStream(pipe, forms, index + 1) }];
  });
  return async () => {
    for (const { pipe } of used) closeSync(pipe.writer);
    await Promise.all(used.map(({ stream }) => stream.finish()));
  };
}

/** Runs a program on a terminal of its own, whose output goes through the mask to ours. */
export async function maskedTerminal(launch: MaskedLaunch): Promise<RunEnd> {
  const { spawn } = await import('node-pty');
  const [screen, descriptor] = isatty(1) ? [process.stdout, 1] : [process.stderr, 2];
  const { file, args } = behindRedirections(launch);
  const held = new Disposables();
  let terminal: IPty | null = null;
  try {
    const shown = outputAsIs(descriptor);
    const keys = typing((bytes) => terminal?.write(bytes));
    const take = (): void => {
      keys.start();
      shown.start();
    };
    const giveBack = (): void => {
      keys.stop();
      shown.stop();
    };
    held.defer(giveBack);
    // Before the program begins: what is typed and sent from now on is the program's.
    take();
    held.add(
      passSignals((signal) => {
        // The new size reaches the program's own foreground by way of its terminal.
        if (signal === 'SIGWINCH') return;
        if (signal === 'SIGCONT') take();
        terminal?.kill(signal);
      }, false),
    );
    const begun = spawn(file, args, {
      ...sizeOf(screen),
      cwd: launch.folder,
      env: launch.environment,
      encoding: null,
    });
    terminal = begun;
    held.add(stopAlong(begun.pid, giveBack));
    const resize = (): void => {
      const { cols, rows } = sizeOf(screen);
      begun.resize(cols, rows);
    };
    screen.on('resize', resize);
    held.defer(() => void screen.off('resize', resize));
    const { stdin } = launch.pipes;
    if (stdin !== undefined) held.add(feed(stdin.writer));
    const finishes = [showing(begun, launch.forms, descriptor), copying(launch)];
    const end = await new Promise<RunEnd>((resolve) => {
      begun.onExit(({ exitCode, signal }) => resolve(endOf(exitCode, signal)));
    });
    await Promise.all(finishes.map((finish) => finish()));
    return end;
  } finally {
    await held.dispose();
  }
}

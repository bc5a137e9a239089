import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, type WriteStream } from 'node:tty';
import type { IPty } from 'node-pty';
import type { Disposable } from '../base/disposable.ts';
import type { MaskedLaunch } from './launch.ts';
import { createMask } from './mask/mask.ts';
import { maskedCopy } from './mask/masked-copy.ts';
import { pipedStream } from './masked-pipes.ts';
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
    [0, pipes.get('stdin')],
    [1, pipes.get('stdout')],
    [2, pipes.get('stderr')],
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

/** Gives the person's keys to the program, and takes them back. */
function typing(terminal: IPty): { start(): void; stop(): void } {
  const { stdin } = process;
  if (!stdin.isTTY) return { start: () => undefined, stop: () => undefined };
  const type = (keys: Buffer): void => terminal.write(keys);
  return {
    start() {
      stdin.setRawMode(true);
      stdin.off('data', type);
      stdin.on('data', type);
      stdin.resume();
    },
    stop() {
      stdin.off('data', type);
      stdin.pause();
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

/** Runs a program on a terminal of its own, whose output goes through the mask to ours. */
export async function maskedTerminal(launch: MaskedLaunch): Promise<RunEnd> {
  const { spawn } = await import('node-pty');
  const { pipes } = launch;
  const screen = isatty(1) ? process.stdout : process.stderr;
  const { file, args } = behindRedirections(launch);
  const terminal = spawn(file, args, {
    ...sizeOf(screen),
    cwd: launch.folder,
    env: launch.environment,
    encoding: null,
  });
  const keys = typing(terminal);
  const input = pipes.get('stdin');
  const fed = input === undefined ? null : feed(input.writer);
  const streams = (['stdout', 'stderr'] as const).flatMap((name, index) => {
    const pipe = pipes.get(name);
    return pipe === undefined ? [] : [pipedStream(pipe, launch, index + 1)];
  });
  const finish = maskedCopy(
    {
      onBytes: (listener) =>
        void terminal.onData((bytes: unknown) => {
          if (Buffer.isBuffer(bytes)) listener(bytes);
        }),
      pause: () => terminal.pause(),
      resume: () => terminal.resume(),
    },
    createMask(launch.forms),
    writerOf(isatty(1) ? 1 : 2, () => terminal.kill('SIGHUP')),
  );
  const resize = (): void => {
    const { cols, rows } = sizeOf(screen);
    terminal.resize(cols, rows);
  };
  const signals = passSignals((signal) => {
    // The new size reaches the program's own foreground by way of its terminal.
    if (signal === 'SIGWINCH') return;
    if (signal === 'SIGCONT') keys.start();
    terminal.kill(signal);
  }, false);
  const stops = stopAlong(terminal.pid, () => keys.stop());
  screen.on('resize', resize);
  keys.start();
  const end = await new Promise<RunEnd>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => resolve(endOf(exitCode, signal)));
  });
  keys.stop();
  screen.off('resize', resize);
  void stops.dispose();
  void signals.dispose();
  for (const name of ['stdout', 'stderr']) {
    const pipe = pipes.get(name);
    if (pipe !== undefined) closeSync(pipe.writer);
  }
  void fed?.dispose();
  await Promise.all([finish(), ...streams.map(({ copied }) => copied)]);
  return end;
}

import type { Writable } from 'node:stream';
import { type Paint, painter } from './text/paint.ts';

/** How a person asked to see the result. */
export interface OutputOptions {
  /** The exact object of the contract, as JSON. */
  readonly json?: boolean;
  /** Without colours, also on a terminal. */
  readonly plain?: boolean;
}

type Stream = Writable & { readonly isTTY?: boolean };

/** Where a command says things. Results alone go to the standard output. */
export interface Output {
  /** Prints the one result: `value` itself with `--json`, else the text made for people. */
  result(
    options: OutputOptions,
    value: unknown,
    text: (paint: Paint) => string | Promise<string>,
  ): Promise<void>;
  /**
   * Prints one of many results, as they come: `value` on one line with `--json`, else the text made for people.
   * Resolves once a slow reader has caught up: to false when nobody reads any more.
   */
  item(options: OutputOptions, value: unknown, text: (paint: Paint) => string): Promise<boolean>;
  /** Says something beside the result, on the standard error. */
  notice(line: string): void;
  /** Exit status once the command ends without a failure. 0 unless a result means something else. */
  status: number;
}

/** Characters that a terminal may act on, or that hide. */
const unsafe =
  /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** JSON that shows every character: what a terminal might act on is escaped, and parses to the same. */
export function safeJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replace(unsafe, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Resolves when more may be written, or nothing ever will. */
function untilDrained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      stream.off('drain', settle).off('close', settle).off('error', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle).on('error', settle);
  });
}

/** Output over two streams. Colours only where a person looks: a terminal, without NO_COLOR and TERM=dumb. */
export function createOutput(out: Stream, errors: Stream, environment: NodeJS.ProcessEnv): Output {
  const coloured =
    out.isTTY === true && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
  const paintFor = (options: OutputOptions): Paint => painter(coloured && options.plain !== true);
  return {
    status: 0,
    async result(options, value, text) {
      const shown = options.json === true ? safeJson(value, 2) : await text(paintFor(options));
      if (shown !== '') out.write(`${shown}\n`);
    },
    async item(options, value, text) {
      const shown = options.json === true ? safeJson(value, 0) : text(paintFor(options));
      if (out.writable && !out.write(`${shown}\n`)) await untilDrained(out);
      return out.writable;
    },
    notice(line) {
      errors.write(`${line}\n`);
    },
  };
}

import type { MaskedForm } from './mask/forms.ts';
import type { Pipe } from './pipes.ts';
import type { Program } from './program.ts';

/** All that a program is started with. */
export interface Launch {
  readonly program: Program;
  /** Absolute; where it runs. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The program's end is `reader`; null when the keys travel in another way. */
  readonly document: Pipe | null;
  /** Which descriptor the document has in the program. */
  readonly documentDescriptor: number;
  /** Further descriptors of ours that the program gets under the same numbers. */
  readonly descriptors: readonly number[];
}

/** A launch whose output is masked. */
export interface MaskedLaunch extends Launch {
  readonly forms: readonly MaskedForm[];
  /** By `stdin`, `stdout` and `stderr`; those that are missing go to the terminal, or where ours go. */
  readonly pipes: ReadonlyMap<string, Pipe>;
}

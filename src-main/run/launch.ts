import type { MaskedForm } from './mask/forms.ts';
import type { Pipe } from './pipes.ts';
import type { Program } from './program.ts';
import type { SecretsDocument } from './secrets-document.ts';

/** All that a program is started with. */
export interface Launch {
  readonly program: Program;
  /** Absolute; where it runs. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Null when the keys travel in another way. */
  readonly document: SecretsDocument | null;
  /** Which descriptor the document has in the program. */
  readonly documentDescriptor: number;
  /** Further descriptors of ours that the program gets under the same numbers. */
  readonly descriptors: readonly number[];
}

/** A launch whose output is masked. */
export interface MaskedLaunch extends Launch {
  readonly forms: readonly MaskedForm[];
  /** Those that are missing go to the program's terminal, or together with the other output. */
  readonly pipes: Readonly<Partial<Record<'stdin' | 'stdout' | 'stderr', Pipe>>>;
}

import type { DataDirectory } from '../base/data-directory.ts';
import type { Client } from '../client/client.ts';
import type { InputOf, OutputOf, ProcedureName } from '../contract/procedures.ts';
import type { Output } from './output.ts';

/** What a command works with. */
export interface CommandContext extends Client {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder the person stands in. */
  readonly folder: string;
  readonly directory: DataDirectory;
  readonly output: Output;
  /** True for a process of an agent: the credential in its environment is used, and nothing else. */
  readonly isAgent: boolean;
  /** `call` that shows, on a terminal, what is waited for when it takes more than a second. */
  callPatiently<N extends ProcedureName>(what: string, name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  /** Lets go of what a call has opened. */
  close(): Promise<void>;
}

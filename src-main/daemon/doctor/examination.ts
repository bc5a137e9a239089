import type { DataDirectory } from '../../base/data-directory.ts';
import type { Check } from '../../contract/system.ts';

/** One look at one thing. May throw: that is a finding too. */
export type Examination = (folders: DataDirectory, environment: NodeJS.ProcessEnv) => Promise<Check[]>;

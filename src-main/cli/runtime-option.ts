import { Option } from 'commander';
import type { RuntimeId } from '../contract/runtime.ts';

/** Kept here as words, so that help needs no schema; a test holds them to the contract. */
export const runtimeIds = ['claude', 'codex', 'shell', 'practice'] as const satisfies readonly RuntimeId[];

/** `--runtime`, one of the runtimes there are. */
export function runtimeOption(description: string): Option {
  return new Option('--runtime <runtime>', description).choices(runtimeIds);
}

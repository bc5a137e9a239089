import path from 'node:path';
import { BackboneError } from '../../base/errors.ts';
import type { Instructions, LaunchContext } from '../runtime.ts';
import { hookOverrides } from './hook-overrides.ts';

/** Linux takes no argument of 128 KiB; quoting makes the text longer. */
const longestInstructions = 60_000;

/** @throws launch_failed for instructions that are longer than an argument may be. */
export function argumentsFor({ program, hooks, model, instructions }: LaunchContext): readonly string[] {
  return [
    ...(instructions === null ? [] : instructed(hooks, instructions)),
    program,
    ...hookOverrides(path.join(hooks, 'report')).flatMap((override) => ['--config', override]),
    ...(model === null ? [] : ['--model', model]),
  ];
}

/** Codex takes instructions as an argument alone; tmux takes no long command. So our script puts them there from their file. */
function instructed(hooks: string, { text, file }: Instructions): readonly string[] {
  if (Buffer.byteLength(text) > longestInstructions) {
    throw new BackboneError(
      'launch_failed',
      `The personality is longer than Codex can be told (${longestInstructions} bytes). Shorten its system_prompt.`,
    );
  }
  return ['/bin/sh', path.join(hooks, 'instruct-codex'), file];
}

import type { RuntimeId } from '../contract/runtime.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { practice } from './practice.ts';
import type { Runtime } from './runtime.ts';
import { shell } from './shell.ts';

/** Every runtime that an agent can have. */
export const runtimes: Readonly<Record<RuntimeId, Runtime>> = { claude, codex, shell, practice };

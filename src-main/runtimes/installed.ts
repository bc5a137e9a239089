import { statSync } from 'node:fs';
import { runCommand } from '../base/run-command.ts';
import type { RuntimeInfo } from '../contract/runtime.ts';
import { findProgram } from './find-program.ts';
import type { Runtime } from './runtime.ts';

/** Milliseconds that a program has to tell its version. */
const versionTimeout = 5_000;

export interface FoundProgram {
  /** Absolute path. */
  readonly program: string;
  /** What the program reports, such as `2.1.197`; null when it tells none in time. */
  readonly version: string | null;
}

/** Knows which runtimes are installed. A program is asked for its version once, until its file changes. */
export class InstalledRuntimes {
  readonly #runtimes: readonly Runtime[];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #node: string;
  /** By path and time of change. */
  readonly #versions = new Map<string, Promise<string | null>>();

  /**
   * @param environment what programs are found by and asked with; holds no secret of ours
   * @param node absolute path of the Node that runs our own programs
   */
  constructor(runtimes: readonly Runtime[], environment: NodeJS.ProcessEnv, node: string = process.execPath) {
    this.#runtimes = runtimes;
    this.#environment = environment;
    this.#node = node;
  }

  /** Null when the runtime is not installed. Never rejects. */
  async find(runtime: Runtime): Promise<FoundProgram | null> {
    const program = findProgram(runtime, this.#environment, this.#node);
    return program === null ? null : { program, version: await this.#versionOf(runtime, program) };
  }

  /** Every runtime, installed or not, as the doors show it. */
  list(): Promise<RuntimeInfo[]> {
    return Promise.all(
      this.#runtimes.map(async (runtime) => {
        const found = await this.find(runtime);
        return {
          id: runtime.id,
          label: runtime.label,
          program: runtime.program,
          installed: found !== null,
          version: found?.version ?? null,
          install: runtime.install,
          capabilities: { ...runtime.capabilities },
        };
      }),
    );
  }

  #versionOf(runtime: Runtime, program: string): Promise<string | null> {
    const { versionArguments } = runtime;
    if (versionArguments === null) return Promise.resolve(null);
    // The file behind a link, so that an update in place is noticed.
    const changed = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const key = `${program}\0${changed}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const asked = askVersion(program, versionArguments, this.#environment);
    this.#versions.set(key, asked);
    // A program that was too slow this time may tell it the next time.
    void asked.then((version) => {
      if (version === null) this.#versions.delete(key);
    });
    return asked;
  }
}

async function askVersion(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const told = await runCommand(program, args, { environment, timeout: versionTimeout, limit: 10_000 });
  if (told.status !== 0) return null;
  return /\d+(?:\.\d+)+(?:-[0-9A-Za-z.]+)?/.exec(told.output)?.[0] ?? null;
}

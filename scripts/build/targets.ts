import { chmodSync, cpSync } from 'node:fs';
import path from 'node:path';
import { build, type InlineConfig } from 'vite';

/** One part of `dist/`: what it is called, and how it is made below a folder. */
export interface Target {
  readonly name: string;
  make(root: string, out: string): Promise<void>;
}

/** Left to node_modules: native code, and what Electron itself brings. */
const external = ['better-sqlite3', 'keytar', 'node-pty', 'electron'];

/** The oldest Node on which the command can at least say that a newer one is needed; `engines` in package.json. */
const nodeTarget = 'node20';
/** Chromium of the Electron in package.json, rounded down. */
const chromiumTarget = 'chrome150';

const quiet: InlineConfig = { configFile: false, logLevel: 'warn', publicDir: false };

const panel: Target = {
  name: 'panel',
  async make(root, out) {
    // A build that a test began would be React's development build otherwise, and stay in `dist`.
    await inProduction(() =>
      build({
        root: path.join(root, 'src-renderer'),
        configFile: path.join(root, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: path.join(out, 'panel'), emptyOutDir: true },
      }),
    );
  },
};

async function inProduction(work: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** A sandboxed preload can require nothing but `electron`, so it is one CommonJS file. */
export const preload: Target = {
  name: 'preload',
  async make(root, out) {
    await build({
      ...quiet,
      root,
      build: {
        outDir: path.join(out, 'preload'),
        emptyOutDir: false,
        target: chromiumTarget,
        minify: false,
        lib: {
          entry: path.join(root, 'src-preload/preload.ts'),
          formats: ['cjs'],
          fileName: () => 'preload.cjs',
        },
        rolldownOptions: { external },
      },
    });
  },
};

/**
 * Everything that Node runs, built together so that the daemon's code is there once. Every file lands exactly one
 * folder below `dist`, so that `new URL('..', import.meta.url)` is `dist` wherever a module ends up.
 */
const node: Target = {
  name: 'command, app and practice agent',
  async make(root, out) {
    await build({
      ...quiet,
      root,
      ssr: { noExternal: true, external },
      build: {
        outDir: out,
        emptyOutDir: false,
        ssr: true,
        target: nodeTarget,
        minify: false,
        rolldownOptions: {
          input: {
            'cli/backbone': path.join(root, 'src-main/cli/backbone.ts'),
            'desktop/main': path.join(root, 'src-main/desktop/main.ts'),
            'practice/practice-agent': path.join(root, 'src-main/practice/practice-agent.ts'),
          },
          external,
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'shared/[name]-[hash].js',
          },
        },
      },
    });
    chmodSync(path.join(out, 'cli/backbone.js'), 0o755);
  },
};

/** A folder that is copied as it is: agents run what is in it. `cp` keeps modes. */
function copied(name: string): Target {
  return {
    name,
    async make(root, out) {
      cpSync(path.join(root, name), path.join(out, name), { recursive: true });
    },
  };
}

export const targets: readonly Target[] = [panel, preload, node, copied('hooks'), copied('assets')];

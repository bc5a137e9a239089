import { defineConfig } from 'vitest/config';

/** Each project is a kind of test; the lowest kind that shows the behaviour is the right one. */
function project(name: string, options: { parallel?: boolean; timeout?: number; environment?: string } = {}) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      environment: options.environment ?? 'node',
      testTimeout: options.timeout ?? 10_000,
      hookTimeout: 60_000,
      fileParallelism: options.parallel ?? true,
      restoreMocks: true,
      // Real programs on a shared machine: tmux 3.3a alone misses the end of a child in one of twenty cases. A second
      // failure counts, and on a person's own machine so does the first.
      retry: process.env['CI'] === 'true' ? 1 : 0,
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      project('unit'),
      project('architecture', { timeout: 120_000 }),
      project('integration', { timeout: 60_000 }),
      project('desktop', { timeout: 60_000 }),
      project('panel', { timeout: 120_000, parallel: false }),
      project('agents', { timeout: 120_000, parallel: false }),
    ],
  },
});

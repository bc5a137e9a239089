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

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** On a machine that does other things as well everything takes its time: these only end what hangs. */
const common = {
  setupFiles: ['./vitest.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // Most of the time is spent waiting for databases: also where there are two cores, two files run at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { ...common, name: 'packages', include: ['packages/*/src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          ...common,
          name: 'server',
          globalSetup: './vitest.global.ts',
          include: ['server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'node',
          css: { include: [/\.css\?raw$/] },
        },
      },
    ],
  },
});

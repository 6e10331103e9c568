import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.ts';

/** On a machine that does other things as well everything takes its time: these only end what hangs. */
const common = {
  setupFiles: ['./vitest.setup.ts'],
  // Files of a worker share what they import: their tests leave globals, timers and modules as they found them.
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

/** What ran in a process before is compiled, and V8 counts its blocks no more: these have one of their own each. */
const counted = ['server/src/engines/verify/hostile-texts.test.ts', 'server/src/request-bounds.test.ts'];

export default defineConfig({
  test: {
    // Files wait for databases, processes and timers now and then: one more runs than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'packages', include: ['packages/*/src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          ...common,
          name: 'server',
          globalSetup: './vitest.global.ts',
          include: ['server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: counted,
          environment: 'node',
        },
      },
      {
        test: {
          ...common,
          name: 'counted',
          isolate: true,
          globalSetup: './vitest.build.ts',
          include: counted,
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

import { defineConfig } from '@playwright/test';

/** Each worker sets the settings up again, and finds the server that is its own. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
const url = (process.env['TESSERA_TEST_URLS'] ?? '').split(' ')[worker] ?? '';

const isThorough = process.env['TESSERA_THOROUGH'] === '1';

/** Two browsers at once, each with a server and a home of its own: journeys of one file follow one another. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Journeys of which the parts are proven elsewhere too run in a thorough run.
  ...(isThorough ? {} : { grepInvert: /@thorough/ }),
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // On a machine that does other things as well everything takes its time: these only end what hangs.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  globalSetup: './support/start-server.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    // What glides is not where it seems, and takes time.
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: url,
    screenshot: 'only-on-failure',
    // Recording every journey for the sake of one that fails costs more than it tells: `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['TESSERA_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

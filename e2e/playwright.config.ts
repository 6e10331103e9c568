import { defineConfig } from '@playwright/test';

/**
 * One browser, one server with its own home for the whole run: the journeys follow a new user from the first link on.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // On a machine that does other things as well everything takes its time: these only end what hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  globalSetup: './support/start-server.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    baseURL: process.env['TESSERA_TEST_URL'] ?? '',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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

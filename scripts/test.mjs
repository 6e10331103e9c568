import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { testArguments } from './lib/test-arguments.mjs';

// Everything: types, lint, imports, unit, golden, routes, engines, browser; or the tests of the paths that are named.
// The last line is the count.
const { isThorough, isWhole, unitPaths, journeyPaths } = testArguments(process.argv.slice(2));
await installIfNeeded();
const { buildWhatIsOld } = await import('./lib/builds.mjs');
const { runChecks } = await import('./lib/checks.mjs');
const { findNeeds } = await import('./lib/needs.mjs');
const { readPlaywright, readVitest, sum } = await import('./lib/results.mjs');
const { run } = await import('./lib/run.mjs');

const reports = mkdtempSync(join(tmpdir(), 'tessera-test-'));
const bin = (name) => join(root, 'node_modules/.bin', name);
const counts = [];
// Colours are for terminals; in a log they are noise between the dots.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

const { env: found, missing, replaced } = await findNeeds();
for (const name of missing) console.log(`Not on this machine, its suites are skipped: ${name}`);
for (const { name, standIn } of replaced) console.log(`Not on this machine: ${name}; tested instead with ${standIn}`);
const env = { ...found, ...plain, ...(isThorough ? { TESSERA_THOROUGH: '1' } : {}) };

await buildWhatIsOld();

// The checks run beside the tests, which wait for databases now and then; they are reported together, at the end of
// both.
const [checks] = await Promise.all([isWhole ? runChecks() : [], isWhole || unitPaths.length > 0 ? runUnits() : null]);
for (const { name, ok, output } of checks) {
  counts.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
  console.log(`${ok ? 'ok' : 'FAILED'}  ${name}`);
  if (!ok) console.log(output.trim());
}
if (found.TESSERA_TEST_CHROMIUM && (isWhole || journeyPaths.length > 0)) await runJourneys();

const total = sum(counts);
// In CI nothing that the project claims may be left out quietly.
if (process.env.CI) {
  total.failed += missing.length + total.skipped;
  if (missing.length + total.skipped > 0)
    console.log(`In CI a skipped suite or test counts as failed: ${missing.length + total.skipped}`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);

async function runUnits() {
  const report = join(reports, 'unit.json');
  const reporters = ['--reporter=dot', '--silent=passed-only', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(bin('vitest'), ['run', ...reporters, ...unitPaths], { env });
  counts.push(readVitest(report, code));
}

async function runJourneys() {
  const report = join(reports, 'browser.json');
  const { code } = await run(
    bin('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...journeyPaths],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  counts.push(readPlaywright(report, code));
}

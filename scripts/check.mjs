import { installIfNeeded } from './lib/install.mjs';

await installIfNeeded();
const { runChecks } = await import('./lib/checks.mjs');
const results = await runChecks();
const failed = results.filter((result) => !result.ok);
for (const { name, output } of failed) console.error(`\n${name}\n${output.trim()}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

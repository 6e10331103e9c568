import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

// npm run steady -- <part of a path>… [--times 20] [--busy]
// Runs each test file again and again, alone or beside loops that keep every core busy, and says which of them fail
// once in a while.
await installIfNeeded();
const { findNeeds } = await import('./lib/needs.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, busy: { type: 'boolean', default: false } },
});
const times = Number(values.times);
const { env } = await findNeeds();
const loops = values.busy ? busyLoops() : [];
let unsteady = 0;
try {
  for (const file of testFiles(positionals)) {
    const failures = [];
    for (let round = 1; round <= times; round += 1) {
      const { code, output } = await run(join(root, 'node_modules/.bin/vitest'), ['run', file], {
        quiet: true,
        env: { ...env, NO_COLOR: '1' },
      });
      if (code !== 0) failures.push({ round, output });
    }
    console.log(`${failures.length === 0 ? 'steady' : `FAILED ${failures.length} of ${times}`}  ${file}`);
    // Different rounds may fail for different reasons.
    for (const { round, output } of failures) console.log(`--- round ${round}\n${output.trim().slice(-3000)}`);
    if (failures.length > 0) unsteady += 1;
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
process.exit(unsteady === 0 ? 0 : 1);

/** One for each core; they end with this process, also when it is killed. */
function busyLoops() {
  const code =
    'const parent = process.ppid; for (let n = 0; ; n += 1) if (n % 1e8 === 0 && process.ppid !== parent) break;';
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', code], { stdio: 'ignore' }),
  );
}

/** Test files with one of these in their path. */
function testFiles(parts) {
  const files = ['packages', 'server/src', 'web/src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const isTest = (name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules');
  return files.filter((name) => isTest(name) && parts.some((part) => name.includes(part))).toSorted();
}

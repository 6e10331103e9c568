import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// Builds the product and the benchmark, then runs it. Everything stays on this machine and ends by itself.
await installIfNeeded();
const { buildWhatIsOld } = await import('./lib/builds.mjs');
await buildWhatIsOld();
const esbuild = await import('esbuild');
const outfile = join(root, '.build/bench.mjs');
await esbuild.build({
  entryPoints: [join(root, 'bench/main.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);

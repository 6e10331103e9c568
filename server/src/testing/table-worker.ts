import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), '../chart-data/table-worker.ts');

/** Bundle the table thread of this source tree, as the build does. */
export async function tableWorkerScript(): Promise<URL> {
  const { build } = await import('esbuild');
  const outdir = join(dirname(source), '../../../node_modules/.cache/tessera-processes', String(process.pid));
  mkdirSync(outdir, { recursive: true });
  const outfile = join(outdir, 'table-worker.mjs');
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' });
  return pathToFileURL(outfile);
}

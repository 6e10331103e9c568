import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const engines = join(dirname(fileURLToPath(import.meta.url)), '../engines');

/** Bundle the engine processes of this source tree for a test file. @returns the folder with their scripts */
export async function processFolder(): Promise<string> {
  const { build } = await import('esbuild');
  // Below the repository, so that the packages left out of the bundle are found.
  const outdir = join(engines, '../../../node_modules/.cache/tessera-processes', String(process.pid));
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: ['duckdb-process', 'sqlite-process'].map((name) => join(engines, `${name}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@duckdb/node-api', 'libsql'],
    logLevel: 'error',
  });
  return outdir;
}

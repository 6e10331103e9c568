import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Scripts that run as a process or worker of their own, by their place below the source folder. */
const scripts = ['engines/duckdb-process', 'engines/sqlite-process', 'engines/reading/sql-parser-worker', 'chart-data/table-worker'];

/** Bundle processes of this source tree for a test file. @returns the folder with their scripts */
export async function processFolder(entries: readonly string[] = scripts): Promise<string> {
  const { build } = await import('esbuild');
  // Below the repository, so that the packages left out of the bundle are found.
  const outdir = join(source, '../../node_modules/.cache/tessera-processes', String(process.pid));
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: entries.map((entry) => join(source, `${entry}.ts`)),
    entryNames: '[name]',
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@duckdb/node-api', 'libsql', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui', 'libpg-query'],
    // CommonJS packages inside the bundle call require for Node's own modules.
    banner: { js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outdir;
}

import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Folder of the server as it is delivered, with the scripts of its processes and workers; the test run builds it first.
 */
export const builtServer = join(source, '../dist');

/** Bundle a script that only tests run, by its place below the source folder. @returns its path */
export async function testScript(entry: string): Promise<string> {
  const { build } = await import('esbuild');
  // Below the repository, so that the packages left out of the bundle are found.
  const outdir = join(source, '../../node_modules/.cache/tessera-processes', String(process.pid));
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: [join(source, `${entry}.ts`)],
    entryNames: '[name]',
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@duckdb/node-api', 'libsql', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui', 'libpg-query'],
    // CommonJS packages inside the bundle call require for Node's own modules.
    banner: {
      js:
        "import { createRequire as bundledRequire } from 'node:module'; const require = " +
        'bundledRequire(import.meta.url);',
    },
    logLevel: 'error',
  });
  return join(outdir, `${basename(entry)}.mjs`);
}

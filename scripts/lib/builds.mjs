import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';
import { beginStamp, isStale } from './stamp.mjs';

const shared = ['package-lock.json', 'packages/core', 'packages/viz', 'scripts/lib'];
const builds = {
  server: { stamp: 'server/dist/.built', sources: [...shared, 'packages/query', 'server/src', 'server/package.json'], make: buildServer },
  web: { stamp: 'web/dist/.built', sources: [...shared, 'web/src', 'web/index.html', 'web/public', 'web/vite.config.ts', 'web/package.json'], make: buildWeb },
};

/** Packages with native code or data files: they stay in node_modules and are loaded from there. */
const external = ['@duckdb/node-api', 'libsql', '@node-rs/argon2', 'pg-native', 'vega-datasets', '@fastify/swagger-ui', 'swagger-ui-dist'];

/** @param {'server' | 'web'} name */
export function needsBuild(name) {
  return isStale(builds[name].stamp, builds[name].sources);
}

/** @param {'server' | 'web'} name */
export async function build(name) {
  rmSync(join(root, name, 'dist'), { recursive: true, force: true });
  const finish = beginStamp(builds[name].stamp);
  await builds[name].make();
  finish();
}

/** main, the command line, and every file that runs as a process or a worker of its own. */
function serverEntries() {
  const found = {};
  const visit = (folder) => {
    for (const entry of readdirSync(folder)) {
      const path = join(folder, entry);
      if (statSync(path).isDirectory()) visit(path);
      else if (/-(process|worker)\.ts$/.test(entry)) found[basename(entry, '.ts')] = path;
    }
  };
  visit(join(root, 'server/src'));
  return { main: join(root, 'server/src/main.ts'), command: join(root, 'server/src/commands/command.ts'), ...found };
}

/** How the server is bundled; `npm run dev` watches with the same options. */
export function serverBuildOptions() {
  return {
    entryPoints: serverEntries(),
    outdir: join(root, 'server/dist'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    external,
    // CommonJS packages inside the bundle call require for Node's own modules.
    banner: { js: "import { createRequire as tesseraCreateRequire } from 'node:module'; const require = tesseraCreateRequire(import.meta.url);" },
  };
}

async function buildServer() {
  const esbuild = await import('esbuild');
  await esbuild.build(serverBuildOptions());
}

async function buildWeb() {
  const vite = await import('vite');
  await vite.build({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
}

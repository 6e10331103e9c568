import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leased, type Launched } from './leases.ts';
import { freePort, orStop, until, untilStopped } from '../processes/server-process.ts';

/**
 * A throw-away ClickHouse that answers over its own HTTP. The package chdb holds the program `clickhouse local` as a
 * library, and that can be reported to listen (`SYSTEM START LISTEN HTTP`): parsing, users, settings, formats, errors,
 * cancelling and the wire are ClickHouse's own. What it has not is an HTTPS port; tests of encryption put a TLS front
 * before it.
 */
export type TestClickhouse = {
  readonly port: number;
  /** Run statements as the administrator. @returns the answer, tab-separated */
  readonly query: (sql: string) => Promise<string>;
  /** Queries of `tester` that run now and contain this text, by the database's own list. */
  readonly running: (marker: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Path of the library, or null; tests that need it are skipped by name then. */
export function findClickhouse(): string | null {
  const folder = process.env['TESSERA_TEST_CHDB'];
  const platforms = folder ? join(folder, '..', '@chdb') : '';
  const library = existsSync(platforms)
    ? readdirSync(platforms)
        .map((name) => join(platforms, name, 'libchdb.so'))
        .find((path) => existsSync(path))
    : undefined;
  return library ?? null;
}

const script = fileURLToPath(new URL('clickhouse-server.py', import.meta.url));
const userOf = (name: string, more = ''): string =>
  `<${name}><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>` +
  `${more}</${name}>`;

/**
 * A server that keeps what others made from this file, with the user `tester` without a password.
 * @throws Error when there is none on the machine
 */
export async function startClickhouse(setup: readonly string[]): Promise<TestClickhouse> {
  const server = (await leased('clickhouse')) ?? (await launchClickhouse());
  await orStop(server.stop, async () => {
    for (const statement of setup) await ask(server.port, statement);
  });
  return {
    port: server.port,
    query: (sql) => ask(server.port, sql),
    running: async (marker) =>
      Number(
        await ask(
          server.port,
          `SELECT count() FROM system.processes WHERE user = 'tester' AND position(query, unhex('` +
            `${Buffer.from(marker).toString('hex')}')) > 0`,
        ),
      ),
    stop: server.stop,
  };
}

/** Start it on a free port of the loopback address. */
export async function launchClickhouse(): Promise<Launched> {
  const library = findClickhouse();
  if (library === null)
    throw new Error('No ClickHouse on this machine: set TESSERA_TEST_CHDB to the folder of the package chdb.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-clickhouse-'));
  // A profile that is compatible with old versions, which must not be felt.
  writeFileSync(
    join(folder, 'users.xml'),
    '<clickhouse><profiles><default>' +
      '<force_grouping_standard_compatibility>0</force_grouping_standard_compatibility>' +
      '</default></profiles><quotas><default/></quotas><users>' +
      `${userOf('default', '<access_management>1</access_management>')}${userOf('tester')}</users></clickhouse>`,
  );
  writeFileSync(join(folder, 'config.xml'), '<clickhouse><users_config>users.xml</users_config></clickhouse>');
  const port = await freePort();
  // Its own query reads what nobody writes: it ends when this process does.
  const child = spawn(
    'python3',
    [
      script,
      library,
      `--config-file=${join(folder, 'config.xml')}`,
      `--path=${join(folder, 'data')}`,
      '--listen_host=127.0.0.1',
      `--http_port=${port}`,
      '--query',
      "SYSTEM START LISTEN HTTP; SELECT count() FROM file('-', 'LineAsString', 'line String')",
    ],
    { stdio: ['pipe', 'ignore', 'ignore'], cwd: folder },
  );
  const stop = untilStopped(child, folder);
  await orStop(stop, () => until('ClickHouse', child, () => ask(port, 'SELECT 1')));
  return { port, pid: child.pid ?? 0, folder, stop };
}

/** Without databases and tables of the tests that had it; users it cannot have more of. */
export async function resetClickhouse({ port }: Launched): Promise<void> {
  const names = async (sql: string) => (await ask(port, sql)).split('\n').filter((name) => name !== '');
  for (const id of await names("SELECT query_id FROM system.processes WHERE user = 'tester'"))
    await ask(port, `KILL QUERY WHERE query_id = '${id}' SYNC`);
  for (const name of await names(
    "SELECT name FROM system.databases WHERE name NOT IN ('system', 'information_schema', " +
      "'INFORMATION_SCHEMA', 'default')",
  ))
    await ask(port, `DROP DATABASE ${name} SYNC`);
  for (const name of await names("SELECT name FROM system.tables WHERE database = 'default'"))
    await ask(port, `DROP TABLE default.\`${name.replaceAll('`', '\\`')}\` SYNC`);
}

/** Run a statement as the administrator. @returns the answer, tab-separated */
async function ask(port: number, sql: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sql });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.trimEnd();
}

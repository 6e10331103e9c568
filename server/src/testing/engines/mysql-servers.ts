import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2';
import type { CertificateFiles } from './certificates.ts';
import { leased, type Launched } from './leases.ts';
import { freePort, orStop, until, untilStopped } from '../processes/server-process.ts';

/** A running throw-away MySQL or MariaDB with one database, `test`, and the user `tester` without a password. */
export type TestMysqlServer = {
  readonly port: number;
  /** Run statements as the administrator. @returns rows of the last one */
  readonly query: (...statements: readonly string[]) => Promise<readonly Record<string, unknown>[]>;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};
export type MysqlSettings = {
  /** Encrypts with this certificate; without one, as the server does by itself. */
  readonly certificate?: CertificateFiles;
};

/** Root is a user that the servers take only by name. */
const user = process.getuid?.() === 0 ? ['--user=root'] : [];

/** Folder of MariaDB's programs, or null; tests that need them are skipped by name then. */
export function findMariadb(): string | null {
  const folders = [
    process.env['TESSERA_TEST_MARIADB_BIN'],
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/usr/bin',
  ];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'mariadbd'))) ?? null;
}

/**
 * Folder of MySQL itself with `bin` and `share`, or null; its suite is not there then, and MariaDB stands in for it.
 */
export function findMysql(): string | null {
  const folder = process.env['TESSERA_TEST_MYSQL'];
  return folder && existsSync(join(folder, 'bin', 'mysqld')) ? folder : null;
}

/** A server that starts takes away what others have in a common folder for temporary tables. */
function ownTemporary(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: folder };
}

/**
 * A MariaDB that keeps what others made from this file; with a certificate one that is started for it.
 * @throws Error when there is none on the machine
 */
export async function startMariadb(settings: MysqlSettings = {}): Promise<TestMysqlServer> {
  return mysqlAt((settings.certificate ? null : await leased('mariadb')) ?? (await launchMariadb(settings)));
}

/** Make a data folder and start MariaDB on a free port of the loopback address. */
export async function launchMariadb(settings: MysqlSettings = {}): Promise<Launched> {
  const bin = findMariadb();
  if (bin === null)
    throw new Error('No MariaDB on this machine: install the packages mariadb-server-core and mariadb-client-core.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-mariadb-'));
  const data = join(folder, 'data');
  const install =
    ['/usr/bin/mariadb-install-db', join(bin, 'mariadb-install-db')].find((path) => existsSync(path)) ??
    'mariadb-install-db';
  execFileSync(
    install,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
      ...user,
    ],
    { stdio: 'pipe', cwd: folder, env: ownTemporary(folder) },
  );
  return launch('MariaDB', join(bin, 'mariadbd'), folder, [], settings);
}

/** The same with MySQL itself. @throws Error when there is none on the machine */
export async function startMysql(settings: MysqlSettings = {}): Promise<TestMysqlServer> {
  return mysqlAt((settings.certificate ? null : await leased('mysql')) ?? (await launchMysql(settings)));
}

/** Make a data folder and start MySQL on a free port of the loopback address. */
export async function launchMysql(settings: MysqlSettings = {}): Promise<Launched> {
  const home = findMysql();
  if (home === null) throw new Error('No MySQL on this machine: set TESSERA_TEST_MYSQL to its folder.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-mysql-'));
  const program = join(home, 'bin', 'mysqld');
  const own = [
    `--basedir=${home}`,
    `--lc-messages-dir=${join(home, 'share')}`,
    `--character-sets-dir=${join(home, 'share', 'charsets')}`,
  ];
  execFileSync(
    program,
    ['--no-defaults', '--initialize-insecure', `--datadir=${join(folder, 'data')}`, ...own, ...user],
    { stdio: 'pipe', cwd: folder },
  );
  return launch(
    'MySQL',
    program,
    folder,
    [...own, '--mysqlx=OFF', '--skip-log-bin', `--pid-file=${join(folder, 'pid')}`],
    settings,
  );
}

async function launch(
  name: string,
  program: string,
  folder: string,
  own: readonly string[],
  { certificate }: MysqlSettings,
): Promise<Launched> {
  const port = await freePort();
  const socket = socketIn(folder);
  const tls = certificate
    ? [`--ssl-ca=${certificate.authority}`, `--ssl-cert=${certificate.certificate}`, `--ssl-key=${certificate.key}`]
    : [];
  const child = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${socket}`,
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      ...own,
      ...tls,
      ...user,
    ],
    { stdio: 'ignore', cwd: folder, env: ownTemporary(folder) },
  );
  const stop = untilStopped(child, folder);
  await orStop(stop, async () => {
    await until(name, child, () => ask(folder, ['SELECT 1']));
    await ask(folder, start);
  });
  return { port, pid: child.pid ?? 0, folder, stop };
}

/** What stands in a server that nobody has used yet. */
const start = [
  'CREATE DATABASE test CHARACTER SET utf8mb4',
  "CREATE USER tester@'127.0.0.1'",
  "GRANT ALL ON test.* TO tester@'127.0.0.1'",
];

/** Without databases and users of the tests that had it. */
export async function resetMysql({ folder }: Launched): Promise<void> {
  const names = async (statement: string) => (await ask(folder, [statement])).map(({ name }) => String(name));
  const databases = await names(
    'SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name NOT IN ' +
      "('information_schema', 'mysql', 'performance_schema', 'sys')",
  );
  const users = await names(
    "SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) AS name FROM mysql.user WHERE user NOT IN ('root', " +
      "'mariadb.sys') AND user NOT LIKE 'mysql.%'",
  );
  await ask(folder, [
    ...databases.map((database) => `DROP DATABASE \`${database}\``),
    ...users.map((one) => `DROP USER ${one}`),
    ...start,
  ]);
}

const socketIn = (folder: string): string => join(folder, 's');

function mysqlAt({ port, pid, folder, stop }: Launched): TestMysqlServer {
  return { port, pid, query: (...statements) => ask(folder, statements), stop };
}

/** Run statements as the administrator. @returns rows of the last one */
async function ask(folder: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = await connected(folder);
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) rows = await answer(client, statement);
    return rows;
  } finally {
    client.destroy();
  }
}

const CONNECT_TRIES = 3;

/** A busy server takes a handshake for out of order once in many thousands: nothing has run by then. */
async function connected(folder: string, tries = 1): Promise<Connection> {
  const client = createConnection({ socketPath: socketIn(folder), user: 'root', charset: 'utf8mb4' });
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => client.connect((error) => (error ? reject(error) : resolve())));
    return client;
  } catch (error) {
    client.destroy();
    if (tries < CONNECT_TRIES && error instanceof Error && error.message.includes('out of order'))
      return connected(folder, tries + 1);
    throw error;
  }
}

function answer(client: Connection, statement: string): Promise<readonly Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []),
    );
  });
}

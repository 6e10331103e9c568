import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { CertificateFiles } from './certificates.ts';
import { leased, type Launched } from './leases.ts';
import { freePort, freeze, orStop, thaw, until, untilStopped } from '../processes/server-process.ts';

/** A running throw-away PostgreSQL. */
export type TestPostgres = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Make an empty database. @returns its address, `postgres://…` */
  readonly createDatabase: () => Promise<string>;
  /** Run statements in a database of it, as its owner. */
  readonly run: (address: string, text: string) => Promise<void>;
  /** Let it stand still: it accepts and never answers. And let it go on. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  /** The server is gone at once; a leased one is thrown away. */
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
};

/** Folder of the PostgreSQL programs on this machine, or null; tests that need them are skipped by name then. */
export function findPostgres(): string | null {
  const told = process.env['TESSERA_TEST_POSTGRES_BIN'];
  if (told) return told;
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((left, right) => Number(right) - Number(left)) : [];
  const folders = [
    ...versions.map((version) => join(base, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/usr/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

type Settings = {
  /** Roles other than `tester` sign in with a password. */
  readonly passwords?: boolean;
  /** Encrypts where a client asks for it; the role `sealed` gets in only so. */
  readonly certificate?: CertificateFiles;
};

/**
 * A server that keeps what others made from this file; with settings one that is started for them.
 * @throws Error when there is none on the machine
 */
export async function startPostgres(settings: Settings = {}): Promise<TestPostgres> {
  const isPlain = Object.keys(settings).length === 0;
  return postgresAt((isPlain ? await leased('postgresql') : null) ?? (await launchPostgres(settings)));
}

/** Make a cluster in a temporary folder and start it on a free port of the loopback address. */
export async function launchPostgres({ passwords = false, certificate }: Settings = {}): Promise<Launched> {
  const bin = findPostgres();
  if (bin === null) throw new Error('No PostgreSQL on this machine: install the package postgresql.');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-postgres-'));
  const owner = serverUser(folder);
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'tester',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
      '--no-sync',
    ],
    { ...owner, stdio: 'pipe', cwd: folder },
  );
  if (passwords)
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'host all tester 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
    );
  if (certificate)
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'host all tester 127.0.0.1/32 trust\nhostssl all sealed 127.0.0.1/32 trust\n',
    );
  const tls = certificate ? encryption(certificate, folder, owner) : [];
  const port = await freePort();
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...tls,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'fsync=off',
      '-c',
      'max_connections=60',
    ],
    { ...owner, stdio: 'ignore', cwd: folder },
  );
  const stop = untilStopped(child, folder, 'SIGQUIT');
  await orStop(stop, () => until('PostgreSQL', child, () => query(port, 'SELECT 1')));
  return { port, pid: child.pid ?? 0, folder, stop };
}

/** Without databases and roles of the tests that had it. */
export async function resetPostgres({ port }: Launched): Promise<void> {
  const ask = async (text: string) => (await query(port, text)).map((row) => String(row['name']));
  for (const name of await ask(
    "SELECT datname AS name FROM pg_database WHERE datname NOT LIKE 'template_' AND datname <> 'postgres'",
  ))
    await query(port, `DROP DATABASE "${name}" WITH (FORCE)`);
  for (const name of await ask(
    "SELECT rolname AS name FROM pg_roles WHERE rolname NOT LIKE 'pg\\_%' AND rolname <> 'tester'",
  ))
    await query(port, `DROP ROLE "${name}"`);
}

function postgresAt({ port, pid, stop }: Launched): TestPostgres {
  let made = 0;
  /** The server and a process of each connection. */
  const processes = (): readonly number[] => {
    const ofConnections = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
    return [pid, ...ofConnections].filter((one) => one > 0);
  };
  return {
    host: '127.0.0.1',
    port,
    user: 'tester',
    createDatabase: async () => {
      made += 1;
      const name = `test_${process.pid}_${made}`;
      await query(port, `CREATE DATABASE ${name}`);
      return `postgres://tester@127.0.0.1:${port}/${name}`;
    },
    kill: () => {
      for (const one of processes()) process.kill(one, 'SIGKILL');
    },
    freeze: () => freeze(processes()),
    thaw: () => thaw(processes()),
    run: async (address, text) => void (await query(port, text, new URL(address).pathname.slice(1))),
    stop,
  };
}

/** PostgreSQL refuses to run as root, so root starts it as the user that its package made. */
function serverUser(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  if (uid === undefined || gid === undefined)
    throw new Error(`${userInfo().username} cannot start PostgreSQL: there is no user postgres.`);
  chownSync(folder, uid, gid);
  return { uid, gid };
}

/** The key must belong to the server's user, and to nobody else. @returns arguments of the server */
function encryption(
  { certificate, key }: CertificateFiles,
  folder: string,
  { uid, gid }: ReturnType<typeof serverUser>,
): readonly string[] {
  const own = (path: string, name: string): string => {
    const copy = join(folder, name);
    copyFileSync(path, copy);
    chmodSync(copy, 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(copy, uid, gid);
    return copy;
  };
  return [
    '-c',
    'ssl=on',
    '-c',
    `ssl_cert_file=${own(certificate, 'server.pem')}`,
    '-c',
    `ssl_key_file=${own(key, 'server.key')}`,
  ];
}

async function query(
  port: number,
  text: string,
  database = 'postgres',
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'tester', database });
  // A server that ends with the run ends its connections; a question that is under way fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}

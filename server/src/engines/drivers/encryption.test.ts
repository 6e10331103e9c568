import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createAuthority,
  findOpenssl,
  type CertificateFiles,
  type TestAuthority,
} from '../../testing/engines/certificates.ts';
import { findClickhouse, startClickhouse } from '../../testing/engines/clickhouse.ts';
import { openLine } from '../../testing/cut-line.ts';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import {
  findMariadb,
  findMysql,
  startMariadb,
  startMysql,
  type TestMysqlServer,
} from '../../testing/engines/mysql-servers.ts';
import { findTrino, startTrino } from '../../testing/engines/trino.ts';
import type { Connection, EngineContext } from './driver.ts';
import { drivers } from './drivers.ts';

const context: EngineContext = {
  processFolder: '',
  dataFolders: [],
  temporary: '',
  metadata: { kind: 'sqlite', file: '/nowhere/metadata.db' },
  allowedHosts: [],
  memoryMb: 256,
  idleMs: 60_000,
};
type Parameters = Readonly<Record<string, string | number>>;
/** A database with two doors: one encrypts with the certificate, the other one, where there is one, does not at all. */
type Doors = {
  readonly encrypted: number;
  readonly plain: number;
  readonly parameters: Parameters;
  /** A user whom the database lets in encrypted only. */ readonly sealed?: string;
  readonly stop: () => Promise<void>;
};
type Place = {
  readonly name: string;
  readonly driver: 'postgresql' | 'mysql' | 'clickhouse' | 'trino';
  readonly isHere: boolean;
  /** MySQL makes a certificate for itself where it is given none. */ readonly hasPlainDoor: boolean;
  readonly open: (certificate: CertificateFiles) => Promise<Doors>;
};

const mysqlDoors =
  (start: (settings?: { readonly certificate: CertificateFiles }) => Promise<TestMysqlServer>, hasPlainDoor: boolean) =>
  async (certificate: CertificateFiles): Promise<Doors> => {
    const [encrypted, plain] = await Promise.all([start({ certificate }), hasPlainDoor ? start() : null]);
    await encrypted.query("CREATE USER sealed@'127.0.0.1' REQUIRE SSL", "GRANT ALL ON test.* TO sealed@'127.0.0.1'");
    return {
      encrypted: encrypted.port,
      plain: plain?.port ?? 0,
      parameters: { database: 'test', username: 'tester' },
      sealed: 'sealed',
      stop: async () => {
        await Promise.all([encrypted.stop(), plain?.stop()]);
      },
    };
  };
/** Servers that speak HTTP stand behind a front that encrypts, as they do with most users. */
const behindFront =
  (start: () => Promise<{ readonly port: number; readonly stop: () => Promise<void> }>, parameters: Parameters) =>
  async (certificate: CertificateFiles): Promise<Doors> => {
    const server = await start();
    const front = await openLine(server.port, certificate);
    return {
      encrypted: front.port,
      plain: server.port,
      parameters,
      stop: async () => {
        await front.close();
        await server.stop();
      },
    };
  };

const places: readonly Place[] = [
  {
    name: 'PostgreSQL',
    driver: 'postgresql',
    isHere: findPostgres() !== null,
    hasPlainDoor: true,
    open: async (certificate) => {
      const [encrypted, plain] = await Promise.all([startPostgres({ certificate }), startPostgres()]);
      await encrypted.run(await encrypted.createDatabase(), 'CREATE ROLE sealed LOGIN');
      return {
        encrypted: encrypted.port,
        plain: plain.port,
        parameters: { database: 'postgres', username: 'tester' },
        sealed: 'sealed',
        stop: async () => void (await Promise.all([encrypted.stop(), plain.stop()])),
      };
    },
  },
  {
    name: 'MariaDB',
    driver: 'mysql',
    isHere: findMariadb() !== null,
    hasPlainDoor: true,
    open: mysqlDoors(startMariadb, true),
  },
  ...(findMysql() === null
    ? []
    : [
        {
          name: 'MySQL',
          driver: 'mysql',
          isHere: true,
          hasPlainDoor: false,
          open: mysqlDoors(startMysql, false),
        } as const,
      ]),
  {
    name: 'ClickHouse',
    driver: 'clickhouse',
    isHere: findClickhouse() !== null,
    hasPlainDoor: true,
    open: behindFront(() => startClickhouse([]), { database: 'default', username: 'tester' }),
  },
  {
    name: 'Trino',
    driver: 'trino',
    isHere: findTrino() !== null,
    hasPlainDoor: true,
    open: behindFront(startTrino, { database: 'memory', username: 'tester' }),
  },
];

const missing = [
  ...places.filter((place) => !place.isHere).map((place) => place.name),
  ...(findOpenssl() ? [] : ['openssl']),
];
if (missing.length > 0 && process.env['CI'])
  throw new Error(`Encryption is claimed for every database; not on this machine: ${missing.join(', ')}.`);

describe.skipIf(findOpenssl() === null)('encrypted connections', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-certificates-'));
  let right: TestAuthority;
  let wrong: TestAuthority;
  beforeAll(() => {
    right = createAuthority(folder, 'right');
    wrong = createAuthority(folder, 'wrong');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(findPostgres() === null)('a certificate of an address is for that address, and for no name', async () => {
    const server = await startPostgres({ certificate: right.sign('address', ['IP:127.0.0.1']) });
    const asked = async (host: string) => {
      const engine = drivers.postgresql.open(
        {
          name: 'test',
          parameters: {
            host,
            port: server.port,
            database: 'postgres',
            username: 'tester',
            sslmode: 'verify-full',
            ca_certificate: right.text,
          },
          secrets: {},
          anyHost: true,
        },
        context,
      );
      const result = await engine.test();
      await engine.close();
      return result;
    };
    const results = [await asked('127.0.0.1'), await asked('[127.0.0.1]'), await asked('localhost')];
    await server.stop();
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: false, step: 'tls', failure: 'connection_tls' }]);
  });

  for (const { name, driver, isHere, hasPlainDoor, open } of places) {
    describe.skipIf(!isHere)(name, () => {
      let doors: Doors;
      beforeAll(async () => {
        // It is another server's certificate for whoever asks for 127.0.0.1.
        doors = await open(right.sign(name, ['DNS:localhost']));
      });
      afterAll(() => doors?.stop());
      const tested = async (change: Parameters, port = doors.encrypted) => {
        const connection: Connection = {
          name: 'test',
          parameters: { host: 'localhost', port, ...doors.parameters, ...change },
          secrets: {},
          anyHost: true,
        };
        const engine = drivers[driver].open(connection, context);
        const result = await engine.test();
        // What the test says, the queries do.
        const ran = await engine
          .run(
            { text: 'SELECT 1 AS one', parameters: [], written: [] },
            { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 1 },
          )
          .then(
            () => true,
            () => false,
          );
        await engine.close();
        expect(ran).toBe(result.ok);
        return result;
      };
      const refused = { ok: false, step: 'tls', failure: 'connection_tls' };

      test('the right authority and the right name are let in', async () => {
        expect(await tested({ sslmode: 'verify-full', ca_certificate: right.text })).toEqual({ ok: true });
        expect(await tested({ sslmode: 'verify-ca', ca_certificate: right.text })).toEqual({ ok: true });
        expect(await tested({ sslmode: 'require' })).toEqual({ ok: true });
      });

      test('another authority, and one that nobody knows, are refused', async () => {
        for (const sslmode of ['verify-full', 'verify-ca']) {
          expect(await tested({ sslmode, ca_certificate: wrong.text })).toMatchObject(refused);
          expect(await tested({ sslmode })).toMatchObject(refused);
        }
      });

      test('a certificate of another name is refused where the name is asked for, and only there', async () => {
        expect(await tested({ host: '127.0.0.1', sslmode: 'verify-full', ca_certificate: right.text })).toMatchObject(
          refused,
        );
        expect(await tested({ host: '127.0.0.1', sslmode: 'verify-ca', ca_certificate: right.text })).toEqual({
          ok: true,
        });
      });

      // A server that always encrypts has no such door, and no such tests.
      test.each(hasPlainDoor ? ['require', 'verify-ca', 'verify-full'] : [])(
        'a server that does not encrypt is refused where encryption is asked for: %s',
        async (sslmode) => {
          expect(await tested({ sslmode, ca_certificate: right.text }, doors.plain)).toMatchObject(refused);
          expect(await tested({ sslmode: 'disable' }, doors.plain)).toEqual({ ok: true });
        },
      );

      test('a plain connection is refused by a server that asks for encryption', async () => {
        if (doors.sealed === undefined) {
          // A server may say so in the words of TLS, or close the connection.
          const result = await tested({ sslmode: 'disable' });
          expect(result.ok ? '' : `${result.failure}: ${result.reason}`).toMatch(
            /^(connection_tls|connection_host_down): .*encrypt/,
          );
          return;
        }
        expect(await tested({ sslmode: 'disable', username: doors.sealed })).toMatchObject({ ok: false });
        expect(await tested({ sslmode: 'require', username: doors.sealed })).toEqual({ ok: true });
        expect(await tested({ sslmode: 'prefer', username: doors.sealed })).toEqual({ ok: true });
      });
    });
  }
});

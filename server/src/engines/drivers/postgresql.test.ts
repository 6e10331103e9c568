import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '@tessera/query/compile/compile';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { codeOf } from '../../testing/code-of.ts';
import { connectionSteps, refusesPlain } from '../../testing/connection-steps.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/engines/databases.ts';
import { engineSuite, setupStatements, type EngineCase } from '../../testing/suites/engine-suite.ts';
import { freeze, thaw } from '../../testing/processes/server-process.ts';
import { bareQuery } from '../../testing/structured.ts';
import type { Connection, EngineContext } from './driver.ts';
import { drivers } from './drivers.ts';
import { identityOf } from './postgresql/identity.ts';

const context: EngineContext = {
  processFolder: '',
  dataFolders: [],
  temporary: '',
  metadata: { kind: 'sqlite', file: '/nowhere/metadata.db' },
  allowedHosts: [],
  memoryMb: 256,
  idleMs: 60_000,
};

function connectionTo(url: string, change: Connection['parameters'] = {}): Connection {
  const { hostname, port, pathname, username } = new URL(url);
  return {
    name: 'test',
    parameters: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      username,
      sslmode: 'disable',
      ...change,
    },
    secrets: {},
    anyHost: true,
  };
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(text);
    return result.rows;
  } finally {
    await client.end();
  }
}

const present = findPostgres() !== null;
if (!present && process.env['CI'])
  throw new Error('PostgreSQL is an engine that the product claims to support: install the package postgresql.');

describe.skipIf(!present)('PostgreSQL', () => {
  engineSuite('postgresql', async (): Promise<EngineCase> => {
    const server = await startPostgres();
    const url = await server.createDatabase();
    for (const statement of setupStatements({
      text: 'text',
      integer: 'bigint',
      decimal: 'numeric(10,2)',
      timestamp: 'timestamp',
    }))
      await query(url, statement);
    await query(url, 'CREATE TABLE visits (ds date, "We""ird" int, n bigint) PARTITION BY RANGE (ds, "We""ird")');
    await query(url, 'CREATE TABLE names (name text, n bigint) PARTITION BY RANGE (n, lower(name))');
    await query(
      url,
      "CREATE TABLE visits_2024 PARTITION OF visits FOR VALUES FROM ('2024-01-01', 0) TO ('2025-01-01', 0)",
    );
    await query(
      url,
      'CREATE MATERIALIZED VIEW totals AS SELECT person_id, SUM(amount) AS amount FROM orders GROUP BY 1',
    );
    const open = () => drivers.postgresql.open(connectionTo(url), context);
    return {
      engine: open(),
      open,
      endless: 'SELECT COUNT(*) FROM generate_series(1, 1000000000000) AS endless(i)',
      numbers: (n) => `SELECT i FROM generate_series(0, ${n - 1}) AS t(i)`,
      heavy: (n) => `SELECT i, repeat('x', 50000000) AS t FROM generate_series(0, ${n - 1}) AS t(i)`,
      heavyMb: 50,
      placeholder: (n) => `$${n}`,
      catalogs: [new URL(url).pathname.slice(1)],
      partitioned: { visits: ['ds', 'We"ird'], visits_2024: [], names: ['n', 'lower(name)'] },
      materialized: 'totals',
      typed: {
        sql: `SELECT * FROM (VALUES (9007199254740993::bigint, 42::int, 12345678901234567890.123::numeric,
          1.25::numeric(10,2), 1.5::float8, true, 'é😀'::text, DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.999250',
          TIMESTAMPTZ '2024-01-01 10:00:00+02', TIME '10:00', INTERVAL '1 mon 2 days', ARRAY[1, NULL, 3], ARRAY['a "b"',
          NULL, ''], '{"b": 1, "a": 12345678901234567890}'::jsonb, '\\x78'::bytea, 'infinity'::timestamp,
          ARRAY[9007199254740993::bigint], ARRAY[DATE '2024-02-29', NULL]))
          t(big, small, exact, dec, dbl, flag, txt, d, ts, tz, tm, iv, list, words, doc, bin, ever, bigs, days)
          UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
          NULL, NULL, NULL, NULL ORDER BY small`,
        want: {
          big: ['numeric', 9007199254740993n],
          small: ['numeric', 42],
          exact: ['numeric', '12345678901234567890.123'],
          dec: ['numeric', 1.25],
          dbl: ['numeric', 1.5],
          flag: ['boolean', true],
          txt: ['string', 'é😀'],
          d: ['temporal', Date.UTC(2024, 1, 29)],
          ts: ['temporal', -0.75],
          tz: ['temporal', Date.UTC(2024, 0, 1, 8)],
          tm: ['string', '10:00:00'],
          iv: ['string', '1 mon 2 days'],
          list: ['string', [1, null, 3]],
          words: ['string', ['a "b"', null, '']],
          doc: ['string', '{"a": 12345678901234567890, "b": 1}'],
          bin: ['string', '\\x78'],
          ever: ['temporal', 'infinity'],
          bigs: ['string', [9007199254740993n]],
          days: ['string', ['2024-02-29', null]],
        },
      },
      closed: [
        'SELECT query FROM pg_stat_activity AS system_user',
        'SELECT setting FROM pg_settings AS system_user',
        'SELECT lo_get(1)',
        'SELECT * FROM pg_show_all_file_settings()',
        'SELECT most_common_vals FROM pg_stats_ext',
        'SELECT * FROM pg_catalog."pg_stat_progress_copy"',
        'SELECT conninfo FROM pg_stat_wal_receiver',
        'SELECT * FROM information_schema.user_mapping_options',
        'SELECT pg_log_backend_memory_contexts(1)',
        `SELECT pg_read_file('/etc/passwd')`,
        `SELECT pg_ls_dir('/')`,
        `SELECT lo_import('/etc/passwd')`,
        `SELECT "pg_read_file"('/etc/passwd')`,
        `SELECT U&"pg\\005Fread_file"('/etc/passwd')`,
        `SELECT query_to_xml('SELECT 1', true, true, '')`,
        `SELECT pg_sleep(1)`,
        `SELECT pg_terminate_backend(1)`,
        `SELECT set_config('search_path', 'x', false)`,
        `COPY people TO '/var/tmp/x'`,
        `COPY (SELECT 1) TO PROGRAM 'id'`,
        'WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone',
        'EXPLAIN ANALYZE DELETE FROM people',
        'SELECT * INTO evil FROM people',
        'SET ROLE tester',
        'SET SESSION AUTHORIZATION tester',
        'DO $$ BEGIN END $$',
        'CALL x()',
        'COMMIT',
        'ROLLBACK',
        'LOCK TABLE people',
        'TRUNCATE people',
        'CREATE TEMP TABLE t (a int)',
        "SELECT nextval('x')",
        'LISTEN a',
        'VACUUM',
        'SELECT 1 FROM people FOR UPDATE',
      ],
      restart: async () => {
        await query(
          url,
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = ' +
            'current_database()',
        ).catch(() => []);
      },
      activity: async (marker) =>
        (
          await query(
            url,
            `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE ` +
              `'%${marker.slice(0, 40).replaceAll("'", "''")}%'`,
          )
        ).length,
      cleanUp: server.stop,
    };
  });

  describe('connections', () => {
    let server: TestPostgres;
    let url: string;
    beforeAll(async () => {
      server = await startPostgres();
      url = await server.createDatabase();
    });
    afterAll(() => server.stop());

    const tested = async (
      change: Readonly<Record<string, string | number>>,
      more: Partial<Connection> = {},
      around: Partial<EngineContext> = {},
    ) => {
      const engine = drivers.postgresql.open({ ...connectionTo(url, change), ...more }, { ...context, ...around });
      const result = await engine.test();
      await engine.close();
      return result;
    };

    connectionSteps(
      (change, more) => drivers.postgresql.open({ ...connectionTo(url, change), ...more }, context),
      [
        refusesPlain,
        ['encryption when it is offered', { sslmode: 'prefer' }, { ok: true }],
        [
          'a role that is not there',
          { username: 'stranger' },
          { ok: false, step: 'login', failure: 'connection_username' },
        ],
        [
          'a database that is not there',
          { database: 'absent' },
          { ok: false, step: 'rights', failure: 'connection_unknown_database' },
        ],
      ],
    );

    test('[8.6-01] where passwords are asked for: a wrong one, none, and a user that is not there', async () => {
      const strict = await startPostgres({ passwords: true });
      const own = await strict.createDatabase();
      await query(own, "CREATE ROLE keeper LOGIN PASSWORD 'right'");
      const as = (username: string, password: string | null, database = new URL(own).pathname.slice(1)) =>
        tested({ port: strict.port, username, database }, { secrets: password === null ? {} : { password } });
      expect(await as('keeper', 'right')).toEqual({ ok: true });
      expect(await as('keeper', 'wrong')).toMatchObject({
        ok: false,
        step: 'login',
        failure: 'connection_access_denied',
        reason: expect.stringContaining('user name or the password'),
      });
      expect(await as('keeper', null)).toMatchObject({ ok: false, step: 'login', failure: 'connection_password' });
      // The server does not tell who is there.
      expect(await as('stranger', 'right')).toMatchObject({
        ok: false,
        step: 'login',
        failure: 'connection_access_denied',
      });
      expect(await as('keeper', 'right', 'absent')).toMatchObject({
        ok: false,
        step: 'rights',
        failure: 'connection_unknown_database',
        reason: expect.stringContaining('no such database'),
      });
      await strict.stop();
    });

    test('a collation that takes texts for one is a part of the type', async () => {
      await query(url, "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)");
      await query(
        url,
        'CREATE TABLE places (street varchar(20) COLLATE loose, town varchar(20) COLLATE "C", country text)',
      );
      await query(url, "INSERT INTO places VALUES ('Weststraße', 'Bonn', 'DE'), ('Weststrasse', 'Köln', 'DE')");
      const engine = drivers.postgresql.open(connectionTo(url), context);
      const { signal } = new AbortController();
      const { columns } = await engine.details({ catalog: null, schema: 'public', table: 'places' }, signal);
      expect(columns.map(({ type }) => type)).toEqual(['VARCHAR(20) COLLATE LOOSE', 'VARCHAR(20)', 'TEXT']);
      const described = await engine.describe(
        'WITH p AS (SELECT * FROM public.places) SELECT town, p.street, lower(street) AS low, 1 AS one FROM p',
        signal,
      );
      expect(described.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR COLLATE LOOSE', 'TEXT', 'INTEGER']);
      const source = { kind: 'table', catalog: null, schema: 'public', table: 'places' } as const;
      const dimensions = columns.map(({ name, type }) => ({
        label: name,
        expression: { kind: 'column', name, type } as const,
      }));
      const wide: StructuredQuery = {
        ...bareQuery,
        source,
        dimensions,
        measures: [{ label: 'rows', expression: { kind: 'count_rows' } }],
      };
      const run = async (asked: StructuredQuery) =>
        (await engine.run(compile(asked, dialectOf('postgresql')), { signal, timeoutMs: 20_000, maxRows: 100 })).table;
      const table = await run(wide);
      const rowsBy = async (label: string) => {
        const asked = { ...wide, dimensions: dimensions.filter((one) => one.label === label) };
        return [
          (await run(asked)).rowCount,
          answerFrom(
            { query: wide, temporal: new Set(), table, truncated: false },
            { query: asked, temporal: new Set() },
            dialectOf('postgresql'),
          )?.rowCount,
        ];
      };
      expect([await rowsBy('street'), await rowsBy('town'), await rowsBy('country')]).toEqual([
        [1, undefined],
        [2, 2],
        [1, 1],
      ]);
      await engine.close();
    });

    test('[8.6-01] a test tells its steps while it runs, and that the way is not encrypted', async () => {
      const told: string[] = [];
      const engine = drivers.postgresql.open(connectionTo(url, { sslmode: 'prefer' }), context);
      const watch = {
        passed: (step: string, note?: string) => void told.push(note === undefined ? step : `${step}: ${note}`),
        signal: new AbortController().signal,
      };
      expect(await engine.test(watch)).toEqual({ ok: true });
      expect([...new Set(told)]).toEqual(['name', 'port', 'tls: not encrypted', 'login', 'rights']);
      await engine.close();
    });

    test('[8.6-01] what accepts connections and says nothing fails after the port', async () => {
      const silent = createServer(() => undefined);
      const port = await new Promise<number>(
        (resolve) => void silent.listen(0, '127.0.0.1', () => resolve((silent.address() as AddressInfo).port)),
      );
      const giveUp = new AbortController();
      const told: string[] = [];
      const engine = drivers.postgresql.open(connectionTo(url, { port }), context);
      const passed = (step: string) => {
        told.push(step);
        if (step === 'tls') giveUp.abort();
      };
      expect(await engine.test({ passed, signal: giveUp.signal })).toMatchObject({
        ok: false,
        step: 'login',
        failure: 'connection_timeout',
      });
      expect(told).toEqual(['name', 'port', 'tls']);
      await engine.close();
      silent.close();
    });

    test('[8.6-01] a role that may read nothing fails at the rights', async () => {
      const own = await server.createDatabase();
      await query(
        own,
        'CREATE TABLE a (x int); CREATE TABLE b (x int); CREATE ROLE blind LOGIN; CREATE ROLE one_eyed LOGIN; ' +
          'GRANT SELECT ON a TO one_eyed',
      );
      const as = async (username: string) => {
        const told: string[] = [];
        const engine = drivers.postgresql.open(connectionTo(own, { username }), context);
        const result = await engine.test({
          passed: (step, note) => void told.push(`${step} ${note ?? ''}`),
          signal: new AbortController().signal,
        });
        await engine.close();
        return [result, told.at(-1)];
      };
      expect(await as('blind')).toEqual([
        {
          ok: false,
          step: 'rights',
          failure: 'connection_permissions',
          reason: 'The role may sign in, but it may read none of the 2 tables.',
        },
        'login ',
      ]);
      expect(await as('one_eyed')).toEqual([{ ok: true }, 'rights 1 of 2 tables']);
    });

    test.each([
      '169.254.169.254',
      '[fe80::1]',
      '::ffff:169.254.1.1',
      '0:0:0:0:0:ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::',
      '::a9fe:a9fe',
      'fd00:0ec2:0::0254',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '127.1',
      'a b',
      "x'--",
      '/var/run/postgresql',
    ])('the host %s is refused', async (host) => {
      expect(await tested({ host })).toMatchObject({ ok: false, step: 'name', failure: 'connection_hostname' });
    });

    test.each(['127.0.0.1', 'localhost', 'localhost.', '::1', '0.0.0.0', '10.0.0.5', 'example.com'])(
      'users other than admins do not reach %s unless the operator lists it',
      async (host) => {
        expect(await tested({ host }, { anyHost: false })).toMatchObject({
          ok: false,
          step: 'name',
          failure: 'connection_hostname',
        });
      },
    );

    test('a host that the operator lists is open to them', async () => {
      expect(await tested({}, { anyHost: false }, { allowedHosts: ['127.0.0.1'] })).toEqual({ ok: true });
    });

    test.each([
      '127.0.0.1',
      'localhost',
      'localhost.',
      '::ffff:127.0.0.1',
      '0.0.0.0',
      '::1',
      '0:0:0:0:0:0:0:1',
      '0::1',
      '::0001',
      '0:0:0:0:0:ffff:7f00:1',
      '64:ff9b::7f00:1',
    ])("the product's own metadata database is refused as %s", async (host) => {
      const metadata = {
        kind: 'postgresql',
        host: 'localhost',
        port: server.port,
        database: new URL(url).pathname.slice(1),
        identity: null,
      } as const;
      expect(await tested({ host }, {}, { metadata })).toMatchObject({ ok: false, failure: 'connection_permissions' });
    });

    test("the product's own metadata database is refused behind a proxy, whose address tells nothing", async () => {
      const identity = await identityOf(async (text) => ({ rows: await query(url, text) }));
      const metadata = {
        kind: 'postgresql',
        host: 'proxy.example.com',
        port: 6432,
        database: 'alias',
        identity,
      } as const;
      expect(await tested({}, {}, { metadata })).toMatchObject({ ok: false, failure: 'connection_permissions' });
      expect(await tested({ database: 'postgres' }, {}, { metadata })).toEqual({ ok: true });
    });

    test('what a statement sets is gone for the next one on the same connection', async () => {
      const engine = drivers.postgresql.open(connectionTo(url, { schema: 'public' }), context);
      const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 10 };
      const first = await engine.run({ text: 'SELECT current_schema() AS s', parameters: [], written: [] }, options);
      expect(first.table.columns.get('s')?.values[0]).toBe('public');
      await engine.close();
    });

    test('[reliability] a server that accepts and never answers is given up at the time set', async () => {
      const engine = drivers.postgresql.open(connectionTo(url), context);
      const options = { signal: new AbortController().signal, maxRows: 10 };
      await engine.run({ text: 'SELECT 1', parameters: [], written: [] }, { ...options, timeoutMs: 20_000 });
      const ask = async () => {
        const pids = (
          await query(
            url,
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'tessera' AND datname = current_database()",
          )
        ).map((row) => Number(row['pid']));
        await freeze(pids);
        const asked = engine.run({ text: 'SELECT 2', parameters: [], written: [] }, { ...options, timeoutMs: 1000 });
        const code = await codeOf(asked);
        thaw(pids);
        return code;
      };
      // On a busy machine its connection may have been closed as unused meanwhile, and the next one is not frozen.
      await expect.poll(ask).toBe('query_timeout');
      await engine.close();
    });
  });
});

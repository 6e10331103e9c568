import { expect, test } from 'vitest';
import { buildRole, buildUser } from '../builders.ts';
import type { BirthsKind } from '../engines/births.ts';
import type { EditorApp } from '../editor-app.ts';

type Hostile = { readonly sql: string; readonly schema?: string; readonly catalog?: string };

/** What is closed under its path, asked for from where it lies, and in letters that the database takes for others. */
const places: Readonly<Record<BirthsKind, readonly Hostile[]>> = {
  duckdb: [{ sql: 'SELECT * FROM pg_catalog.pg_settings' }, { sql: 'SELECT * FROM pg_settings', schema: 'pg_catalog' }],
  sqlite: [],
  postgresql: [{ sql: 'SELECT * FROM pg_settings', schema: 'pg_catalog' }],
  mariadb: [
    { sql: 'SELECT * FROM processlist', schema: 'information_schema' },
    { sql: 'SELECT * FROM `PROCESSLIST` AS p', schema: 'INFORMATION_SCHEMA' },
    { sql: 'SELECT * FROM information_schema.processl\u0130st' },
    { sql: 'SELECT * FROM processl\u0130st', schema: '\u0130nformation_schema' },
    { sql: 'SELECT * FROM user', schema: 'mysql' },
    { sql: 'DESCRIBE threads', schema: 'Performance_Schema' },
  ],
  mysql: [
    { sql: 'SELECT * FROM processlist', schema: 'information_schema' },
    { sql: 'SELECT * FROM information_schema.processl\u0130st' },
    { sql: 'SELECT * FROM session', schema: 'sys' },
  ],
  clickhouse: [
    { sql: 'SELECT * FROM processes', schema: 'system' },
    { sql: 'SELECT * FROM tables', schema: 'INFORMATION_SCHEMA' },
    { sql: 'EXPLAIN SELECT * FROM users', schema: 'system' },
  ],
  trino: [
    { sql: 'SELECT * FROM queries', catalog: 'system', schema: 'runtime' },
    { sql: 'SELECT * FROM runtime.nodes', catalog: 'SYSTEM' },
    { sql: 'SELECT * FROM tables', schema: 'system' },
  ],
};

/** What a database tells of the rows of its tables beside them. */
const statistics: Readonly<Record<BirthsKind, readonly Hostile[]>> = {
  duckdb: [{ sql: 'SELECT estimated_size FROM duckdb_tables' }, { sql: 'SELECT reltuples FROM pg_catalog.pg_class' }],
  sqlite: [{ sql: 'SELECT * FROM sqlite_sequence' }],
  postgresql: [
    { sql: 'SELECT n_live_tup FROM pg_stat_user_tables' },
    { sql: 'SELECT reltuples FROM pg_class' },
    { sql: 'SELECT * FROM pg_toast.pg_toast_2619' },
  ],
  mariadb: [
    { sql: 'SELECT table_rows FROM information_schema.tables' },
    { sql: 'SELECT table_rows FROM `TABLES` AS t', schema: 'information_schema' },
  ],
  mysql: [{ sql: 'SELECT histogram FROM information_schema.column_statistics' }],
  clickhouse: [],
  trino: [{ sql: 'SELECT * FROM "birth_names$partitions"' }],
};

/** What somebody tries who has an account, on every database. */
export function attackSuite(kind: BirthsKind, it: () => EditorApp): void {
  test('[attack 26] what is closed stays closed to queries that look for bare names in it', async () => {
    for (const as of [it().user, it().adminId])
      for (const { sql, ...place } of places[kind]) {
        const { code } = await it().run(as, sql, place);
        expect([sql, place, code]).toEqual([sql, place, 'statement_refused']);
      }
  });

  test('[attack 28] statistics count the rows that a rule hides, and are not shown to whoever it binds', () =>
    it().withRules(async (run) => {
      for (const { sql, ...place } of statistics[kind])
        expect([sql, (await run(it().bound, sql, place)).code]).toEqual([sql, 'rules_unheld']);
    }));

  test('[attack 23] [attack 26] a field of a value calls no function, and a type is no table', async () => {
    if (kind !== 'postgresql') return;
    const refused: Readonly<Record<string, string>> = {
      "SELECT ('main.secret'::text).to_regclass": 'statement_refused',
      "SELECT (v.a).to_regclass FROM (VALUES ('main.secret'::text)) v(a)": 'statement_refused',
      "SELECT num FROM birth_names ORDER BY (SELECT 'x'::text).pg_get_viewdef": 'statement_refused',
      'SELECT (NULL::main.secret).*': 'table_denied',
      'SELECT CAST(NULL AS secret[])': 'table_denied',
    };
    for (const [sql, code] of Object.entries(refused))
      expect([sql, (await it().run(it().limited, sql)).code]).toEqual([sql, code]);
    const own =
      "SELECT NULL::birth_names AS a, '1'::int, 'a'::varchar(3), now()::timestamptz, '{}'::jsonb, '{1}'::int[]";
    expect((await it().run(it().limited, own)).code).toBeNull();
  });

  test('[attack 26] what others run is no list for whoever may run anything', async () => {
    const lists =
      kind === 'mariadb' || kind === 'mysql'
        ? ['SHOW PROCESSLIST', 'SHOW FULL PROCESSLIST', 'EXPLAIN FOR CONNECTION 1', 'SHOW ENGINE INNODB STATUS']
        : kind === 'clickhouse'
          ? ['SHOW PROCESSLIST']
          : [];
    for (const sql of lists)
      expect([sql, (await it().run(it().adminId, sql)).code]).toEqual([sql, 'statement_refused']);
  });

  test('[attack 23] a table is granted in its catalog, and in no other', async () => {
    if (kind !== 'trino') return;
    const read = (sql: string, catalog: string) => it().run(it().limited, sql, { catalog });
    for (const sql of ['SELECT count(*) AS n FROM birth_names', 'SELECT count(*) AS n FROM main.birth_names']) {
      expect((await read(sql, 'memory')).rows).toEqual([[120]]);
      expect((await read(sql, 'other')).code).toBe('table_denied');
    }
    expect((await read('SELECT count(*) AS n FROM memory.main.birth_names', 'other')).rows).toEqual([[120]]);
  });

  test('[attack 28] [attack 64] clauses of rules that a macro brings are in no statement, text or line', () =>
    it().withRules(async (run, ruled) => {
      const rows = `{{ dataset(${it().dataset}) }}`;
      const word = `{% set x = dataset(${it().dataset}) %}`;
      const statements = [
        `SELECT COUNT(*) AS n FROM ${rows}`,
        `SELECT COUNT(*) AS n, '${rows}' AS a FROM ${rows}`,
        `${word}SELECT '{{ x | replace("'", "") }}' AS a`,
        `${word}SELECT '{{ x[0:400] | replace("'", "") | upper }}' AS a`,
        `SELECT 1 AS a /* ${rows} */`,
        `${word}SELECT 1 AS {{ x | replace("'", "") | replace(" ", "_") }}`,
      ];
      const payload = { database_id: it().database, schema: 'main' };
      const headers = { accept: 'application/x-ndjson' };
      const post = (url: string, sql: string, more: object = {}) =>
        ruled.request({ method: 'POST', url: `/api/v1/${url}`, as: it().bound, payload: { ...payload, sql }, ...more });
      for (const sql of statements) {
        const said = [
          (await post('sqllab/execute/', sql, { headers })).body,
          (await post(`database/${it().database}/validate_sql/`, sql)).body,
          JSON.stringify(await run(it().bound, sql)),
        ];
        const own = sql.split('{').length;
        expect([sql, own, said.filter((text) => /state\W*=\W*'?CA\b/i.test(text))]).toEqual([sql, own, []]);
      }
    }));

  test('[attack 28] names that a database makes of expressions tell no clauses of rules', async () => {
    await it().change({ allow_ctas: kind !== 'sqlite' && kind !== 'trino' });
    await it().withRules(async (run, ruled) => {
      const dataset = `{{ dataset(${it().dataset}) }}`;
      const table = { select_as_cta: true, tmp_table_name: 'named' };
      const payload = { db_id: it().database, schema: 'main', label: 'names' };
      const ask = (url: string, more: object) => ruled.request({ url, as: it().bound, ...more });
      for (const rows of ['birth_names', dataset])
        for (const sql of [
          `SELECT (SELECT COUNT(*) FROM ${rows})`,
          `SELECT EXISTS (SELECT 1 FROM ${rows}), 1 AS a`,
          `SELECT x FROM (SELECT (SELECT COUNT(*) FROM ${rows})) AS x`,
          `SELECT name FROM (UNPIVOT (SELECT (SELECT COUNT(*) FROM ${rows})) ON COLUMNS(*))`,
        ]) {
          const saved = await ask('/api/v1/saved_query/', { method: 'POST', payload: { ...payload, sql } });
          const key = `${saved.json<{ id: number }>().id}__saved_query`;
          const said = [
            JSON.stringify(await run(it().bound, sql)),
            (await ask(`/tessera/fetch_datasource_metadata?datasourceKey=${key}`, {})).body,
            JSON.stringify(await run(it().bound, sql, table)),
            JSON.stringify(await run(it().user, 'SELECT * FROM named')),
          ];
          expect([sql, said.filter((text) => /state\W*=\W*'?CA\b/i.test(text))]).toEqual([sql, []]);
        }
      const named = `SELECT (SELECT COUNT(*) FROM ${dataset} WHERE num > 0) AS n, 1 AS one`;
      expect((await run(it().bound, named)).rows.map(([, one]) => Number(one))).toEqual([1]);
      const within = `SELECT COUNT(*) AS n FROM birth_names WHERE num IN (SELECT num FROM ${dataset})`;
      expect((await run(it().bound, within)).code).toBeNull();
    });
    await it().change({ allow_ctas: false });
  });

  test('[attack 47] [attack 95] stored rows are for whoever may still read what they come from', async () => {
    const sql = 'SELECT num FROM birth_names';
    const { metadata, database, dataset } = it();
    const role = await buildRole(metadata.db, { name: 'late', pairs: [`datasource_access dataset:${dataset}`] });
    const wide = await buildRole(metadata.db, { name: 'wide', pairs: [`database_access database:${database}`] });
    const secret = await it().make('dataset/', { database, schema: 'main', table_name: 'secret' });
    const rest = await buildRole(metadata.db, { name: 'rest', pairs: [`datasource_access dataset:${secret}`] });
    const reader = await buildUser(metadata.db, { username: 'reads one table', roles: ['sql_lab', role, rest] });
    const free = await buildUser(metadata.db, { username: 'reads all', roles: ['sql_lab', wide] });
    const ran = async (as: number, client_id: string) =>
      String((await it().run(as, sql, { client_id })).query['resultsKey']);
    const look = async (as: number, key: string, name: string) => {
      const ask = (url: string, payload?: object) =>
        it().request({ url: `/api/v1/sqllab/${url}`, as, ...(payload && { method: 'POST', payload }) });
      return [
        (await ask(`results/?q=(key:'${key}')`)).statusCode,
        (await ask('results/query/', { sources: [{ name: 'r', key }], sql: 'FROM r' })).statusCode,
        (await ask(`export/${name}/`)).statusCode,
      ];
    };
    const [one, all] = [await ran(reader, `kept-one-${kind}`), await ran(free, `kept-all-${kind}`)];
    expect([await look(reader, one, `kept-one-${kind}`), await look(free, all, `kept-all-${kind}`)]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ]);
    await metadata.db.deleteFrom('user_roles').where('user_id', '=', reader).where('role_id', '=', role).execute();
    const named = { method: 'PUT' as const, url: `/api/v1/security/roles/${role}`, payload: { name: 'of nobody' } };
    expect((await it().request({ ...named, as: it().adminId })).statusCode).toBe(200);
    const bound = { filter_type: 'Regular', tables: [dataset], roles: [wide], clause: "state = 'CA'" };
    const rule = await it().make('rowlevelsecurity/', { name: 'later', ...bound });
    expect(await look(reader, one, `kept-one-${kind}`)).toEqual([403, 403, 403]);
    expect(await look(free, all, `kept-all-${kind}`)).toEqual([403, 403, 403]);
    await it().request({ method: 'DELETE', url: `/api/v1/rowlevelsecurity/${rule}`, as: it().adminId });
    expect(await look(free, all, `kept-all-${kind}`)).toEqual([200, 200, 200]);
  });

  test('[attack 23] a table is granted in its schema, and not in one of other letters', async () => {
    if (kind !== 'postgresql') return;
    await it().change({ allow_dml: true });
    for (const sql of ['CREATE SCHEMA "MAIN"', 'CREATE TABLE "MAIN".birth_names AS SELECT 77 AS num'])
      expect((await it().run(it().adminId, sql)).code).toBeNull();
    await it().change({ allow_dml: false });
    expect((await it().run(it().limited, 'SELECT num FROM birth_names', { schema: 'MAIN' })).code).toBe('table_denied');
  });

  test.each(['Order Items', 'Order.Items'])(
    '[attack 23] the table "%s" is read by whoever has it, and by nobody else',
    async (name) => {
      if (kind !== 'postgresql' && kind !== 'clickhouse') return;
      const { metadata, database, run, adminId } = it();
      const quote = kind === 'clickhouse' ? '`' : '"';
      const table = `${quote}${name}${quote}`;
      const schema = kind === 'clickhouse' ? 'main' : 'Mixed';
      const path = `${quote}${schema}${quote}.${table}`;
      await it().change({ allow_dml: true });
      const made =
        kind === 'clickhouse'
          ? [`CREATE TABLE ${path} ENGINE = Memory AS SELECT 7 AS num`]
          : ['CREATE SCHEMA IF NOT EXISTS "Mixed"', `CREATE TABLE ${path} AS SELECT 7 AS num`];
      for (const sql of made) expect([sql, (await run(adminId, sql)).code]).toEqual([sql, null]);
      await it().change({ allow_dml: false });
      const dataset = await it().make('dataset/', { database, schema, table_name: name });
      const role = await buildRole(metadata.db, { pairs: [`datasource_access dataset:${dataset}`] });
      const reader = await buildUser(metadata.db, { roles: ['sql_lab', role] });
      for (const [sql, place] of [
        [`SELECT num FROM ${path}`, {}],
        [`SELECT num FROM ${table} AS o`, { schema }],
        [`WITH ${table} AS (SELECT num FROM ${path}) SELECT num FROM ${table}`, {}],
      ] as const) {
        expect([sql, (await run(reader, sql, place)).rows]).toEqual([sql, [[7]]]);
        const other = kind === 'postgresql' ? sql.replaceAll('Mixed', 'mixed') : sql.replaceAll('Order', 'ORDER');
        if (other !== sql) expect([other, (await run(reader, other, place)).code]).toEqual([other, 'table_denied']);
        expect([sql, (await run(it().limited, sql, place)).code]).toEqual([sql, 'table_denied']);
      }
      // What is written with a dot is no path to the table whose name has one.
      const apart = `SELECT num, 1 AS ${table} FROM Order.Items`;
      if (name.includes('.')) expect((await run(reader, apart, { schema })).code).not.toBeNull();
    },
  );

  test('[attack 28] the cost of a query over rows that a rule hides is not estimated', () =>
    it().withRules(async (run, ruled) => {
      if (kind === 'duckdb' || kind === 'sqlite') return;
      const payload = {
        database_id: it().database,
        schema: 'main',
        sql: "SELECT * FROM birth_names WHERE name = 'Amy'",
      };
      const ask = (as: number) => ruled.request({ method: 'POST', url: '/api/v1/sqllab/estimate/', as, payload });
      expect((await ask(it().user)).statusCode).toBe(200);
      expect((await ask(it().bound)).headers['x-error-code']).toBe('rules_unheld');
      await it().change({ extra: JSON.stringify({ cost_estimate_enabled: true, cost_threshold: 1 }) });
      expect((await run(it().bound, payload.sql)).status).toBe(200);
      await it().change({ extra: '{}' });
    }));
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { birthsEngines } from '../engines/births-engines.ts';
import type { BirthsKind } from '../engines/births.ts';
import { editorApp, type EditorApp } from '../editor-app.ts';
import { accessSuite, others } from './editor-access-suite.ts';
import { attackSuite } from './editor-attacks-suite.ts';
import { faultSuite } from './editor-faults-suite.ts';

/** What the SQL editor owes on every database: who reads what, what may be changed, and what is closed. */
export function editorSuites(kinds: readonly BirthsKind[]): void {
  for (const kind of kinds) {
    describe.skipIf(!birthsEngines[kind].isHere())(`the SQL editor on ${kind}`, () => {
      let it: EditorApp;
      beforeAll(async () => {
        it = await editorApp(kind);
      }, 120_000);
      afterAll(() => it?.close());
      accessSuite(kind, () => it);
      ruleSuite(() => it);
      closedSuite(kind, () => it);
      toolSuite(kind, () => it);
      faultSuite(kind, () => it);
      writeSuite(kind, () => it);
      attackSuite(kind, () => it);
    });
  }
}

function ruleSuite(it: () => EditorApp): void {
  const california = 60;

  test('[attack 27] [attack 28] [attack 35] with the flag, whoever a rule binds counts the rows that it leaves', () =>
    it().withRules(async (run) => {
      const read = (sql: string) => run(it().bound, sql);
      const counts = [
        'SELECT COUNT(*) AS n FROM birth_names',
        'SELECT COUNT(*) AS n FROM main.birth_names',
        "SELECT COUNT(*) AS n FROM birth_names WHERE state = 'CA' OR 1 = 1",
        "SELECT SUM(CASE WHEN state <> 'CA' THEN 100 ELSE 1 END) AS n FROM birth_names",
        'SELECT COUNT(*) AS n FROM (SELECT * FROM birth_names) x',
        'WITH b AS (SELECT * FROM birth_names) SELECT COUNT(*) AS n FROM b',
        'SELECT COUNT(*) AS n FROM (SELECT num AS state FROM birth_names) x',
      ];
      for (const sql of counts) {
        const answer = await read(sql);
        expect([sql, answer.code && answer.body, answer.rows.map((row) => Number(row[0]))]).toEqual([
          sql,
          null,
          [california],
        ]);
      }
      // The same text at the same time is not shared with whoever sees other rows.
      const same = 'SELECT COUNT(*) AS n FROM birth_names';
      const both = await Promise.all([run(it().bound, same), run(it().user, same), run(it().bound, same)]);
      expect(both.map(({ rows }) => rows.map(([n]) => Number(n)))).toEqual([[california], [120], [california]]);
      const { rows, query } = await read('SELECT num, state FROM birth_names ORDER BY num DESC, state LIMIT 3');
      expect(rows.map(([num, state]) => [Number(num), state])).toEqual([
        [3007, 'CA'],
        [3000, 'CA'],
        [2907, 'CA'],
      ]);
      // The clause is for those who may read rules.
      expect(JSON.stringify(query)).not.toContain("= 'CA'");
      const around = [
        'EXPLAIN SELECT * FROM birth_names',
        'INSERT INTO birth_names (num) VALUES (1)',
        'DELETE FROM birth_names',
        'SELECT no_such_function(num) FROM birth_names',
      ];
      expect(await others(around, read, (code) => code !== null)).toEqual([]);
      const wrong = await read('SELECT CAST(name AS INT) + no_such_column FROM birth_names');
      expect(wrong.body).not.toMatch(/'CA'|restricted_1/);
    }));

  test('without the flag, whoever a rule binds reads no table that has rules, and the others', async () => {
    const { run, bound } = it();
    const refused = await run(bound, 'SELECT COUNT(*) FROM birth_names');
    expect([refused.status, refused.code, refused.type]).toEqual([
      403,
      'rules_unheld',
      'DATASOURCE_SECURITY_ACCESS_ERROR',
    ]);
    expect((await run(bound, 'SELECT answer FROM secret')).rows).toEqual([[42]]);
    expect((await run(it().user, 'SELECT COUNT(*) AS n FROM birth_names')).rows).toEqual([[120]]);
    expect(
      await others(
        ['SELECT * FROM (SELECT * FROM birth_names) x', 'WITH b AS (SELECT * FROM birth_names) SELECT * FROM b'],
        (sql) => run(bound, sql),
        (code) => code === 'rules_unheld',
      ),
    ).toEqual([]);
  });
}

/** What is closed on each database, for whoever may use all of it. */
const closed: Readonly<Record<BirthsKind, readonly string[]>> = {
  duckdb: [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM read_blob('/etc/hostname')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM '/etc/passwd'",
    "COPY secret TO '/tmp/out.csv'",
    "ATTACH '/tmp/other.duckdb'",
    'INSTALL httpfs',
    'LOAD httpfs',
    "SELECT getenv('HOME')",
    'PRAGMA database_list',
    'SET enable_external_access = true',
    'SELECT * FROM duckdb_settings()',
    'SELECT current_query()',
    'SELECT sleep_ms(0), pg_sleep(0)',
    "SELECT * FROM sql_auto_complete('FROM ''/et')",
    "EXPORT DATABASE '/tmp/x'",
    'CALL pragma_version()',
  ],
  sqlite: [
    "SELECT readfile('/etc/hostname')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT load_extension('x')",
    "ATTACH '/tmp/other.db' AS o",
    'PRAGMA table_info(secret)',
    "SELECT * FROM pragma_table_info('secret')",
    "VACUUM INTO '/tmp/x.db'",
  ],
  postgresql: [
    "SELECT pg_read_file('/etc/hostname')",
    "SELECT lo_import('/etc/hostname')",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT table_to_xml('main.secret', true, true, '')",
    "SELECT * FROM dblink('x', 'SELECT 1') AS t(a int)",
    'SELECT pg_sleep(0)',
    'SELECT current_query()',
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
    'DO $$ BEGIN END $$',
    'CALL something()',
    "COPY secret TO PROGRAM 'cat'",
    'LISTEN x',
    'EXPLAIN ANALYZE DELETE FROM main.secret',
    'EXPLAIN (ANALYZE) DELETE FROM main.secret',
    'SELECT * FROM main.secret FOR UPDATE',
    "SELECT set_config('role', 'postgres', false)",
    'CREATE EXTENSION dblink',
  ],
  mariadb: [
    "SELECT LOAD_FILE('/etc/hostname')",
    "SELECT * FROM secret INTO OUTFILE '/tmp/x'",
    'SELECT SLEEP(0)',
    'SET GLOBAL general_log = 1',
    '/*!50000 DELETE FROM secret */',
    'CALL something()',
    'USE mysql',
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE secret",
    'HANDLER secret OPEN',
    'SELECT * FROM mysql.user',
  ],
  mysql: [
    "SELECT LOAD_FILE('/etc/hostname')",
    "SELECT * FROM secret INTO OUTFILE '/tmp/x'",
    '/*!50000 DELETE FROM secret */',
    'SELECT * FROM mysql.user',
    'EXPLAIN ANALYZE DELETE FROM secret',
  ],
  clickhouse: [
    "SELECT * FROM file('/etc/passwd', LineAsString)",
    "SELECT * FROM url('http://127.0.0.1/', LineAsString)",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    'SELECT sleep(0)',
    'SYSTEM SHUTDOWN',
    'SET readonly = 0',
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT * FROM system.users',
    "INSERT INTO FUNCTION file('x') SELECT 1",
    'KILL QUERY WHERE 1',
  ],
  trino: [
    'SELECT * FROM system.runtime.queries',
    "SELECT * FROM TABLE(memory.system.query(query => 'x'))",
    'CALL system.runtime.kill_query()',
    'SET SESSION query_max_run_time = 1',
    'USE system.runtime',
    'EXPLAIN ANALYZE DELETE FROM secret',
  ],
};

function closedSuite(kind: BirthsKind, it: () => EditorApp): void {
  const isClosed = (code: string | null): boolean =>
    /^(statement_refused|statement_writes|sql_unreadable|source_\w+|database_error|invalid_sql_clause)$/.test(
      code ?? '',
    );

  test('[attack 19] [attack 25] [attack 26] files, sessions, servers and programs are closed to all', async () => {
    for (const as of [it().user, it().adminId])
      expect(await others(closed[kind], (sql) => it().run(as, sql), isClosed)).toEqual([]);
  });

  test('[attack 24] [attack 25] a database that is open for reading only is read only', async () => {
    const statements = [
      'INSERT INTO secret VALUES (1)',
      'UPDATE secret SET answer = 1',
      'DELETE FROM secret',
      'DROP TABLE secret',
      'CREATE TABLE evil (a INTEGER)',
      'TRUNCATE TABLE secret',
      'ALTER TABLE secret ADD COLUMN b INTEGER',
      '/* c */ DELETE FROM secret',
      'SELECT 1 AS a; DELETE FROM secret',
      'WITH x AS (DELETE FROM secret RETURNING *) SELECT * FROM x',
      'WITH x AS (UPDATE secret SET answer = 1 RETURNING *) SELECT * FROM x',
      'SELECT answer INTO evil FROM secret',
      'EXPLAIN DELETE FROM secret',
      'EXPLAIN ANALYZE DELETE FROM secret',
    ];
    for (const as of [it().user, it().adminId])
      expect(await others(statements, (sql) => it().run(as, sql), isClosed)).toEqual([]);
    const refused = await it().run(it().adminId, 'DELETE FROM secret');
    expect([refused.status, refused.type, issues(refused.extra)]).toEqual([403, 'DML_NOT_ALLOWED_ERROR', [1022]]);
    expect((await it().run(it().user, 'SELECT answer FROM secret')).rows).toEqual([[42]]);
  });
}

const issues = (extra: Readonly<Record<string, unknown>>): readonly unknown[] =>
  (extra['issue_codes'] as readonly { code: number }[]).map(({ code }) => code);

function writeSuite(kind: BirthsKind, it: () => EditorApp): void {
  const desk = kind === 'sqlite' ? 'main' : 'test';
  const integer = kind === 'clickhouse' ? 'Int64' : 'BIGINT';
  const made = kind === 'clickhouse' ? 'ENGINE = MergeTree ORDER BY tuple()' : '';

  test('a database that allows it is changed, statement by statement, and says how many rows', async () => {
    await it().change({ allow_dml: true });
    const answer = await it().run(
      it().user,
      `CREATE TABLE desk (n ${integer}) ${made}; INSERT INTO desk VALUES (1), (2), (3); SELECT COUNT(*) AS n FROM desk`,
      { schema: desk },
    );
    expect([answer.status, answer.code === null ? answer.rows : answer.body]).toEqual([200, [[3]]]);
    expect((answer.query['statements'] as readonly { affected: number | null }[]).map((one) => one.affected)[1]).toBe(
      3,
    );
    // Those who may read one table, and those whom a rule binds, change nothing.
    for (const as of [it().limited, it().bound])
      expect((await it().run(as, 'INSERT INTO desk VALUES (4)', { schema: desk })).code).toBe('statement_writes');
    expect((await it().run(it().user, 'INSERT INTO desk VALUES (1, 2, 3)', { schema: desk })).code).not.toBeNull();
    if (kind === 'mariadb') {
      // What the parser of MySQL does not read is for those who may run anything.
      const own = ['INSERT INTO desk VALUES (4) RETURNING n', 'CREATE OR REPLACE TABLE desk (n BIGINT)'];
      for (const sql of own) {
        expect((await it().run(it().user, sql, { schema: desk })).code).toMatch(/^(source_syntax|statement_refused)$/);
        expect((await it().run(it().adminId, sql, { schema: desk })).status).toBe(200);
      }
    }
    expect((await it().run(it().user, 'DROP TABLE desk', { schema: desk })).status).toBe(200);
    await it().change({ allow_dml: false });
  });

  test('the result becomes a table or a view where that is allowed, in the schema that is set', async () => {
    const as = (method: 'TABLE' | 'VIEW', name: string, sql: string, more: object = {}) =>
      it().run(it().user, sql, { select_as_cta: true, ctas_method: method, tmp_table_name: name, ...more });
    const rows = async (name: string) => (await it().run(it().user, `SELECT COUNT(*) AS n FROM ${desk}.${name}`)).rows;
    expect((await as('TABLE', 'made', 'SELECT num FROM birth_names')).type).toBe('DML_NOT_ALLOWED_ERROR');
    await it().change({ allow_ctas: true, allow_cvas: true, force_ctas_schema: desk });
    const table = await as('TABLE', 'made', 'SELECT num FROM birth_names -- all of them', { queryLimit: 5 });
    expect([table.status, table.code === null ? table.query['ctas'] : table.body]).toEqual([200, true]);
    expect(await rows('made')).toEqual([[120]]);
    expect((await as('VIEW', 'seen', 'SELECT num FROM main.birth_names WHERE num < 300')).status).toBe(200);
    expect(await rows('seen')).toEqual([[8]]);
    const wrong = [
      await as('TABLE', 'x', 'SELECT 1 AS a; DELETE FROM secret'),
      await as('VIEW', 'x', 'SELECT 1 AS a; SELECT 2 AS b'),
      await as('VIEW', 'x', 'SHOW TABLES'),
    ];
    expect(wrong.map(({ status, type, extra }) => [status, type, issues(extra)])).toEqual([
      [422, 'INVALID_CTAS_QUERY_ERROR', [1023]],
      [422, 'INVALID_CVAS_QUERY_ERROR', [1024, 1025]],
      [422, 'INVALID_CVAS_QUERY_ERROR', [1024, 1025]],
    ]);
    expect((await as('TABLE', 'bad\nname', 'SELECT 1 AS a')).status).toBe(400);
    // Rows that a rule hides get into no table.
    await it().withRules(async (run) => {
      const table = { select_as_cta: true, tmp_table_name: 'some' };
      expect((await run(it().bound, 'SELECT state FROM birth_names', table)).status).toBe(200);
      const view = { select_as_cta: true, ctas_method: 'VIEW', tmp_table_name: 'leak' };
      expect((await run(it().bound, 'SELECT state FROM birth_names', view)).code).toBe('rules_unheld');
    });
    expect(await rows('some')).toEqual([[60]]);
    await it().change({ allow_ctas: false, allow_cvas: false, force_ctas_schema: null });
  });
}

/** What the editor asks about a text without running it. */
function toolSuite(kind: BirthsKind, it: () => EditorApp): void {
  const ask = async (url: string, payload: object) => {
    const answer = await it().request({ method: 'POST', url: `/api/v1/${url}`, as: it().user, payload });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const validate = async (sql: string) =>
    (await ask(`database/${it().database}/validate_sql/`, { sql, schema: 'main' })).body['result'] as readonly {
      line_number: number | null;
      start_column: number | null;
      message: string;
    }[];

  test('a script is validated without running it, with the places that the database tells', async () => {
    expect(await validate('SELECT num FROM birth_names;\nSELECT COUNT(*) AS n FROM secret')).toEqual([]);
    const [wrong] = await validate('SELECT num FROM birth_names;\nSELECT num FRO birth_names x y z');
    expect([wrong === undefined, wrong?.message]).toEqual([false, expect.stringMatching(/\w/)]);
    if (['duckdb', 'postgresql', 'clickhouse'].includes(kind)) expect(wrong?.line_number).toBe(2);
    const [missing] = await validate('SELECT no_such_column FROM birth_names');
    expect(missing?.message).toContain('no_such_column');
    expect((await validate('DROP TABLE secret')).length).toBe(1);
    expect((await it().run(it().user, 'SELECT answer FROM secret')).rows).toEqual([[42]]);
  });

  test('[7.6-04] the cost of a query is estimated where the database estimates', async () => {
    const payload = {
      database_id: it().database,
      schema: 'main',
      sql: 'SELECT num FROM birth_names',
      template_params: {},
    };
    const { status, body } = await ask('sqllab/estimate/', payload);
    if (kind === 'duckdb' || kind === 'sqlite')
      return expect([status, body]).toMatchObject([422, { errors: [{ error_type: 'GENERIC_COMMAND_ERROR' }] }]);
    expect([status, (body['result'] as readonly object[]).length, body['isExpensive']]).toEqual([200, 1, false]);
  });

  test('[7.6-04] a query above the threshold of its database runs when it is confirmed', async () => {
    if (kind === 'duckdb' || kind === 'sqlite') return;
    // A count alone may be known without reading a row.
    const run = (more: object) => it().run(it().user, 'SELECT num FROM birth_names', more);
    await it().change({ extra: JSON.stringify({ cost_estimate_enabled: true, cost_threshold: 1 }) });
    const { code, extra } = await run({});
    const unit = kind === 'postgresql' ? 'cost' : 'rows';
    const question = { why: 'cost', unit, cost: expect.any(Number), threshold: 1 };
    expect([code, extra['question']]).toEqual(['confirm_needed', question]);
    expect([(await run({ runAsync: true })).status, (await run({ confirm: true })).status]).toEqual([422, 200]);
    await it().change({ extra: '{}' });
  });

  test('[7.6-04] a text is laid out, and its templates mean the same', async () => {
    const sql = "select a, b from t where x = '{{ url_param('a  b') }}' and y in {{ filter_values('y')|where_in }}";
    const { body } = await ask('sqllab/format_sql/', { sql, database_id: it().database });
    const made = String(body['result']);
    expect(made.split('\n').length).toBeGreaterThan(3);
    expect(made.replace(/\s/g, '')).toBe(sql.replace(/\s/g, ''));
    expect(made).toContain("'{{ url_param('a  b') }}'");
    expect((await ask('sqllab/format_sql/', { sql: "SELECT 'open" })).status).toBe(422);
  });

  test('[4.10-06] a column shows what it holds, unless the database shows no previews of its data', async () => {
    const profile = async (as: number, table: string, column: string): Promise<Record<string, unknown>> => {
      const q = encodeURIComponent(`(schema:main,table:${table},column:${column})`);
      const url = `/api/v1/database/${it().database}/column_profile/?q=${q}`;
      const answer = await it().request({ url, as });
      return { status: answer.statusCode, ...answer.json<{ result?: Record<string, unknown> }>().result };
    };
    const { user, limited, bound } = it();
    expect(await profile(user, 'birth_names', 'num')).toMatchObject({
      status: 200,
      kind: 'numeric',
      rows: 120,
      nulls: 0,
      distinct: 120,
      isSample: false,
      range: [100, 3008],
    });
    const times = await profile(user, 'birth_names', 'ds');
    expect([times['kind'], times['range'], (times['bars'] as readonly unknown[]).length]).toEqual([
      'temporal',
      [Date.UTC(1965), Date.UTC(1994)],
      24,
    ]);
    expect((await profile(user, 'birth_names', 'name'))['top']).toContainEqual({ value: null, count: 24 });
    // Who reads one table has profiles of that one, and whom rules bind has none, as with any other query.
    expect([
      (await profile(limited, 'birth_names', 'num')).status,
      (await profile(limited, 'secret', 'answer')).status,
      (await profile(bound, 'birth_names', 'num')).status,
    ]).toEqual([200, 403, 403]);
    await it().change({ extra: '{"disable_data_preview":true}' });
    expect((await profile(user, 'birth_names', 'num')).status).toBe(403);
    const preview = { isDataPreview: true };
    expect((await it().run(user, 'SELECT num FROM birth_names LIMIT 1', preview)).code).toBe('statement_refused');
    await it().change({ extra: '{}' });
  });

  test('functions have the words of the database, where its catalogue has any', async () => {
    const url = `/api/v1/database/${it().database}/function_names/`;
    const answer = await it().request({ url, as: it().user });
    const { function_names: names, functions } = answer.json<{
      function_names: readonly string[];
      functions: readonly { name: string; signatures: readonly unknown[]; kind: string }[];
    }>();
    expect(names).toContain('sum');
    // MySQL lists none.
    if (kind === 'mysql') return;
    expect(functions.find(({ name }) => name === 'sum')).toMatchObject({ kind: 'aggregate' });
    const length = kind === 'postgresql' || kind === 'duckdb' ? 'length' : 'abs';
    expect(functions.find(({ name }) => name === length)).toMatchObject({ kind: 'scalar' });
  });
}

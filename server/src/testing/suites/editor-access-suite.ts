import { expect, test } from 'vitest';
import { buildRole, buildUser } from '../builders.ts';
import type { EditorApp } from '../editor-app.ts';
import type { BirthsKind } from '../engines/births.ts';

/** Which of these do not come to this end, and to which they come. */
export async function others(
  statements: readonly string[],
  run: (sql: string) => Promise<{ readonly code: string | null }>,
  isRight: (code: string | null) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const sql of statements) {
    const { code } = await run(sql);
    if (!isRight(code)) wrong.push(`${sql}: ${code ?? 'it ran'}`);
  }
  return wrong;
}

const isWrite = (code: string | null): boolean => code === 'statement_writes';

/** Ways to name a table that is somebody else's, that one database understands. */
const strange: Readonly<Record<BirthsKind, readonly string[]>> = {
  duckdb: [
    'FROM secret',
    'SELECT * FROM births.main.secret',
    'SELECT * FROM (SUMMARIZE secret)',
    'DESCRIBE secret',
    'SUMMARIZE secret',
    "SELECT * FROM query_table('secret')",
    'SELECT * FROM duckdb_tables()',
    'PIVOT secret ON answer USING count(*)',
  ],
  sqlite: ["SELECT * FROM 'secret'", 'SELECT * FROM [secret]', 'SELECT * FROM `secret`', 'SELECT * FROM sqlite_schema'],
  postgresql: [
    'TABLE secret',
    'SELECT * FROM ONLY secret',
    'SELECT * FROM pg_class',
    'SELECT * FROM information_schema.tables',
    'SELECT birth_names.num FROM birth_names, LATERAL (SELECT * FROM secret) s',
    "SELECT 'main.secret'::regclass",
  ],
  mariadb: ['SELECT * FROM `secret`', 'SELECT * FROM `main`.`secret`', 'SELECT * FROM information_schema.tables'],
  mysql: ['SELECT * FROM `secret`', 'SELECT * FROM `main`.`secret`', 'SELECT * FROM information_schema.tables'],
  clickhouse: [
    'SELECT * FROM `secret`',
    'SELECT * FROM `main`.`secret`',
    'SELECT num FROM birth_names WHERE num IN secret',
    'SELECT num FROM birth_names WHERE num GLOBAL IN (SELECT answer FROM secret)',
    "SELECT * FROM merge('main', 'secret')",
    'SELECT * FROM system.tables',
  ],
  trino: ['SELECT * FROM memory.main.secret', 'TABLE secret', 'SELECT * FROM information_schema.tables', 'SHOW TABLES'],
};

/** Who reads what, by the tables that they may read. */
export function accessSuite(kind: BirthsKind, it: () => EditorApp): void {
  const run = (sql: string) => it().run(it().limited, sql);

  test('[attack 23] a user of one table reads it, however it is named', async () => {
    const quote = kind === 'mariadb' || kind === 'mysql' ? '`' : '"';
    const own = [
      'SELECT COUNT(*) AS n FROM birth_names',
      'SELECT COUNT(*) AS n FROM main.birth_names',
      `SELECT COUNT(*) AS n FROM ${quote}birth_names${quote} AS b`,
      'WITH secret AS (SELECT num FROM birth_names) SELECT COUNT(*) AS n FROM secret',
      'SELECT COUNT(*) AS n FROM (SELECT * FROM birth_names) x WHERE EXISTS (SELECT 1 FROM birth_names)',
    ];
    for (const sql of own) {
      const answer = await run(sql);
      expect([sql, answer.status, answer.code === null ? answer.rows : answer.body]).toEqual([sql, 200, [[120]]]);
    }
  });

  test('[attack 23] a user of one table reads no other one, by whatever name and way', async () => {
    const statements = [
      'SELECT * FROM secret',
      'SELECT * FROM main.secret',
      'SELECT * FROM SECRET',
      'SELECT * FROM/**/secret',
      'SELECT * FROM main /* x */ . /* y */ secret',
      'SELECT num FROM birth_names UNION ALL SELECT answer FROM secret',
      'SELECT (SELECT MAX(answer) FROM secret) AS a FROM birth_names',
      'SELECT num FROM birth_names WHERE num IN (SELECT answer FROM secret)',
      'SELECT b.num FROM birth_names b JOIN secret s ON s.answer = b.num',
      'SELECT num FROM birth_names ORDER BY (SELECT MAX(answer) FROM secret)',
      'WITH s AS (SELECT * FROM secret) SELECT * FROM s',
      'WITH secret AS (SELECT * FROM secret) SELECT * FROM secret',
      'SELECT * FROM (WITH secret AS (SELECT 1 AS answer) SELECT * FROM secret) x, secret',
      'SELECT * FROM no_such_table',
      'EXPLAIN SELECT * FROM secret',
      // SQLite gives the name its meaning in the queries before it, too.
      ...(kind === 'sqlite'
        ? ['SELECT * FROM "secret"']
        : ['WITH a AS (SELECT * FROM secret), secret AS (SELECT 1 AS answer) SELECT * FROM a']),
      ...strange[kind],
    ];
    expect(
      await others(statements, run, (code) =>
        /^(table_denied|statement_refused|statement_writes|sql_unreadable|source_table_missing|source_syntax)$/.test(
          code ?? '',
        ),
      ),
    ).toEqual([]);
    const denied = await run('SELECT answer FROM secret');
    expect([denied.status, denied.type]).toEqual([403, 'TABLE_SECURITY_ACCESS_ERROR']);
    expect(denied.body).not.toContain('answer');
  });

  test('[attack 29] what a user of one table writes and nobody can read is refused', async () => {
    const statements = ['SELECT no_such_function(num) FROM birth_names', 'FLY me', 'SELECT * FRO birth_names x y z'];
    expect(await others(statements, run, (code) => code !== null)).toEqual([]);
    expect(await others(['INSERT INTO birth_names (num) VALUES (1)', 'DROP TABLE birth_names'], run, isWrite)).toEqual(
      [],
    );
  });

  test('[attack 32] [attack 34] what templates are given is decided about, and reaches nothing else', async () => {
    const { run, user } = it();
    const param = (sql: string, templateParams: object) => run(user, sql, { templateParams });
    const hostile = "x'; DROP TABLE secret; --";
    const said = await param("SELECT '{{ word }}' AS a FROM secret", { word: hostile });
    expect([said.code !== null, said.rows]).not.toEqual([false, []]);
    if (said.code === null) expect(said.rows).toEqual([[hostile]]);
    for (const [sql, params] of [
      ['SELECT * FROM {{ name }}', { name: 'secret; DROP TABLE secret' }],
      ["SELECT {{ ''.constructor.constructor('return process')() }}", {}],
      ['SELECT {{ process.env.HOME }}', {}],
      ['SELECT {{ self.__class__ }}', {}],
      ['SELECT {{ x }}', { __proto__: { x: 1 } }],
    ] as const)
      expect([sql, (await param(sql, params)).code]).not.toEqual([sql, null]);
    // What a parameter brings is a part of the script, and decided about with it.
    const named = await run(it().limited, 'SELECT * FROM {{ name }}', { templateParams: { name: 'secret' } });
    expect(named.code).toBe('table_denied');
    expect((await run(user, 'SELECT answer FROM secret')).rows).toEqual([[42]]);
  });

  test('[attack 36] [attack 47] a query of somebody else is not found, by its id, its results or a stop', async () => {
    const ran = await it().run(it().user, 'SELECT answer FROM secret', { client_id: `own-${kind}` });
    expect(ran.status).toBe(200);
    const key = String(ran.query['resultsKey']);
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await it().request({ method, url: `/api/v1/${url}`, as: it().limited, ...(payload && { payload }) })).statusCode;
    expect([
      await ask('GET', `query/${String(ran.query['queryId'])}`),
      await ask('GET', `sqllab/results/?q=(key:'${key}')`),
      await ask('GET', `sqllab/export/own-${kind}/`),
      await ask('POST', 'query/stop', { client_id: `own-${kind}` }),
    ]).toEqual([404, expect.toBeOneOf([404, 410]), 404, 404]);
  });

  test('[attack 23] [attack 38] a user of one table sees it in lists and structure, and nothing else', async () => {
    const { database, limited } = it();
    const ask = async (url: string, payload?: object) => {
      const answer = await it().request({
        url: `/api/v1/${url}`,
        as: limited,
        ...(payload && { method: 'POST' as const, payload }),
      });
      return [answer.statusCode, answer.json<{ result?: unknown }>().result] as const;
    };
    const named = (path: string, q: string) => ask(`database/${database}/${path}/?q=${encodeURIComponent(q)}`);
    const [, list] = await ask('database/?q=(columns:!(id,database_name))');
    expect(list).toEqual([expect.objectContaining({ id: database, database_name: 'births' })]);
    expect((await ask(`database/${database}`))[0]).toBe(200);
    expect((await ask(`database/${database}/connection`))[0]).toBeGreaterThanOrEqual(403);
    const [, start] = await ask('sqllab/');
    expect(Object.keys((start as { databases: object }).databases)).toEqual([String(database)]);
    expect(await named('schemas', '()')).toEqual([200, ['main']]);
    expect(await named('tables', '(schema_name:main)')).toEqual([
      200,
      [{ value: 'birth_names', type: 'table', extra: null }],
    ]);
    expect(await named('tables', '(schema_name:information_schema)')).toEqual([200, []]);
    expect(await named('search_tables', "(text:'')")).toEqual([
      200,
      [{ catalog: null, schema: 'main', name: 'birth_names', kind: 'table' }],
    ]);
    expect(await named('search_tables', '(text:secret)')).toEqual([200, []]);
    const [, columns] = await ask(`database/${database}/columns/`, {
      tables: [
        { schema: 'main', name: 'secret' },
        { schema: 'main', name: 'birth_names' },
      ],
    });
    expect((columns as readonly { name: string }[]).map(({ name }) => name)).toEqual(['birth_names']);
    for (const [table, status] of [
      ['birth_names', 200],
      ['secret', 404],
    ] as const) {
      const asked = [`table_metadata/?name=${table}&schema=main`, `select_star/${table}/main/`];
      for (const url of [...asked, `table_metadata/extra/?name=${table}&schema=main`])
        expect([url, (await ask(`database/${database}/${url}`))[0]]).toEqual([url, status]);
    }
    // The preview of what is typed decides as a run does.
    await it().change({ extra: '{"instant_preview":true}' });
    const preview = async (sql: string) =>
      (await ask('sqllab/preview/', { database_id: database, schema: 'main', sql }))[0];
    // A busy machine has no rows in the time that a preview has.
    await expect.poll(() => preview('SELECT num FROM birth_names')).toBe(200);
    expect(await preview('SELECT answer FROM secret')).toBe(403);
    await it().change({ extra: '{}' });
    // Whoever may run no SQL has nothing of it.
    const role = await buildRole(it().metadata.db, {
      name: 'reader',
      pairs: [`datasource_access dataset:${it().dataset}`],
    });
    const reader = await buildUser(it().metadata.db, { username: 'reader', roles: ['Gamma', role] });
    expect((await it().request({ url: `/api/v1/database/${database}`, as: reader })).statusCode).toBe(404);
  });

  test('whoever may not use a database at all does not find it', async () => {
    const stranger = it().limited;
    const answer = await it().run(stranger, 'SELECT 1', { database_id: it().database + 1000 });
    expect([answer.status, answer.code]).toEqual([404, 'not_found']);
  });
}

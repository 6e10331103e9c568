import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { birthsEngines } from '../../testing/engines/births-engines.ts';
import { editorApp, type EditorApp } from '../../testing/editor-app.ts';

describe.skipIf(!birthsEngines.postgresql.isHere())('tables that are made of queries on PostgreSQL', () => {
  let it: EditorApp;
  beforeAll(async () => {
    it = await editorApp('postgresql');
    const { host, port, database, username: user } = it.parameters;
    const client = new Client({
      host: String(host),
      port: Number(port),
      database: String(database),
      user: String(user),
    });
    await client.connect();
    for (const sql of [
      'CREATE TABLE main.notes (n bigint)',
      `CREATE FUNCTION main.note(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS
       'INSERT INTO main.notes VALUES (n) RETURNING n'`,
      `CREATE FUNCTION main."Lower"(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(n)'`,
      `CREATE FUNCTION main.step(s bigint, n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(n)'`,
      'CREATE AGGREGATE main.total(bigint) (SFUNC = main.step, STYPE = bigint)',
      `CREATE FUNCTION main.notes_of(n bigint) RETURNS SETOF bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(n)'`,
      `CREATE FUNCTION main."note.it"(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(n)'`,
      `CREATE FUNCTION main.pair(a bigint, b bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(a)'`,
      'CREATE OPERATOR main.=== (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = main.pair)',
      'CREATE TYPE main.noted AS (n bigint)',
      `CREATE FUNCTION main.to_noted(n bigint) RETURNS main.noted LANGUAGE sql VOLATILE AS
       'SELECT ROW(main.note(n))::main.noted'`,
      'CREATE CAST (bigint AS main.noted) WITH FUNCTION main.to_noted(bigint)',
      `CREATE FUNCTION main.check_it(n bigint) RETURNS boolean LANGUAGE sql VOLATILE AS 'SELECT main.note(n) > 0'`,
      'CREATE DOMAIN main.checked AS bigint CHECK (main.check_it(VALUE))',
      'CREATE VIEW main.noting AS SELECT main.note(9) AS n',
      `CREATE FUNCTION main.noting_of(r main.birth_names) RETURNS bigint LANGUAGE sql VOLATILE AS
       'SELECT main.note(1)'`,
      `CREATE FUNCTION main.upper(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT main.note(n)'`,
      `CREATE FUNCTION main.off(n bigint) RETURNS text LANGUAGE sql VOLATILE AS
       $$SELECT set_config('transaction_read_only', 'off', true)$$`,
      `CREATE FUNCTION main.twice(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 2 * n'`,
    ])
      await client.query(sql);
    await client.end();
    await it.change({ allow_ctas: true, force_ctas_schema: 'test' });
  }, 120_000);
  afterAll(() => it?.close());

  const make = async (name: string, sql: string) =>
    (await it.run(it.user, sql, { select_as_cta: true, tmp_table_name: name })).code;
  const notes = async () => (await it.run(it.user, 'SELECT COUNT(*) AS n FROM main.notes')).rows;

  test('[attack 24] a function that may write is refused where nothing else may', async () => {
    const calls = [
      'SELECT note(7) AS n',
      'SELECT main."note"(7) AS n',
      'SELECT "Lower"(7) AS n',
      'SELECT total(num) AS n FROM birth_names',
      'SELECT * FROM notes_of(7) AS x(n)',
      'WITH x AS (SELECT main.note(7) AS n) SELECT n FROM x',
      'SELECT main."note.it"(7) AS n',
      'SELECT 1::bigint === 2::bigint AS n',
      'SELECT (7::bigint)::noted AS n',
      'SELECT CAST(7::bigint AS checked) AS n',
      'SELECT * FROM noting',
      'TABLE noting -- all of it',
      'SELECT birth_names.noting_of AS n FROM birth_names',
    ];
    for (const [at, sql] of calls.entries())
      expect([sql, await make(`bad${at}`, sql)]).toEqual([sql, 'statement_writes']);
    expect(await make('off', 'SELECT off(1) AS a, note(7) AS n')).not.toBeNull();
    expect(await notes()).toEqual([[0]]);
    expect((await it.run(it.user, 'SELECT * FROM test.bad0')).code).not.toBeNull();
    // What cannot write, and what the server brings along, is called.
    expect(
      await make('good', 'SELECT twice(num) AS n, upper(name) AS name, random() AS r FROM birth_names'),
    ).toBeNull();
    expect((await it.run(it.user, 'SELECT COUNT(*) > 1 AS n FROM test.good WHERE n > 0')).rows).toEqual([[true]]);
    // The database that is changed anyway calls what it has.
    await it.change({ allow_dml: true });
    expect(await make('allowed', 'SELECT note(7) AS n')).toBeNull();
    await it.change({ allow_dml: false });
    expect(await notes()).toEqual([[1]]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editorApp, type EditorApp } from '../testing/editor-app.ts';
import { birthsEngines } from '../testing/engines/births-engines.ts';

type Rows = {
  readonly status: number;
  readonly data: readonly (readonly unknown[])[];
  readonly isSample: boolean;
  readonly tableRows: number | null;
};

const asking =
  (it: () => EditorApp) =>
  async (sql: string, as = it().user, app: Pick<EditorApp, 'request'> = it()): Promise<Rows> => {
    const payload = { database_id: it().database, schema: 'main', sql };
    const ask = () => app.request({ method: 'POST', url: '/api/v1/sqllab/preview/', as, payload });
    let answer = await ask();
    // A busy machine starts the engine in more time than somebody who types would wait.
    while (answer.statusCode === 408) answer = await ask();
    const { data = [], isSample = false, tableRows = null } = answer.json<Partial<Rows>>();
    return { status: answer.statusCode, data, isSample, tableRows };
  };

describe.skipIf(!birthsEngines.postgresql.isHere())('a preview on a server', () => {
  let it: EditorApp;
  const preview = asking(() => it);
  beforeAll(async () => {
    it = await editorApp('postgresql');
    await it.change({ allow_dml: true, extra: '{"instant_preview":true}' });
  });
  afterAll(() => it?.close());

  test('rows of a table are stored, and asked for once, whatever is typed over them', async () => {
    const made = 'CREATE TABLE test.desk AS SELECT i, i % 3 AS part FROM generate_series(1, 30) AS s(i)';
    expect((await it.run(it.user, made)).status).toBe(200);
    expect((await preview('SELECT part, COUNT(*) AS n FROM test.desk GROUP BY part ORDER BY part')).data).toEqual([
      [0, 1, 2],
      [10, 10, 10],
    ]);
    expect((await it.run(it.user, 'DROP TABLE test.desk')).status).toBe(200);
    const again = await preview('WITH d AS (SELECT i FROM test.desk AS t WHERE t.i > 28) SELECT * FROM d ORDER BY i');
    expect(again).toEqual({ status: 200, data: [[29, 30]], isSample: false, tableRows: null });
    // Whoever has not asked for it has no rows of it.
    expect((await preview('SELECT * FROM test.desk', it.adminId)).status).toBe(400);
  });

  test('what the embedded engine does in another way is done by the database', async () => {
    expect((await preview('SELECT MAX(num) / 7 AS n FROM birth_names')).data).toEqual([[429]]);
    expect((await preview("SELECT to_char(MAX(ds), 'YYYY') AS y FROM birth_names")).data).toEqual([['1994']]);
  });

  test('[attack 35] stored rows are those of their reader, by tables and by rules', async () => {
    const count = 'SELECT COUNT(*) AS n FROM birth_names';
    expect((await preview(count)).data).toEqual([[120]]);
    expect((await preview(count, it.limited)).data).toEqual([[120]]);
    expect((await preview('SELECT answer FROM secret')).data).toEqual([[42]]);
    expect((await preview('SELECT answer FROM secret', it.limited)).status).toBe(403);
    expect((await preview(count, it.bound)).status).toBe(403);
    await it.withSettings({ featureFlags: { RLS_IN_SQLLAB: true } }, async (_, app) => {
      for (const [as, rows] of [
        [it.user, 120],
        [it.bound, 60],
        [it.user, 120],
      ] as const)
        expect((await preview(count, as, app)).data).toEqual([[rows]]);
    });
  });

  test('a table with more rows is read in part, and said so; a wrong statement has its place', async () => {
    const many = '(SELECT i FROM generate_series(1, 20000) AS s(i))';
    expect((await it.run(it.user, `CREATE TABLE test.many AS SELECT * FROM ${many} x`)).status).toBe(200);
    expect(await preview('SELECT COUNT(*) AS n FROM test.many')).toEqual({
      status: 200,
      data: [[10_000]],
      isSample: true,
      tableRows: 10_000,
    });
    const payload = { database_id: it.database, schema: 'main', sql: 'SELECT\n  no_such FROM birth_names' };
    const wrong = await it.request({ method: 'POST', url: '/api/v1/sqllab/preview/', as: it.user, payload });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { errors: [{ extra: { line: 2, column: 3 } }] }]);
  });
});

test('in the embedded engine a preview reads the first rows of what it names, and never the whole', async () => {
  const it = await editorApp('duckdb');
  try {
    const preview = asking(() => it);
    await it.change({ allow_dml: true });
    const endless = 'CREATE VIEW test.endless AS SELECT range AS i FROM range(1000000000000)';
    expect((await it.run(it.user, endless)).status).toBe(200);
    expect(await preview('SELECT COUNT(*) AS n FROM test.endless e WHERE e.i >= 0')).toEqual({
      status: 200,
      data: [[100_000]],
      isSample: true,
      tableRows: 100_000,
    });
  } finally {
    await it.close();
  }
});

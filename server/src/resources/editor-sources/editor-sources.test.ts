import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { anonymous } from '../../principal.ts';
import { buildRole, buildUser, TEST_NOW } from '../../testing/builders.ts';
import { queryIn, resultsIn, runLines } from '../../testing/run-lines.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { createDatabaseStore } from '../databases/store.ts';
import { unsavedDataset } from '../datasets/resolved.ts';
import { createQueryStore } from '../queries/store.ts';
import { createEditorSourceService } from './service.ts';

let it: SalesApp;
let editor: number;
let ana: number;
let ben: number;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT i AS id, 'region ' || i % 3 AS region, i % 10 AS amount,
       TIMESTAMP '2024-01-01' + INTERVAL 1 DAY * (i % 60) AS day FROM range(3000) AS r(i)`,
    `CREATE TABLE braces AS SELECT region AS "{{ current_username() }} {{ constructor }}" FROM sales`,
    'CREATE SCHEMA other',
    `CREATE TABLE other.sales AS SELECT 'elsewhere' AS region, 1 AS amount`,
  ]);
  await it.metadata.db.updateTable('databases').set({ expose_in_sqllab: 1 }).execute();
  editor = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
  ana = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab', editor] });
  ben = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab', editor] });
});
afterAll(() => it?.close());

const post = (url: string, payload: object, as = ana) => it.request({ method: 'POST', url, as, payload });
const get = (url: string, as = ana) => it.request({ url, as });

/** Run SQL. @returns the number of the query, its key, and the rows of its last statement */
async function run(sql: string, more: object = {}, as = ana) {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as,
    payload: { database_id: it.database, sql, ...more },
    headers: { accept: 'application/x-ndjson' },
  });
  const lines = runLines(answer.body);
  const query = queryIn(lines);
  return { id: query.serverId ?? 0, key: query.resultsKey ?? '', columns: resultsIn(lines).at(-1)?.columns ?? [] };
}

const save = async (payload: object, as = ana): Promise<number> =>
  (await post('/api/v1/saved_query/', { db_id: it.database, label: 'Saved', ...payload }, as)).json<{ id: number }>()
    .id;

type Data = { readonly data: readonly Record<string, unknown>[]; readonly query: string };

const ask = (id: number, query: object, { type = 'query', as = ana } = {}) =>
  post('/api/v1/chart/data', { datasource: { id, type }, queries: [query] }, as);

async function dataOf(id: number, query: object, more: { readonly type?: string; readonly as?: number } = {}) {
  const answer = await ask(id, query, more);
  expect([answer.statusCode, answer.body.slice(0, 400)]).toEqual([200, expect.any(String)]);
  return answer.json<{ result: [Data] }>().result[0];
}

const byRegion = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
const sumOf = (column: string) => ({
  columns: [],
  metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: column }, label: 'sum' }],
});

describe('[3.1-02] charts of a query', () => {
  test('[attack 34] a column whose name holds a template is that column, on the x axis, too', async () => {
    const name = '{{ current_username() }} {{ constructor }}';
    const { id } = await run('SELECT * FROM braces');
    const axis = { columnType: 'BASE_AXIS', sqlExpression: name, label: name, expressionType: 'SQL' };
    const { data } = await dataOf(id, { columns: [axis], metrics: ['count'], orderby: [[name, true]] });
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({ [name]: 'region 0', count: 1000 });
  });

  test('read the rows that were read, and no others', async () => {
    const { id, columns } = await run('SELECT id, random() AS luck FROM sales');
    const luck = (columns[1] as readonly number[]).reduce((sum, value) => sum + value, 0);
    const { data, query } = await dataOf(id, sumOf('luck'));
    expect(data[0]?.['sum']).toBeCloseTo(luck, 6);
    expect(query).not.toContain('random');
  });

  test('are named in every way that clients know', async () => {
    const { id } = await run('SELECT region FROM sales');
    for (const datasource of [{ id, type: 'query' }, { id, type: 'QUERY' }, { id: `${id}__query` }]) {
      const answer = await post('/api/v1/chart/data', { datasource, queries: [byRegion] });
      expect(answer.json<{ result: [Data] }>().result[0].data).toEqual([
        { region: 'region 0', count: 1000 },
        { region: 'region 1', count: 1000 },
        { region: 'region 2', count: 1000 },
      ]);
    }
    const batch = await post('/api/v1/chart/data/batch', {
      requests: [{ id: 1, datasource: { id, type: 'query' }, queries: [byRegion] }],
    });
    expect(batch.body).toContain('"region 2"');
  });

  test('ask the database where the result was cut, and where it is gone', async () => {
    const cut = await run('SELECT id FROM sales', { queryLimit: 10 });
    expect((await dataOf(cut.id, { columns: [], metrics: ['count'] })).data).toEqual([{ count: 3000 }]);
    const gone = await run('SELECT id FROM sales WHERE id < 7');
    await it.metadata.db.updateTable('sql_queries').set({ results_key: null }).where('id', '=', gone.id).execute();
    const { data, query } = await dataOf(gone.id, { columns: [], metrics: ['count'] });
    expect([data, query]).toEqual([[{ count: 7 }], expect.stringContaining('id < 7')]);
  });

  test('ask the last statement with rows of a script', async () => {
    const whole = await run('SELECT 1 AS a; SELECT 2 AS b');
    expect((await dataOf(whole.id, { columns: ['b'], metrics: [] })).data).toEqual([{ b: 2 }]);
    await it.metadata.db.updateTable('sql_queries').set({ results_key: null }).where('id', '=', whole.id).execute();
    expect((await dataOf(whole.id, { columns: ['b'], metrics: [] })).data).toEqual([{ b: 2 }]);
  });

  test('ask a query without a result where its bare names are', async () => {
    const { id } = await run('SELECT region FROM sales', { schema: 'other', queryLimit: 1 });
    const gone = it.metadata.db.updateTable('sql_queries').set({ results_key: null }).where('id', '=', id);
    await gone.execute();
    expect((await dataOf(id, byRegion)).data).toEqual([{ region: 'elsewhere', count: 1 }]);
  });

  test('may be drawn over times, sampled, and offered as values of a filter', async () => {
    const { id } = await run('SELECT day, region, amount FROM sales');
    const series = await dataOf(id, {
      columns: [
        { columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL', timeGrain: 'P1M' },
      ],
      metrics: ['count'],
      extras: { time_grain_sqla: 'P1M' },
      orderby: [['count', false]],
    });
    expect(series.data.map((row) => row['count'])).toEqual([1550, 1450]);
    const samples = await post(`/datasource/samples?datasource_type=query&datasource_id=${id}&per_page=2&page=2`, {});
    expect(samples.json()).toMatchObject({
      result: { total_count: 3000, page: 2, colnames: ['day', 'region', 'amount'] },
    });
    expect((await get(`/api/v1/datasource/query/${id}/column/region/values/`)).json()).toEqual({
      result: ['region 0', 'region 1', 'region 2'],
    });
    const older = await post('/superset/explore_json/', {
      form_data: JSON.stringify({
        datasource: `${id}__query`,
        viz_type: 'bullet',
        metric: 'count',
      }),
    });
    expect([older.statusCode, older.body]).toEqual([200, expect.stringContaining('3000')]);
  });

  test('check expressions in SQL, and take conditions of which one must hold', async () => {
    const { id } = await run('SELECT region, amount FROM sales');
    const check = (expression: string) =>
      post(`/api/v1/datasource/query/${id}/validate_expression/`, { expression, expression_type: 'metric' });
    expect((await check('SUM(amount)')).json()).toEqual({ result: [] });
    expect((await check('SUM(nope)')).json()).toMatchObject({ result: [{ line_number: 1 }] });
    const any = await post(`/api/v1/datasource/query/${id}/any_of/`, {
      filters: [
        { col: 'region', op: '==', val: 'region 1' },
        { col: 'amount', op: '>', val: 5 },
      ],
    });
    expect(any.json()).toMatchObject({ result: { expression: expect.stringContaining(' OR ') } });
  });
});

describe('[attack 38] a query of the editor', () => {
  test('is its user’s alone, for an administrator too', async () => {
    const { id } = await run('SELECT region FROM sales');
    for (const as of [ben, it.adminId]) {
      expect((await ask(id, byRegion, { as })).statusCode).toBe(404);
      expect((await get(`/api/v1/explore/?datasource_type=query&datasource_id=${id}`, as)).statusCode).toBe(404);
      expect((await get(`/api/v1/datasource/query/${id}/column/region/values/`, as)).statusCode).toBe(404);
      const samples = await post(`/datasource/samples?datasource_type=query&datasource_id=${id}`, {}, as);
      expect(samples.statusCode).toBe(404);
      const chart = { slice_name: 'X', viz_type: 'table', datasource_id: id, datasource_type: 'query' };
      expect((await post('/api/v1/chart/', chart, as)).statusCode).toBe(422);
    }
  });

  test('is gone with the right to its database, whatever of it is cached', async () => {
    const role = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
    const cyd = await buildUser(it.metadata.db, { roles: ['Gamma', 'sql_lab', role] });
    const { id } = await run('SELECT region FROM sales', {}, cyd);
    await dataOf(id, byRegion, { as: cyd });
    const taken = await it.request({
      method: 'PUT',
      url: `/api/v1/security/roles/${role}/users`,
      as: it.adminId,
      payload: { user_ids: [] },
    });
    expect(taken.statusCode).toBe(200);
    expect((await ask(id, byRegion, { as: cyd })).statusCode).toBe(404);
    expect((await get(`/api/v1/explore/?datasource_type=query&datasource_id=${id}`, cyd)).statusCode).toBe(404);
  });

  test('shows no rows that a rule hides, from its result or from its database', async () => {
    const role = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
    const dan = await buildUser(it.metadata.db, { roles: ['Alpha', 'sql_lab', role] });
    const { id } = await run('SELECT region, random() AS luck FROM sales', {}, dan);
    expect((await dataOf(id, byRegion, { as: dan })).data).toHaveLength(3);
    await it.make('rowlevelsecurity/', {
      name: 'one region',
      filter_type: 'Regular',
      tables: [it.dataset],
      roles: [role],
      clause: "region = 'region 1'",
    });
    expect((await dataOf(id, byRegion, { as: dan })).data).toEqual([{ region: 'region 1', count: 1000 }]);
    const values = await get(`/api/v1/datasource/query/${id}/column/region/values/`, dan);
    expect(values.json()).toEqual({ result: ['region 1'] });
    const saved = await save({ sql: 'SELECT region FROM sales', schema: 'main' }, dan);
    const { data } = await dataOf(saved, byRegion, { type: 'saved_query', as: dan });
    expect(data).toEqual([{ region: 'region 1', count: 1000 }]);
  });
});

describe('charts of a saved query', () => {
  test('are for those who see it', async () => {
    const id = await save({ sql: 'SELECT region, amount FROM sales' });
    expect((await dataOf(id, byRegion, { type: 'saved_query' })).data).toHaveLength(3);
    expect((await ask(id, byRegion, { type: 'saved_query', as: ben })).statusCode).toBe(404);
    await it.request({ method: 'PUT', url: `/api/v1/saved_query/${id}`, as: ana, payload: { is_shared: true } });
    expect((await dataOf(id, byRegion, { type: 'saved_query', as: ben })).data).toHaveLength(3);
  });

  test('say what is wrong with its SQL', async () => {
    const id = await save({ sql: 'SELECT nope FROM sales' });
    const answer = await ask(id, byRegion, { type: 'saved_query' });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('nope')]);
    const writes = await save({ sql: 'DELETE FROM sales' });
    expect((await ask(writes, byRegion, { type: 'saved_query' })).statusCode).toBe(400);
  });
});

describe('the Explore page', () => {
  const start = async (query: string, as = ana) => {
    const answer = await get(`/api/v1/explore/?${query}`, as);
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return answer.json<{ result: { dataset: Record<string, unknown>; form_data: Record<string, unknown> } }>().result;
  };

  test('begins with a query of the editor', async () => {
    const { id } = await run('SELECT day, region, amount FROM sales');
    const { dataset, form_data: form } = await start(`datasource_type=query&datasource_id=${id}`);
    expect(form).toEqual({ datasource: `${id}__query` });
    expect(dataset).toMatchObject({
      id,
      uid: `${id}__query`,
      type: 'query',
      main_dttm_col: 'day',
      sql: 'SELECT day, region, amount FROM sales',
      database: { id: it.database, database_name: 'sales' },
      columns: [
        { column_name: 'day', is_dttm: true, type_generic: 2 },
        { column_name: 'region', type_generic: 1 },
        { column_name: 'amount', type_generic: 0 },
      ],
      metrics: [{ metric_name: 'count' }],
      granularity_sqla: [['day', 'day']],
      edit_url: `/sqllab/?queryId=${id}`,
    });
    expect((await start(`datasource=${id}__query`)).dataset['uid']).toBe(`${id}__query`);
    const saved = await save({ sql: 'SELECT region FROM sales' });
    const begun = await start(`datasource_type=saved_query&datasource_id=${saved}`);
    expect(begun.dataset).toMatchObject({ uid: `${saved}__saved_query`, edit_url: `/sqllab/?savedQueryId=${saved}` });
  });

  test('keeps its settings for those who may chart the query', async () => {
    const { id } = await run('SELECT region FROM sales');
    const made = await post('/api/v1/explore/form_data?tab_id=1', {
      datasource_id: id,
      datasource_type: 'query',
      form_data: '{"viz_type":"pie"}',
    });
    const { key } = made.json<{ key: string }>();
    expect((await start(`form_data_key=${key}`)).dataset['uid']).toBe(`${id}__query`);
    expect((await get(`/api/v1/explore/form_data/${key}`, ben)).statusCode).toBe(404);
    const link = await post('/api/v1/explore/permalink', { formData: { datasource: `${id}__query`, viz_type: 'pie' } });
    const { key: linkKey } = link.json<{ key: string }>();
    expect((await get(`/api/v1/explore/permalink/${linkKey}`)).json()).toMatchObject({
      datasource: `${id}__query`,
      datasourceType: 'query',
    });
    expect((await get(`/api/v1/explore/permalink/${linkKey}`, ben)).statusCode).toBe(404);
    expect((await start(`permalink_key=${linkKey}`)).form_data).toMatchObject({ viz_type: 'pie' });
  });
});

describe('a chart that is saved on a query', () => {
  const chartOf = (id: number, type = 'query', more: object = {}) => ({
    slice_name: 'By region',
    viz_type: 'pie',
    datasource_id: id,
    datasource_type: type,
    params: JSON.stringify({ datasource: `${id}__${type}`, viz_type: 'pie' }),
    query_context: JSON.stringify({
      datasource: { id, type },
      form_data: { datasource: `${id}__${type}` },
      queries: [byRegion],
    }),
    ...more,
  });
  const chart = async (id: number, as = ana) =>
    (await get(`/api/v1/chart/${id}`, as)).json<{ result: Record<string, string> & { datasource_id: number } }>()
      .result;

  test('stands on a dataset of the query, and so do the others', async () => {
    const { id, key } = await run('SELECT region, random() AS luck FROM sales', { schema: 'other' });
    expect(key).not.toBe('');
    const made = await post('/api/v1/chart/', chartOf(id));
    expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
    const first = await chart(made.json<{ id: number }>().id);
    expect(first).toMatchObject({ datasource_type: 'table' });
    const datasource = `${first.datasource_id}__table`;
    expect(JSON.parse(first['params'] ?? '')).toMatchObject({ datasource, viz_type: 'pie' });
    expect(JSON.parse(first['query_context'] ?? '')).toMatchObject({
      datasource: { id: first.datasource_id, type: 'table' },
      form_data: { datasource },
    });
    const data = await get(`/api/v1/chart/${first['id']}/data/`);
    expect(data.json<{ result: [Data] }>().result[0].data).toEqual([{ region: 'elsewhere', count: 1 }]);
    const again = await post('/api/v1/chart/', chartOf(id, 'query', { slice_name: 'Again' }));
    expect((await chart(again.json<{ id: number }>().id)).datasource_id).toBe(first.datasource_id);
    const dataset = await get(`/api/v1/dataset/${first.datasource_id}`);
    expect(dataset.json()).toMatchObject({ result: { schema: 'other', sql: expect.stringContaining('random()') } });
  });

  test('takes a free name for its dataset', async () => {
    const [one, two] = [await save({ sql: 'SELECT 1 AS a' }), await save({ sql: 'SELECT 2 AS a' })];
    const names: unknown[] = [];
    for (const id of [one, two]) {
      const made = await post('/api/v1/chart/', chartOf(id, 'saved_query'));
      const { datasource_name: name } = await chart(made.json<{ id: number }>().id);
      names.push(name);
    }
    expect(names).toEqual(['Saved', 'Saved 2']);
  });

  test('is refused to who may define no datasets', async () => {
    const eve = await buildUser(it.metadata.db, { roles: ['Gamma', 'sql_lab', editor] });
    const { id } = await run('SELECT region FROM sales', {}, eve);
    expect((await post('/api/v1/chart/', chartOf(id), eve)).statusCode).toBe(403);
  });
});

test('[7.1-09] [3.1-02] a query is found by its key as a dataset is, by its own user alone', async () => {
  const { id } = await run('SELECT region, amount FROM sales');
  const saved = await save({ sql: 'SELECT region FROM other.sales' });
  const read = (key: string, as = ana) => get(`/tessera/fetch_datasource_metadata?datasourceKey=${key}`, as);
  for (const key of [`${id}__query`, `${saved}__saved_query`]) {
    const answer = await read(key);
    const { uid, columns } = answer.json<{ uid: string; columns: readonly { column_name: string }[] }>();
    expect([answer.statusCode, uid, columns[0]?.column_name]).toEqual([200, key, 'region']);
    expect((await read(key, ben)).statusCode).toBe(404);
  }
  expect((await read(`${id}__query`, it.adminId)).statusCode).toBe(404);
  expect((await read('999999__saved_query')).statusCode).toBe(404);
});

test('the history and saved queries tell the tables that they name', async () => {
  const { id } = await run('WITH s AS (SELECT * FROM sales) SELECT * FROM s JOIN other.sales o USING (region)');
  const tables = [
    { catalog: null, schema: null, table: 'sales' },
    { catalog: null, schema: 'other', table: 'sales' },
  ];
  const past = (await get(`/api/v1/query/${id}`)).json<{ result: { sql_tables: unknown } }>();
  expect(past.result.sql_tables).toEqual(tables);
  const saved = await save({ sql: 'SELECT * FROM sales, other.sales' });
  const item = (await get(`/api/v1/saved_query/${saved}`)).json<{ result: { sql_tables: unknown } }>();
  expect(item.result.sql_tables).toEqual(tables);
});

describe('stored rows of a query', () => {
  const user = () => ({ ...anonymous, kind: 'user', userId: ana, username: 'ana', databaseIds: 'all' }) as const;
  const column = (name: string) => ({ column_name: name, name, type: 'VARCHAR', type_generic: 1, is_dttm: false });
  async function datasetOf(isShown: boolean) {
    const { id } = await run('SELECT region FROM sales');
    const { db } = it.metadata;
    const sources = createEditorSourceService({
      queries: createQueryStore(db, () => TEST_NOW),
      savedQueries: { sees: async () => false, visible: () => Promise.reject(new Error('There is none.')) },
      databases: createDatabaseStore(db),
      cached: {
        statements: async () => [{ statement: 0, columns: [column('of a row that is hidden')], rows: 1, isCut: false }],
      },
      isShown: async () => isShown,
      unsaved: unsavedDataset,
      isBound: async () => false,
      columnsOf: async () => [column('of the database')],
    });
    return sources.dataset(user(), 'query', id, AbortSignal.timeout(1000));
  }

  test('[attack 61] are opened by the admission of their user', async () => {
    expect((await datasetOf(true))?.result?.fairnessKey).toBe(fairnessKeyOf(user()));
  });

  test('[attack 28] give no names of columns, which may be values, where they are shown no more', async () => {
    expect((await datasetOf(false))?.columns.map(({ name }) => name)).toEqual(['of the database']);
  });
});

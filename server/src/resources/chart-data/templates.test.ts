import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let people: { readonly ana: number; readonly bo: number };
let dataset: number;

beforeAll(async () => {
  it = await salesApp([
    "CREATE TABLE sales AS SELECT i AS amount, CASE WHEN i % 2 = 0 THEN 'ana' ELSE 'bo' END AS seller, " +
      "TIMESTAMP '2024-01-01' + to_hours(i) AS sold FROM range(10) AS r(i)",
  ]);
  const { db } = it.metadata;
  ({ dataset } = it);
  const calculated = {
    mine: "seller = '{{ current_username() }}'",
    asked: "{{ filter_values('seller', 'nobody')[0] | tojson | replace('\"', \"'\") }}",
    since: "'{{ from_dttm | default('ever') }}'",
    place: "'{{ url_param('place', 'nowhere') }}'",
  };
  for (const [position, [column_name, expression]] of Object.entries(calculated).entries()) {
    await db
      .insertInto('dataset_columns')
      .values({
        uuid: crypto.randomUUID(),
        dataset_id: dataset,
        position: 10 + position,
        column_name,
        expression,
        type: column_name === 'mine' ? 'BOOLEAN' : 'VARCHAR',
        type_generic: column_name === 'mine' ? 3 : 1,
        is_dttm: 0,
      })
      .execute();
  }
  const role = await buildRole(db, {
    pairs: [
      'can_read Chart',
      'can_read Dataset',
      'can_csv Tessera',
      'can_samples Tessera',
      `datasource_access dataset:${dataset}`,
    ],
  });
  const build = (username: string) => buildUser(db, { username, roles: [role] });
  people = { ana: await build('ana'), bo: await build('bo') };
});
afterAll(() => it.close());

type Row = Readonly<Record<string, unknown>>;
async function rows(as: number, result_type: string, query: object): Promise<readonly Row[]> {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as,
    payload: { datasource: { id: dataset, type: 'table' }, result_type, queries: [query] },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ result: [{ data: Row[] }] }>().result[0].data;
}
const mine = (found: readonly Row[]) => found.filter((row) => row['mine'] === true).map((row) => row['seller']);

test.each(['samples', 'drill_detail', 'full'])(
  '%s renders the templates of calculated columns, for each user',
  async (type) => {
    const query = { columns: ['seller', 'mine'], row_limit: 100 };
    expect(new Set(mine(await rows(people.ana, type, query)))).toEqual(new Set(['ana']));
    expect(new Set(mine(await rows(people.bo, type, query)))).toEqual(new Set(['bo']));
    // Requested again, nobody gets what was cached for the other.
    expect(new Set(mine(await rows(people.ana, type, query)))).toEqual(new Set(['ana']));
  },
);

test('details keep the filters and the range that templates see, samples are of all time', async () => {
  const query = {
    filters: [
      { col: 'seller', op: 'IN', val: ['bo'] },
      { col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-01-01T06:00:00' },
    ],
    row_limit: 100,
  };
  const detail = await rows(people.ana, 'drill_detail', query);
  expect(detail.map(({ amount, asked }) => [amount, asked])).toEqual([
    [1, 'bo'],
    [3, 'bo'],
    [5, 'bo'],
  ]);
  expect(new Set(detail.map(({ since }) => since))).toEqual(new Set(['2024-01-01T00:00:00']));
  expect(
    await rows(people.ana, 'samples', {
      time_range: '2024-01-01 : 2024-01-01T06:00:00',
      granularity: 'sold',
      row_limit: 100,
    }),
  ).toHaveLength(10);
});

test('rows are found by a filter on a templated column', async () => {
  const found = await rows(people.bo, 'drill_detail', { filters: [{ col: 'mine', op: 'IS TRUE' }], row_limit: 100 });
  expect(found.map(({ amount }) => amount)).toEqual([1, 3, 5, 7, 9]);
});

test('the samples of a dataset page and downloads are rendered too', async () => {
  const sampled = await it.request({
    method: 'POST',
    url: `/datasource/samples?datasource_type=table&datasource_id=${dataset}`,
    as: people.bo,
    payload: {},
  });
  expect(sampled.statusCode).toBe(200);
  expect(new Set(mine(sampled.json<{ result: { data: Row[] } }>().result.data))).toEqual(new Set(['bo']));
  const file = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: people.ana,
    payload: {
      datasource: { id: dataset, type: 'table' },
      result_type: 'drill_detail',
      result_format: 'csv',
      queries: [{ filters: [{ col: 'mine', op: 'IS TRUE' }], row_limit: 100 }],
    },
  });
  expect([file.statusCode, file.body.trimEnd().split('\n').length]).toEqual([200, 6]);
});

test('a result that a saved expression made for one user is not cached for another', async () => {
  const { db } = it.metadata;
  // The dataset has no such column; its author may name it all the same.
  await db
    .updateTable('dataset_columns')
    .set({ is_active: 0 })
    .where('dataset_id', '=', dataset)
    .where('column_name', '=', 'amount')
    .execute();
  await db
    .insertInto('dataset_metrics')
    .values({
      uuid: crypto.randomUUID(),
      dataset_id: dataset,
      position: 9,
      metric_name: 'hidden',
      expression: "{{ 'SUM(amount)' if current_username(add_to_cache_keys=False) == 'ana' else 'COUNT(*)' }}",
    })
    .execute();
  await db
    .updateTable('datasets')
    .set((e) => ({ version: e('version', '+', 1) }))
    .where('id', '=', dataset)
    .execute();
  try {
    expect(await rows(people.ana, 'full', { metrics: ['hidden'], columns: [] })).toEqual([{ hidden: 45 }]);
    const sent = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'hidden' }], columns: [] };
    await expect(rows(people.bo, 'full', sent)).rejects.toThrow('has no column');
    expect(await rows(people.bo, 'full', { metrics: ['hidden'], columns: [] })).toEqual([{ hidden: 10 }]);
  } finally {
    await db
      .updateTable('dataset_columns')
      .set({ is_active: 1 })
      .where('dataset_id', '=', dataset)
      .where('column_name', '=', 'amount')
      .execute();
    await db
      .updateTable('datasets')
      .set((e) => ({ version: e('version', '+', 1) }))
      .where('id', '=', dataset)
      .execute();
  }
});

test('a template that fails is reported, whichever rows were asked for', async () => {
  await it.metadata.db
    .insertInto('dataset_columns')
    .values({
      uuid: crypto.randomUUID(),
      dataset_id: dataset,
      position: 20,
      column_name: 'broken',
      expression: '{{ 1 / }}',
      type: 'VARCHAR',
      type_generic: 1,
      is_dttm: 0,
    })
    .execute();
  await it.metadata.db
    .updateTable('datasets')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', dataset)
    .execute();
  for (const type of ['samples', 'drill_detail']) {
    const answer = await it.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: people.ana,
      payload: { datasource: { id: dataset, type: 'table' }, result_type: type, queries: [{ row_limit: 10 }] },
    });
    expect([type, answer.statusCode, answer.body]).toEqual([
      type,
      expect.any(Number),
      expect.stringMatching(/template|syntax/i),
    ]);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  }
  // Who does not use the column is not affected by it.
  expect(
    await rows(people.ana, 'full', { columns: ['seller'], metrics: ['count'], orderby: [['seller', true]] }),
  ).toEqual([
    { seller: 'ana', count: 5 },
    { seller: 'bo', count: 5 },
  ]);
});

test('[attack 32] a value that a filter brings stays a value in the SQL of a dataset', async () => {
  const virtual = async (table_name: string, where: string) =>
    it.make('dataset/', { database: it.database, table_name, sql: `SELECT seller, amount FROM sales WHERE ${where}` });
  const joined = await virtual('joined', "seller IN ('{{ filter_values('seller') | join(\"','\") }}')");
  const held = await virtual('held', "seller IN {{ filter_values('seller', 'ana') | where_in }}");
  const limited = await virtual(
    'limited',
    "true LIMIT {{ get_filters('seller')[0].val if get_filters('seller') else 1 }}",
  );
  const addressed = await virtual('addressed', "true LIMIT {{ url_param('n', '1') }}");
  const changed = await virtual(
    'changed',
    "seller = '{{ filter_values('seller')[0] | replace('~', \"'\") | upper if filter_values('seller') else '' }}'",
  );
  const words = await virtual('words', "true LIMIT {{ filter_values('seller') | join(' ') or 1 }}");
  const ask = async (id: number, val: unknown, more: object = {}) =>
    it.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: it.adminId,
      payload: {
        datasource: { id, type: 'table' },
        queries: [
          {
            columns: ['seller'],
            metrics: ['count'],
            filters: [{ col: 'seller', op: Array.isArray(val) ? 'NOT IN' : '!=', val }],
            row_limit: 5,
            ...more,
          },
        ],
      },
    });
  const attack = "x') UNION SELECT table_name, 1 FROM information_schema.tables WHERE table_name NOT IN ('y";
  for (const [id, val] of [
    [joined, [attack]],
    [joined, [attack.toUpperCase()]],
    [limited, '0 UNION SELECT table_name, 1 FROM information_schema.tables'],
    [changed, [attack.replaceAll("'", '~')]],
    [words, ['0', 'UNION', 'SELECT', 'table_name', 'FROM', 'secret']],
  ] as const) {
    const answer = await ask(id, val);
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringContaining('would become a part of the SQL of the dataset'),
    ]);
  }
  expect(
    (await ask(addressed, 'x', { url_params: { n: '0 UNION SELECT table_name, 1 FROM information_schema.tables' } }))
      .statusCode,
  ).toBe(400);
  expect((await ask(addressed, 'x', { url_params: { n: '3' } })).statusCode).toBe(200);
  expect([
    (await ask(joined, ['bo', 'New York'])).statusCode,
    (await ask(changed, ['bo'])).statusCode,
    (await ask(words, ['2'])).statusCode,
  ]).toEqual([200, 200, 200]);
  expect((await ask(held, [attack, "O'Hara"])).json()).toMatchObject({ result: [{ data: [] }] });
});

test('[7.1-01] url_param reads the address of the request before the form, as a value', async () => {
  const body = {
    datasource: { id: dataset, type: 'table' },
    result_type: 'results',
    queries: [{ columns: ['place'], row_limit: 1, url_params: { place: 'form' } }],
  };
  const ask = async (address: string, payload: object = body) => {
    const answer = await it.request({ method: 'POST', url: `/api/v1/chart/data${address}`, as: people.ana, payload });
    return [answer.statusCode, answer.json<{ result: [{ data: Row[] }] }>().result?.[0].data[0]?.['place']];
  };
  expect(await ask('')).toEqual([200, 'form']);
  expect(await ask('?place=Lima')).toEqual([200, 'Lima']);
  expect(await ask('?place=Quito&place=Lima')).toEqual([200, 'Quito']);
  expect(await ask('?place=Lima&force=true')).toEqual([200, 'Lima']);
  expect(await ask(`?place=${encodeURIComponent("x' || seller || '")}`)).toEqual([200, "x' || seller || '"]);
  expect(await ask('?city=Lima', { ...body, queries: [{ columns: ['place'], row_limit: 1 }] })).toEqual([
    200,
    'nowhere',
  ]);
});

test('url_param reads the address of files, saved charts, batches, samples and menus too', async () => {
  const query = { columns: ['place'], row_limit: 1 };
  const context = { datasource: { id: dataset, type: 'table' }, queries: [query] };
  const chart = await it.make('chart/', {
    slice_name: 'By place',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify(context),
  });
  const virtual = await it.make('dataset/', {
    database: it.database,
    table_name: 'of an address',
    sql: "SELECT seller AS place FROM sales WHERE seller = '{{ url_param('place') }}'",
  });
  const ways = [
    { method: 'POST', url: '/api/v1/chart/data?place=bo', payload: { ...context, result_format: 'csv' } },
    { method: 'GET', url: `/api/v1/chart/${chart}/data/?place=bo` },
    { method: 'POST', url: '/api/v1/chart/data/batch?place=bo', payload: { requests: [{ id: 1, ...context }] } },
    { method: 'POST', url: `/datasource/samples?datasource_type=table&datasource_id=${virtual}&place=bo`, payload: {} },
    { method: 'GET', url: `/api/v1/datasource/table/${virtual}/column/place/values/?place=bo` },
    {
      method: 'POST',
      url: '/tessera/explore_json/?csv=true&place=bo',
      payload: {
        form_data: JSON.stringify({
          viz_type: 'partition',
          datasource: `${virtual}__table`,
          groupby: ['place'],
          metrics: ['count'],
        }),
      },
    },
  ] as const;
  for (const way of ways) {
    const answer = await it.request({ ...way, as: it.adminId });
    expect([
      way.url,
      answer.statusCode,
      /place(,COUNT\(\*\))?\r\nbo|"place":"bo"|\["bo"\]/.test(answer.body) ? 'bo' : answer.body,
    ]).toEqual([way.url, 200, 'bo']);
  }
  // A job knows the address of the request that it is for.
  for (const [url, payload] of [
    ['/api/v1/chart/data?place=ana', context],
    [
      '/tessera/explore_json/?place=ana',
      { viz_type: 'partition', datasource: `${virtual}__table`, groupby: ['place'], metrics: ['count'] },
    ],
  ] as const) {
    const begun = await it.request({
      method: 'POST',
      url,
      as: it.adminId,
      payload,
      headers: { prefer: 'respond-async' },
    });
    expect([url, begun.statusCode]).toEqual([url, 202]);
    const at =
      `${url.startsWith('/api') ? '/api/v1/chart/data' : '/tessera/explore_json/data'}/` +
      `${begun.json<{ job_id: string }>().job_id}`;
    await expect.poll(async () => (await it.request({ url: at, as: it.adminId })).statusCode).toBe(200);
    expect((await it.request({ url: at, as: it.adminId })).body).toMatch(/"place":"ana"|"name":"ana"/);
  }
});

test('a row-level rule reads nothing that the client may write: neither the address nor the form', async () => {
  const { db } = it.metadata;
  const role = await buildRole(db, { pairs: ['can_read Chart', `datasource_access dataset:${dataset}`] });
  const cy = await buildUser(db, { username: 'cy', roles: [role] });
  await it.make('rowlevelsecurity/', {
    name: 'Of an address',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [role],
    clause: "seller = '{{ url_param('seller', 'ana') }}'",
  });
  const payload = {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['seller'], metrics: ['count'], url_params: { seller: 'bo' } }],
    form_data: { url_params: { seller: 'bo' } },
  };
  const answer = await it.request({ method: 'POST', url: '/api/v1/chart/data?seller=bo', as: cy, payload });
  expect(answer.json()).toMatchObject({ result: [{ data: [{ seller: 'ana', count: 5 }] }] });
});

test('templates see the query that is asked: its parts, its page, its time', async () => {
  const told = [
    "columns | join('+')",
    'groupby | length',
    "metrics | join('+')",
    "filter | map(attribute='col') | join('+')",
    "filter | map(attribute='op') | join('+')",
    'row_limit',
    'row_offset',
    "table_columns | join('+')",
    'time_column',
    'time_grain',
  ];
  const id = await it.make('dataset/', {
    database: it.database,
    table_name: 'told',
    sql: `SELECT sold, seller, '${told.map((name) => `{{ ${name} }}`).join('|')}' AS told FROM sales`,
  });
  const ask = async (query: object) =>
    (
      await it.request({
        method: 'POST',
        url: '/api/v1/chart/data',
        as: it.adminId,
        payload: { datasource: { id, type: 'table' }, queries: [query] },
      })
    ).json<{ result: [{ data: Row[] }] }>();
  const asked = {
    columns: ['told'],
    metrics: ['count'],
    filters: [{ col: 'seller', op: 'IN', val: ['bo'] }],
    row_limit: 7,
    granularity: 'sold',
    extras: { time_grain_sqla: 'P1D' },
  };
  expect((await ask(asked)).result[0].data).toEqual([
    { told: 'told|1|count|seller|IN|7|0|sold+seller+told|sold|P1D', count: 5 },
  ]);
  expect(
    (
      await ask({
        ...asked,
        columns: ['seller', 'told'],
        groupby: ['seller', 'told'],
        row_offset: 1,
        row_limit: 1,
        filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-01-02' }],
      })
    ).result[0].data,
  ).toEqual([
    {
      seller: expect.stringMatching(/^(ana|bo)$/),
      told: 'seller+told|2|count|sold|TEMPORAL_RANGE|1|1|sold+seller+told|sold|P1D',
      count: 5,
    },
  ]);
});

test('templates use the parameters of the database, and those of the dataset over them', async () => {
  const settings = async (extra: object) =>
    expect(
      (
        await it.request({
          method: 'PUT',
          url: `/api/v1/database/${it.database}`,
          as: it.adminId,
          payload: { extra: JSON.stringify(extra) },
        })
      ).statusCode,
    ).toBe(200);
  await settings({ template_params: { who: 'ana', least: 4 } });
  const sql = "SELECT seller, amount FROM sales WHERE seller = '{{ who }}' AND amount >= {{ least }}";
  const common = await it.make('dataset/', { database: it.database, table_name: 'by the database', sql });
  const own = await it.make('dataset/', {
    database: it.database,
    table_name: 'by the dataset',
    sql,
    template_params: '{"who":"bo"}',
  });
  const ask = async (id: number) =>
    (
      await it.request({
        method: 'POST',
        url: '/api/v1/chart/data',
        as: it.adminId,
        payload: { datasource: { id, type: 'table' }, queries: [{ columns: ['seller'], metrics: ['count'] }] },
      })
    ).json<{ result: [{ data: Row[] }] }>().result?.[0].data;
  expect([await ask(common), await ask(own)]).toEqual([[{ seller: 'ana', count: 3 }], [{ seller: 'bo', count: 3 }]]);
  // What was cached is of the parameters as they were.
  await settings({ template_params: { who: 'ana', least: 8 } });
  expect([await ask(common), await ask(own)]).toEqual([[{ seller: 'ana', count: 1 }], [{ seller: 'bo', count: 1 }]]);
  await settings({});
  const without = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: it.adminId,
    payload: { datasource: { id: own, type: 'table' }, queries: [{ columns: ['seller'], metrics: ['count'] }] },
  });
  expect([without.statusCode, without.body]).toEqual([
    400,
    expect.stringContaining('parameters that have no value: least'),
  ]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { salesApp, type SalesApp } from '../testing/sales-app.ts';

// 2^53 + 1 is the first integer that a number cannot tell from its neighbour.
const BIG = '9007199254740993';
const HUGE = '9223372036854775807';
let it: SalesApp;

beforeAll(async () => {
  // The rows …992 and …994 are there too: whoever rounds counts them.
  it = await salesApp([
    `CREATE TABLE sales AS SELECT * FROM (VALUES (9007199254740992, 'even'), (${BIG}, 'odd'), (${BIG}, 'odd'), ` +
      `(9007199254740994, 'even'), (${HUGE}, 'most'), (1, 'one')) AS r(id, region)`,
  ]);
});
afterAll(() => it.close());

const context = (filter: string, more = '') =>
  `{"datasource":{"id":${it.dataset},"type":"table"},"queries":[{"metrics":["count"],"filters":[${filter}]${more}}]}`;
const post = (url: string, payload: string) =>
  it.request({ method: 'POST', url, as: it.adminId, payload, headers: { 'content-type': 'application/json' } });
const counted = async (body: string): Promise<number> => {
  const answer = await post('/api/v1/chart/data', body);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().result[0].data[0].count;
};

describe('an integer beyond 2^53 in a request is that integer', () => {
  test.each([
    ['==', `{"col":"id","op":"==","val":${BIG}}`, 2],
    ['!=', `{"col":"id","op":"!=","val":${BIG}}`, 4],
    ['IN', `{"col":"id","op":"IN","val":[${BIG},1]}`, 3],
    ['NOT IN', `{"col":"id","op":"NOT IN","val":[${BIG}]}`, 4],
    ['<=', `{"col":"id","op":"<=","val":${BIG}}`, 4],
    ['the largest', `{"col":"id","op":"==","val":${HUGE}}`, 1],
    ['beyond 64 bits', `{"col":"id","op":"==","val":92233720368547758070000}`, 0],
    ['an expression', `{"col":{"sqlExpression":"id + 0","label":"x"},"op":"==","val":${BIG}}`, 2],
    ['a text column', `{"col":"region","op":"==","val":${BIG}}`, 0],
  ])('in a filter: %s', async (_, filter, rows) => {
    // Twice: the second answer comes from the cache, and one key is not that of its neighbour.
    expect([await counted(context(filter)), await counted(context(filter))]).toEqual([rows, rows]);
  });

  test('two neighbours have two keys', async () => {
    expect([
      await counted(context(`{"col":"id","op":"==","val":9007199254740992}`)),
      await counted(context(`{"col":"id","op":"==","val":${BIG}}`)),
    ]).toEqual([1, 2]);
  });

  test('in a template', async () => {
    const where = `,"extras":{"where":"id IN ({{ filter_values('id') | join(', ') }})"}`;
    expect(await counted(context(`{"col":"id","op":"IN","val":[${BIG}]}`, where))).toBe(2);
  });

  test('in a posted form, in a batch and in the call of older charts', async () => {
    const body = context(`{"col":"id","op":"==","val":${BIG}}`);
    const form = await it.request({
      method: 'POST',
      url: '/api/v1/chart/data',
      as: it.adminId,
      payload: new URLSearchParams({ form_data: body }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.json().result[0].data[0].count).toBe(2);
    const batch = await post('/api/v1/chart/data/batch', `{"requests":[{"id":1,${body.slice(1)}]}`);
    expect(JSON.parse(batch.body).result[0].data[0].count).toBe(2);
    const fields =
      `{"datasource":"${it.dataset}` +
      '__table","viz_type":"bullet","metric":"count","adhoc_filters":[{"expressionType":"SIMPLE","clause":' +
      `"WHERE","subject":"id","operator":"IN","comparator":[${BIG}]}]}`;
    for (const payload of [`{"form_data":${fields}}`, JSON.stringify({ form_data: fields })]) {
      const older = await post('/tessera/explore_json/', payload);
      expect([older.statusCode, older.body]).toEqual([200, expect.stringMatching(/"measures":\[2\]/)]);
    }
  });

  test('in a saved chart, whose texts come back as they were sent', async () => {
    const query_context = context(`{"col":"id","op":"==","val":${BIG}}`);
    const params =
      '{"viz_type":"table","metrics":["count"],"adhoc_filters":[{"expressionType":"SIMPLE","clause":"WHERE",' +
      `"subject":"id","operator":"==","comparator":${BIG}}]}`;
    const id = await it.make('chart/', {
      slice_name: 'Big',
      viz_type: 'table',
      datasource_id: it.dataset,
      datasource_type: 'table',
      params,
      query_context,
    });
    const unsaved = await it.make('chart/', {
      slice_name: 'Big too',
      viz_type: 'table',
      datasource_id: it.dataset,
      datasource_type: 'table',
      params,
    });
    const saved = await it.request({ url: `/api/v1/chart/${id}`, as: it.adminId });
    expect(saved.json().result).toMatchObject({ params, query_context });
    expect(
      (await it.request({ url: `/api/v1/chart/${id}/data/`, as: it.adminId })).json().result[0].data[0].count,
    ).toBe(2);
    expect((await it.request({ url: `/api/v1/explore/?slice_id=${unsaved}`, as: it.adminId })).body).toContain(
      `"comparator":${BIG}`,
    );
  });

  test('in what the server keeps: explore state, permalinks, filters of a dashboard, events', async () => {
    const form_data = `{"datasource":"${it.dataset}__table","viz_type":"table","comparator":${BIG}}`;
    const state = await post(
      '/api/v1/explore/form_data',
      JSON.stringify({ datasource_id: it.dataset, datasource_type: 'table', form_data }),
    );
    const kept = await it.request({ url: `/api/v1/explore/form_data/${state.json().key}`, as: it.adminId });
    expect(kept.json().form_data).toContain(`"comparator":${BIG}`);
    const link = await post('/api/v1/explore/permalink', `{"formData":${form_data}}`);
    expect([
      link.statusCode,
      (await it.request({ url: `/api/v1/explore/permalink/${link.json().key}`, as: it.adminId })).body,
    ]).toEqual([201, expect.stringContaining(`"comparator":${BIG}`)]);
    const board = await it.make('dashboard/', { dashboard_title: 'Big' });
    const mask = `{"dataMask":{"F":{"filterState":{"value":[${BIG}]}}}}`;
    const boardLink = await post(`/api/v1/dashboard/${board}/permalink`, mask);
    expect([
      boardLink.statusCode,
      (await it.request({ url: `/api/v1/dashboard/permalink/${boardLink.json().key}`, as: it.adminId })).body,
    ]).toEqual([201, expect.stringContaining(BIG)]);
    const changed = await it.request({
      method: 'PUT',
      url: `/api/v1/dashboard/${board}/filters`,
      as: it.adminId,
      payload:
        `{"modified":[{"id":"NATIVE_FILTER-1","defaultDataMask":{"filterState":{"value":[${BIG}` +
        ']}}}],"deleted":[]}',
      headers: { 'content-type': 'application/json' },
    });
    expect([
      changed.statusCode,
      (await it.request({ url: `/api/v1/dashboard/${board}`, as: it.adminId })).json().result.json_metadata,
    ]).toEqual([200, expect.stringContaining(BIG)]);
    expect((await post('/tessera/log/?explode=events', `{"events":[{"event_name":"a","n":${BIG}}]}`)).statusCode).toBe(
      200,
    );
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESULT_TYPES, type ResultType } from '@tessera/core/query-object';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
const people: Record<string, number> = {};
const charts: Partial<Record<ResultType, number>> = {};
const types = RESULT_TYPES;

/** What a role lacks, of all that is asked for here. */
const pairs = {
  none: [],
  can_view_query: ['can_view_query Tessera'],
  can_samples: ['can_samples Tessera'],
  can_csv: ['can_csv Tessera'],
} as const;
type Lack = keyof typeof pairs;
const lacks: readonly Lack[] = ['none', 'can_view_query', 'can_samples', 'can_csv'];
const needed: Partial<Record<ResultType, Lack>> = {
  query: 'can_view_query',
  samples: 'can_samples',
  drill_detail: 'can_samples',
};

beforeAll(async () => {
  it = await salesApp([
    "CREATE TABLE sales AS SELECT i AS id, CASE i % 2 WHEN 0 THEN 'EU' ELSE 'US' END AS region FROM range(10) AS r(i)",
  ]);
  const all = [
    'can_read Chart',
    'can_read Dataset',
    `datasource_access dataset:${it.dataset}`,
    ...Object.values(pairs).flat(),
  ];
  for (const lack of lacks) {
    const left = all.filter((pair) => !(pairs[lack] as readonly string[]).includes(pair));
    people[lack] = await buildUser(it.metadata.db, {
      username: `lacks ${lack}`,
      roles: [await buildRole(it.metadata.db, { name: `lacks ${lack}`, pairs: left })],
    });
  }
  for (const type of types) {
    const context = { datasource: { id: it.dataset, type: 'table' }, queries: [query], result_type: type };
    charts[type] = await it.make('chart/', {
      slice_name: type,
      viz_type: 'table',
      datasource_id: it.dataset,
      datasource_type: 'table',
      params: '{}',
      query_context: JSON.stringify(context),
    });
  }
});
afterAll(() => it.close());

const query = { columns: ['region'], metrics: ['count'] };
const post = (as: number, url: string, payload: object, headers: Record<string, string> = {}) =>
  it.request({ method: 'POST', url, as, payload, headers });
const contextOf = (type: ResultType) => ({
  datasource: { id: it.dataset, type: 'table' },
  queries: [query],
  result_type: type,
});

/** Every way in, with the status that it ends with. */
const ways: Readonly<Record<string, (as: number, type: ResultType) => Promise<number>>> = {
  'as a whole': async (as, type) => (await post(as, '/api/v1/chart/data', contextOf(type))).statusCode,
  'by its query': async (as, type) =>
    (await post(as, '/api/v1/chart/data', { ...contextOf('full'), queries: [{ ...query, result_type: type }] }))
      .statusCode,
  'behind another query': async (as, type) =>
    (await post(as, '/api/v1/chart/data', { ...contextOf('full'), queries: [query, { ...query, result_type: type }] }))
      .statusCode,
  'from what is kept for others': async (as, type) => {
    await post(it.adminId, '/api/v1/chart/data', contextOf(type));
    return (await post(as, '/api/v1/chart/data?stale_ok=1000', contextOf(type))).statusCode;
  },
  'in a batch': async (as, type) => {
    const answer = await post(as, '/api/v1/chart/data/batch', { requests: [{ id: 1, ...contextOf(type) }] });
    return (JSON.parse(answer.body) as { status: number }).status;
  },
  'as a job': async (as, type) =>
    (await post(as, '/api/v1/chart/data', contextOf(type), { prefer: 'respond-async' })).statusCode,
  'of a saved chart': async (as, type) =>
    (await it.request({ url: `/api/v1/chart/${charts[type]}/data/`, as })).statusCode,
  'by the address of a saved chart': async (as, type) =>
    (await it.request({ url: `/api/v1/chart/${charts['full']}/data/?type=${type}`, as })).statusCode,
};

describe.each(lacks)('[attack 85] who lacks %s', (lack) => {
  test.each(types.flatMap((type) => Object.keys(ways).map((way) => ({ type, way }))))(
    'asks for $type $way',
    async ({ type, way }) => {
      const status = (await ways[way]?.(people[lack] ?? 0, type)) ?? 0;
      expect(status).toBe(
        lack !== 'none' && needed[type] === lack ? 403 : status === 202 && way === 'as a job' ? 202 : 200,
      );
    },
  );

  test.each(types.filter((type) => !['columns', 'timegrains', 'query', 'explain'].includes(type)))(
    'asks for %s as a file',
    async (type) => {
      const answer = await post(people[lack] ?? 0, '/api/v1/chart/data', { ...contextOf(type), result_format: 'csv' });
      expect(answer.statusCode).toBe(lack === 'can_csv' || (lack !== 'none' && needed[type] === lack) ? 403 : 200);
    },
  );

  test('asks for samples at their own address', async () => {
    const answer = await post(
      people[lack] ?? 0,
      `/datasource/samples?datasource_type=table&datasource_id=${it.dataset}`,
      {},
    );
    expect(answer.statusCode).toBe(lack === 'can_samples' ? 403 : 200);
  });

  test('asks as an older chart', async () => {
    const form = {
      viz_type: 'para',
      datasource: `${it.dataset}__table`,
      series: 'region',
      metrics: ['count'],
      result_type: 'samples',
      samples: true,
    };
    const answer = await post(people[lack] ?? 0, '/tessera/explore_json/?samples=true', { form_data: form });
    expect([answer.statusCode, answer.body.includes('"id"')]).toEqual([200, false]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_VALUES } from './http/json-bounds.ts';
import { buildPlainDataset } from './testing/content.ts';
import { requestSchemas, schemasIn, type JsonSchema, type RequestSchema } from './testing/request-schemas.ts';
import { testApp, type TestApp } from './testing/test-app.ts';
import { countWork } from './testing/work-of.ts';

// What anybody sends is bounded before it is read: no request holds the event loop, whatever is in it.

let it: TestApp;
let routes: readonly RequestSchema[];

beforeAll(async () => {
  it = await testApp();
  routes = await requestSchemas(it);
});
afterAll(() => it.close());

const at = (path: readonly string[]): string => path.join('.').replaceAll('.[]', '[]') || 'body';
const isTuple = ({ items }: JsonSchema): boolean => Array.isArray(items);

test('[attack 74] every list that a request may hold has a bound, every text too', () => {
  const open = routes.flatMap(({ method, url, body, parameters }) =>
    [...(body ? [{ name: '', schema: body }] : []), ...parameters].flatMap(({ name, schema }) =>
      [...schemasIn(schema)].flatMap(({ path, schema: one }) => {
        const isOpen =
          (one.type === 'array' && !isTuple(one) && one.maxItems === undefined) ||
          (one.type === 'string' &&
            one.maxLength === undefined &&
            one.format !== 'uuid' &&
            one.enum === undefined &&
            one.const === undefined &&
            !('pattern' in one)) ||
          ((one.patternProperties !== undefined ||
            one.additionalProperties === true ||
            typeof one.additionalProperties === 'object') &&
            one.maxProperties === undefined);
        return isOpen ? [`${method} ${url} ${name}${at(path)} is a ${one.type ?? 'record'} without a bound`] : [];
      }),
    ),
  );
  expect(open).toEqual([]);
});

test('a body without a schema is one of these, which are bounded by hand', () => {
  const bare = routes
    .filter(({ method, body }) => (method === 'POST' || method === 'PUT') && body === null)
    .map(({ method, url }) => `${method} ${url}`);
  expect(bare.toSorted()).toEqual(
    [
      // No body is read.
      'POST /api/v1/chart/{id}/favorites/',
      'POST /api/v1/dashboard/{key}/access_request',
      'POST /api/v1/dashboard/{key}/favorites/',
      'POST /api/v1/dataset/{id}/extract/cancel',
      'POST /api/v1/dashboard/{key}/versions/{version}/restore',
      'PUT /api/v1/dashboard/{key}/editors',
      'POST /api/v1/tag/{id}/favorites/',
      'POST /api/v1/saved_query/{id}/favorites/',
      'POST /api/v1/saved_query/{id}/versions/{version}/restore',
      'POST /api/v1/security/refresh',
      'POST /logout/',
      'POST /tabstateview/{id}/activate',
      // A query object, read as one of chart data; form data; at most 1024 events.
      'POST /datasource/samples',
      'POST /tessera/explore_json/',
      'POST /tessera/log/',
      'PUT /api/v1/dataset/{id}/refresh',
    ].toSorted(),
  );
});

/**
 * No request holds the loop for 100 ms: a slow machine runs some 50 000 blocks in a millisecond, and passes over the
 * text of a body some times besides reading it as JSON. It is counted, so that a busy machine does not matter.
 */
const MAX_BLOCKS = 2_500_000;
const MAX_PASSES = 10;

const counter = countWork();
afterAll(counter.stop);

type Sent = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'; readonly url: string };

/** Send each payload. @returns the statuses, and what is beyond the bounds of so many requests */
async function costOf(
  to: Sent,
  payloads: readonly string[],
): Promise<{ readonly statuses: readonly number[]; readonly beyond: readonly string[] }> {
  const statuses: number[] = [];
  const { blocks, searched } = await counter.workOf(async () => {
    for (const payload of payloads) {
      const headers = { 'content-type': 'application/json' };
      statuses.push((await it.request({ ...to, as: it.adminId, payload, headers })).statusCode);
    }
  });
  const length = payloads.reduce((sum, payload) => sum + payload.length, 0);
  return {
    statuses,
    beyond: [
      ...(blocks > MAX_BLOCKS * payloads.length ? [`${to.method} ${to.url} ran ${blocks} blocks`] : []),
      ...(searched > MAX_PASSES * length
        ? [`${to.method} ${to.url} searched ${searched} of ${length} characters`]
        : []),
    ],
  };
}
const isRefused = (status: number): boolean => status >= 400 && status < 500;

const address = (url: string): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'type' ? 'table' : '1'));
/** JSON text with a list in the place that the path names. */
const holding = (path: readonly string[], list: string): string =>
  path.reduceRight((inner, key) => (key === '[]' ? `[${inner}]` : `{${JSON.stringify(key)}:${inner}}`), list);

test('[attack 74] no list of any route holds the loop', async () => {
  const lists = routes.flatMap(({ method, url, body }) =>
    [...schemasIn(body ?? {})]
      .filter(({ schema }) => schema.type === 'array' && !isTuple(schema))
      .map(({ path }) => ({ method, url, path })),
  );
  expect(lists.length).toBeGreaterThan(40);
  // Two million take 6 MB, which not every route reads.
  const floods = [
    `[${'{},'.repeat(2_000_000)}{}]`,
    `[${'{},'.repeat(340_000)}{}]`,
    `[${'{},'.repeat(MAX_VALUES / 2 - 100)}{}]`,
    `[${'"a",'.repeat(MAX_VALUES - 100)}"a"]`,
  ];
  for (const { method, url, path } of lists) {
    const name = `${method} ${url} ${at(path)}`;
    const { statuses, beyond } = await costOf(
      { method, url: address(url) },
      floods.map((flood) => holding(path, flood)),
    );
    expect([name, statuses.every(isRefused), beyond]).toEqual([name, true, []]);
  }
});

test.each([
  ['POST', '/tessera/explore_json/', '{"form_data":{"groupby":', '}}'],
  ['POST', '/tessera/log/?explode=events', '{"events":', '}'],
  ['POST', '/datasource/samples?datasource_type=table&datasource_id=1', '{"filters":', '}'],
] as const)('[attack 74] nor those of a body that has no schema: %s %s', async (method, url, before, after) => {
  const { statuses, beyond } = await costOf(
    { method, url },
    [2_000_000, 340_000, MAX_VALUES / 2 - 100].map((items) => `${before}[${'{},'.repeat(items)}{}]${after}`),
  );
  expect([statuses.every(isRefused), beyond]).toEqual([true, []]);
});

/** A query that holds a text in one of the places where users write SQL. */
const written: Readonly<Record<string, (sql: string) => object>> = {
  'extras.where': (where) => ({ metrics: ['count'], extras: { where } }),
  'extras.having': (having) => ({ metrics: ['count'], extras: { having } }),
  where: (where) => ({ metrics: ['count'], where }),
  having: (having) => ({ metrics: ['count'], having }),
  column: (sqlExpression) => ({ columns: [{ sqlExpression, label: 'x' }] }),
  'series column': (sqlExpression) => ({ columns: ['region'], series_columns: [{ sqlExpression, label: 'x' }] }),
  metric: (sqlExpression) => ({ metrics: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] }),
  'series limit metric': (sqlExpression) => ({
    metrics: ['count'],
    series_limit_metric: { expressionType: 'SQL', sqlExpression, label: 'x' },
  }),
  'order by': (sqlExpression) => ({
    metrics: ['count'],
    orderby: [[{ expressionType: 'SQL', sqlExpression, label: 'x' }, true]],
  }),
  filter: (sqlExpression) => ({
    metrics: ['count'],
    filters: [{ col: { sqlExpression, label: 'x' }, op: '==', val: 1 }],
  }),
};
const hostile: Readonly<Record<string, string>> = {
  'nested conditions': '(a) AND (',
  'conditions in a row': '(1=1) AND ',
  signs: '- ',
  brackets: '(',
  quotes: "'",
  templates: '{{ ',
  comments: '/*',
};

test.each(Object.entries(written))(
  '[attack 73] SQL in %s is refused by its length before anybody reads it, in one query and in forty',
  async (_, place) => {
    const dataset = await buildPlainDataset(it.metadata.db);
    const bodyOf = (pattern: string, count: number) =>
      JSON.stringify({
        datasource: { id: dataset, type: 'table' },
        queries: Array.from({ length: count }, () => place(pattern.repeat(Math.ceil(190_000 / pattern.length)))),
      });
    for (const [name, pattern] of Object.entries(hostile)) {
      const { statuses, beyond } = await costOf({ method: 'POST', url: '/api/v1/chart/data' }, [
        bodyOf(pattern, 1),
        bodyOf(pattern, 40),
      ]);
      expect([name, statuses, beyond]).toEqual([name, [400, 400], []]);
    }
  },
);

test.each<[string, () => object]>([
  [
    'values in all filters',
    () => ({
      filters: Array.from({ length: 3 }, () => ({
        col: 'region',
        op: 'IN',
        val: Array.from({ length: 10_000 }, () => 'a'),
      })),
    }),
  ],
  ['text in names', () => ({ columns: Array.from({ length: 500 }, (_, at) => `${at}${'x'.repeat(4_900)}`) })],
  [
    'values in options of steps',
    () => ({
      metrics: ['count'],
      post_processing: [{ operation: 'pivot', options: { index: Array.from({ length: 30_000 }, () => 'a') } }],
    }),
  ],
  [
    'a label',
    () => ({ metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'x'.repeat(7_000_000) }] }),
  ],
])('[attack 75] %s beyond the bound of a request are refused before the dataset is looked up', async (_, query) => {
  const payload = JSON.stringify({ datasource: { id: 999_999, type: 'table' }, queries: [query()] });
  const { statuses, beyond } = await costOf({ method: 'POST', url: '/api/v1/chart/data' }, [payload]);
  // A dataset that is not there would be 404.
  expect([statuses, beyond]).toEqual([[400], []]);
});

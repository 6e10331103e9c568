import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { some } from '@tessera/core/fixtures/runs';
import { requestSchemas, type JsonSchema, type RequestSchema } from './testing/request-schemas.ts';
import { salesApp, type SalesApp } from './testing/sales-app.ts';

// Names that every object has without having been given them. Wherever users may send a name they are names like any
// other: known, unknown or refused, and never a defect of the server.
const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
  'prototype',
  'then',
  'toJSON',
];

let it: SalesApp;
let routes: readonly RequestSchema[];
let ids: Readonly<Record<'chart' | 'dashboard' | 'layer', number>>;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT i AS amount, 'EU' AS "toString", 'a' AS "constructor", 1 AS ` +
      `"hasOwnProperty", TIMESTAMP '2024-01-01' + to_days(i) AS "valueOf" FROM range(4) AS r(i)`,
  ]);
  routes = await requestSchemas(it);
  const chart = await it.make('chart/', {
    slice_name: 'A',
    viz_type: 'table',
    datasource_id: it.dataset,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify({ datasource: { id: it.dataset, type: 'table' }, queries: [{ metrics: ['count'] }] }),
  });
  ids = {
    chart,
    dashboard: await it.make('dashboard/', { dashboard_title: 'A' }),
    layer: await it.make('annotation_layer/', { name: 'A' }),
  };
});
afterAll(() => it.close());

const idOf = (url: string): number =>
  url.includes('/chart/')
    ? ids.chart
    : url.includes('/dashboard/')
      ? ids.dashboard
      : url.includes('/dataset') || url.includes('/datasource')
        ? it.dataset
        : url.includes('/database/')
          ? it.database
          : url.includes('annotation_layer')
            ? ids.layer
            : 1;
const address = (url: string, value?: string): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    value !== undefined && !/id$/i.test(name) && name !== 'type'
      ? encodeURIComponent(value)
      : name === 'type'
        ? 'table'
        : String(idOf(url)),
  );

/** A value that a schema takes, with the name in the place of every text, or as a key of every record. */
function sample(schema: JsonSchema, name: string, as: 'text' | 'key', depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return as === 'text' ? name : schema.enum[0];
  if (schema.anyOf !== undefined)
    return sample(
      schema.anyOf.find((one) => one.type === 'array' || one.properties || one.patternProperties) ??
        schema.anyOf[0] ??
        {},
      name,
      as,
      depth,
    );
  const inner = (one: JsonSchema): unknown => sample(one, name, as, depth + 1);
  switch (schema.type) {
    case 'string':
      return as === 'text' ? name : '{}';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.isArray(schema.items) ? schema.items.map(inner) : [inner(schema.items as JsonSchema)];
    case undefined:
    default:
      break;
  }
  const fields = Object.entries(schema.properties ?? {}).map(([key, one]): readonly [string, unknown] => [
    key,
    depth > 6 ? null : inner(one),
  ]);
  const free =
    schema.patternProperties || schema.additionalProperties === true || fields.length === 0
      ? [[name, name] as const]
      : [];
  return Object.fromEntries([...fields, ...(as === 'key' || fields.length === 0 ? free : [])]);
}

const ask = async (method: RequestSchema['method'], url: string, body?: unknown): Promise<number> => {
  const answer = await it.request({
    method,
    url,
    as: it.adminId,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return answer.statusCode;
};
/** What destroys what the others need. */
const spared = (method: string, url: string): boolean =>
  method === 'DELETE' || url.includes('/security/users/') || url.includes('logout');

// First, while the dataset is as it was made.
test.each(['toString', 'constructor', 'hasOwnProperty'])(
  '[attack 87] a column that is called %s is answered under its name',
  async (name) => {
    const ask = (result_format: string) =>
      it.request({
        method: 'POST',
        url: '/api/v1/chart/data',
        as: it.adminId,
        payload: {
          datasource: { id: it.dataset, type: 'table' },
          queries: [{ columns: [name], metrics: ['count'] }],
          result_format,
        },
      });
    const answer = await ask('json');
    expect([answer.statusCode, answer.json().result[0].colnames, answer.json().result[0].label_map[name]]).toEqual([
      200,
      [name, 'count'],
      [name],
    ]);
    expect((await ask('csv')).body.split('\n')[0]?.trim()).toBe(`${name},COUNT(*)`);
  },
);

// Each route meets one of the names; all of them in a thorough run.
describe.each(some([...names.keys()], 1))('[attack 87] the names, from number %i on', (first) => {
  const nameAt = (at: number): string => names[(first + at) % names.length] ?? '';

  test('as a field, a text and a key of every body', async () => {
    const defects: string[] = [];
    for (const [at, { method, url, body }] of routes.entries()) {
      const name = nameAt(at);
      if (body === null && method !== 'POST' && method !== 'PUT') continue;
      if (spared(method, url)) continue;
      const whole = sample(body ?? {}, name, 'text');
      const fields = Object.entries(body?.properties ?? {}).map(([key, one]) => ({ [key]: sample(one, name, 'text') }));
      const keys = Object.entries(body?.properties ?? {}).map(([key, one]) => ({ [key]: sample(one, name, 'key') }));
      const bodies: readonly unknown[] = [
        { [name]: 1 },
        { [name]: { [name]: [name] } },
        [name],
        name,
        whole,
        { ...(whole as object), [name]: name },
        ...fields,
        ...keys,
        { form_data: { [name]: name, viz_type: name } },
        { form_data: JSON.stringify({ [name]: name }) },
        { queries: [{ [name]: 1 }] },
      ];
      for (const one of bodies)
        if ((await ask(method, address(url), one)) >= 500)
          defects.push(`${method} ${url} ${JSON.stringify(one).slice(0, 200)}`);
    }
    expect(defects).toEqual([]);
  });

  test('in every address and query string', async () => {
    const lists = (name: string) => [
      `(columns:!(${name}))`,
      `(filters:!((col:${name},opr:eq,value:1)))`,
      `(filters:!((col:id,opr:${name},value:1)))`,
      `(order_column:${name},order_direction:asc)`,
      `(order_column:id,order_direction:${name})`,
      `(keys:!(${name}))`,
      `(${name}:1)`,
      name,
      `!(${name})`,
      `(filter:${name})`,
      `(columns:!(owners.${name}))`,
      `(schema_name:${name})`,
      `(actions:!(${name}))`,
      `{"${name}":1}`,
    ];
    const defects: string[] = [];
    for (const [at, { method, url, parameters }] of routes.entries()) {
      const name = nameAt(at);
      if (spared(method, url)) continue;
      const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      const asked = [
        address(url, name),
        `${address(url)}?${name}=1`,
        `${address(url)}?${name}[${name}]=${name}`,
        ...queries.flatMap((one) =>
          (one === 'q' ? lists(name) : [name, `{"${name}":"${name}"}`]).map(
            (value) => `${address(url)}?${one}=${encodeURIComponent(value)}`,
          ),
        ),
      ];
      for (const one of asked) if ((await ask(method, one)) >= 500) defects.push(`${method} ${one}`);
    }
    expect(defects).toEqual([]);
  });

  test('as a column, a label, a metric, an operator and an operation of a query', async () => {
    const name = nameAt(0);
    const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: name };
    const step = (operation: string, options: object) => ({
      metrics: ['count'],
      columns: ['amount'],
      post_processing: [{ operation, options }],
    });
    const axis = {
      columnType: 'BASE_AXIS',
      sqlExpression: 'valueOf',
      label: name,
      expressionType: 'SQL',
      timeGrain: 'P1D',
    };
    const queries: readonly object[] = [
      { columns: [name] },
      { columns: [name], metrics: [metric] },
      { columns: ['amount'], metrics: [metric], orderby: [[name, true]] },
      { metrics: [name] },
      { metrics: [{ ...metric, aggregate: name }] },
      { columns: [{ sqlExpression: 'amount', label: name }], metrics: ['count'] },
      { metrics: ['count'], filters: [{ col: name, op: '==', val: name }] },
      { metrics: ['count'], filters: [{ col: 'amount', op: name, val: 1 }] },
      { metrics: ['count'], filters: [{ col: 'amount', op: '==', val: 1, grain: name }] },
      { metrics: ['count'], filters: [{ col: 'valueOf', op: 'TEMPORAL_RANGE', val: name }] },
      { metrics: ['count'], granularity: name, time_range: name },
      { metrics: ['count'], extras: { time_grain_sqla: name }, is_timeseries: true, granularity: 'valueOf' },
      { columns: [axis], metrics: [metric] },
      {
        columns: [axis],
        metrics: [metric],
        filters: [{ col: 'valueOf', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-01-03' }],
        time_offsets: ['1 day ago', name],
      },
      {
        columns: [axis],
        metrics: [metric],
        filters: [{ col: 'valueOf', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-01-03' }],
        time_offsets: ['1 day ago'],
      },
      { columns: ['amount'], metrics: [metric], series_columns: [name], series_limit: 1 },
      { metrics: ['count'], extras: { where: name } },
      {
        metrics: ['count'],
        extras: {
          where: `'{{ filter_values('${name}') }}' = '{{ url_param('${name}') }}'`,
          having: `{{ get_time_filter('${name}') }}`,
        },
      },
      { columns: [{ sqlExpression: `{{ ${name} }}`, label: 'x' }] },
      { metrics: ['count'], url_params: { [name]: name } },
      {
        metrics: ['count'],
        annotation_layers: [
          { [name]: name, name, annotationType: name, sourceType: name, value: name, overrides: { [name]: name } },
        ],
      },
      step(name, {}),
      step('pivot', { index: [name], columns: [name], aggregates: { [name]: { operator: name } } }),
      step('pivot', { index: ['amount'], columns: [], aggregates: { count: { operator: name } } }),
      step('aggregate', { groupby: ['amount'], aggregates: { [name]: { operator: 'mean', column: 'count' } } }),
      step('aggregate', { groupby: ['amount'], aggregates: { x: { operator: name, column: 'count' } } }),
      step('rolling', { columns: { [name]: name }, window: 2, rolling_type: name }),
      step('rolling', { columns: { count: 'count' }, window: 2, rolling_type: name }),
      step('cum', { columns: { count: name }, operator: name }),
      step('cum', { columns: { count: name }, operator: 'sum' }),
      step('rename', { columns: { count: name, [name]: 'x' } }),
      step('sort', { by: name }),
      step('contribution', { orientation: name, columns: [name] }),
      step('compare', { source_columns: [name], compare_columns: [name], compare_type: name }),
      step('resample', { rule: name, method: name }),
      step('select', { columns: [name], rename: { [name]: name } }),
      step('diff', { columns: { count: name } }),
      step('prophet', { time_grain: name, periods: 1, confidence_interval: 0.8 }),
      step('boxplot', { groupby: [name], metrics: [name], whisker_type: name }),
      step('histogram', { column: name, groupby: [name], bins: 2 }),
      step('rank', { metric: name, group_by: name }),
      step('geohash_decode', { geohash: name, latitude: name, longitude: name }),
      step('flatten', { [name]: name }),
    ];
    const defects: string[] = [];
    for (const query of queries) {
      for (const result_type of ['full', 'post_processed', 'query', 'explain', 'samples', 'drill_detail']) {
        const form_data = {
          viz_type: 'pivot_table_v2',
          groupbyRows: [name],
          metrics: [name, 'count'],
          aggregateFunction: name,
          column_config: { [name]: { d3NumberFormat: name } },
          [name]: name,
        };
        for (const result_format of result_type === 'full' ? ['json', 'csv'] : ['json']) {
          const status = await ask('POST', '/api/v1/chart/data', {
            datasource: { id: it.dataset, type: 'table' },
            queries: [query],
            result_type,
            result_format,
            form_data,
          });
          if (status >= 500) defects.push(`${result_type} ${result_format} ${JSON.stringify(query)}`);
        }
      }
    }
    for (const viz_type of [
      name,
      'bubble',
      'bullet',
      'rose',
      'para',
      'partition',
      'time_pivot',
      'chord',
      'world_map',
      'cal_heatmap',
      'mapbox',
      'time_table',
      'country_map',
    ]) {
      const form = {
        viz_type,
        datasource: `${it.dataset}__table`,
        groupby: [name],
        columns: [name],
        metric: name,
        metrics: [name, 'count'],
        series: name,
        entity: name,
        x: name,
        y: name,
        size: name,
        adhoc_filters: [{ expressionType: name, subject: name, operator: name, comparator: name, clause: name }],
        extra_filters: [{ col: name, op: name, val: name }],
        extra_form_data: { [name]: name, filters: [{ col: name, op: '==', val: name }] },
        [name]: name,
      };
      if ((await ask('POST', '/tessera/explore_json/', { form_data: form })) >= 500)
        defects.push(`explore_json ${viz_type}`);
    }
    expect(defects).toEqual([]);
  });
});

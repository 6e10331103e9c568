import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { tableOf } from '@tessera/core/table';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { findPostgres } from '../testing/engines/databases.ts';
import { analyst, requestFor, sumOfNum, testPipeline, type TestPipeline } from '../testing/pipeline.ts';
import { builtServer } from '../testing/processes/built-server.ts';
import { createTemplateRenderer } from '../templates/render.ts';
import { createTemplateStep } from './template-step.ts';
import { createTimeReader } from './resolve/time-reader.ts';

let births: Births;
let it: TestPipeline;
beforeAll(async () => {
  births = await buildBirths('duckdb');
  it = testPipeline(births);
});
afterAll(() => births.close());

const query = { columns: ['gender'], metrics: ['count'], row_limit: 5 };
const asked = (form: Record<string, unknown>, more: QueryObject = query) => ({
  context: { ...requestFor(more).context, form_data: form },
});
async function csv(form: Record<string, unknown>, more: QueryObject): Promise<string> {
  const request = requestFor(more);
  const [lines] = await it.pipeline.downloads({
    ...request,
    context: { ...request.context, form_data: form, result_type: 'post_processed' },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of lines ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('[7.1-01] post_processed: by column and row, under the names on screen', async () => {
  const answer = await it.ask(query, { ...asked({ viz_type: 'table' }), type: 'post_processed' });
  expect(answer).toMatchObject({
    colnames: ['gender', 'COUNT(*)'],
    indexnames: [0, 1],
    coltypes: [1, 0],
    rowcount: 2,
    data: { gender: { 0: 'boy', 1: 'girl' }, 'COUNT(*)': { 0: 60, 1: 60 } },
  });
});

test('[7.1-01] details are in the order of the first column and samples in none', async () => {
  const { columns } = births.dataset;
  const byName = testPipeline(births, {
    dataset: {
      columns: [...columns.filter(({ name }) => name === 'name'), ...columns.filter(({ name }) => name !== 'name')],
    },
  });
  const asked: QueryObject = {
    filters: [{ col: 'name', op: 'IS NOT NULL' }],
    orderby: [['num', false]],
    row_limit: 100,
  };
  const detail = (await byName.ask(asked, { type: 'drill_detail' })).data.map((row) => String(row['name']));
  expect([detail[0], detail.at(-1), detail]).toEqual(['=1+1', "O'Brien", detail.toSorted()]);
  const samples = await byName.ask({ orderby: [['num', false]], row_limit: 5 }, { type: 'samples' });
  expect(Number(samples.data[0]?.['num'])).toBeLessThan(1000);
  expect(samples.query).not.toContain('ORDER BY');
});

test('a series that is called as a metric of the dataset is not shown under the name of the metric', async () => {
  const metrics = births.dataset.metrics.map((metric) => ({ ...metric, name: 'boy', verboseName: 'Metric' }));
  const named = testPipeline(births, { dataset: { metrics: [...births.dataset.metrics, ...metrics] } });
  const spread: QueryObject = {
    columns: ['state', 'gender'],
    metrics: ['count'],
    post_processing: [
      {
        operation: 'pivot',
        options: { index: ['state'], columns: ['gender'], aggregates: { count: { operator: 'mean' } } },
      },
      { operation: 'rename', options: { columns: { count: null }, level: 0 } },
      { operation: 'flatten' },
    ],
  };
  const shown = { ...asked({ viz_type: 'echarts_timeseries_bar' }, spread), type: 'post_processed' } as const;
  expect(await named.ask(spread, shown)).toMatchObject({ colnames: ['state', 'boy', 'girl'] });
  const request = requestFor(spread);
  const [lines] = await named.pipeline.downloads({ ...request, context: { ...request.context, result_format: 'csv' } });
  const chunks: Buffer[] = [];
  for await (const chunk of lines ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toMatch(/^state,boy,girl\r\n/);
});

const pivot = { viz_type: 'pivot_table_v2', groupbyRows: ['gender'], groupbyColumns: ['state'], metrics: [sumOfNum] };
const cells: QueryObject = { columns: ['gender', 'state'], metrics: [sumOfNum], row_limit: 100 };

test('a pivot table is pivoted on the server as in the browser, in the form that was asked for', async () => {
  const plain = await it.ask(cells);
  const cell = (gender: string, state: string) =>
    Number(plain.data.find((row) => row['gender'] === gender && row['state'] === state)?.['SUM(num)']);
  const [bc, bo, gc, go] = [cell('boy', 'CA'), cell('boy', 'other'), cell('girl', 'CA'), cell('girl', 'other')];
  const answer = await it.ask(cells, {
    ...asked({ ...pivot, rowTotals: true, colTotals: true }, cells),
    type: 'post_processed',
  });
  expect([answer['indexnames'], answer.data]).toEqual([
    ['boy', 'girl', 'Total (Sum)'],
    {
      'SUM(num) CA': { boy: bc, girl: gc, 'Total (Sum)': bc + gc },
      'SUM(num) other': { boy: bo, girl: go, 'Total (Sum)': bo + go },
      'SUM(num) Total (Sum)': { boy: bc + bo, girl: gc + go, 'Total (Sum)': bc + bo + gc + go },
    },
  ]);
  const turned = await it.ask(cells, {
    ...asked({ ...pivot, transposePivot: true, combineMetric: true }, cells),
    type: 'post_processed',
  });
  expect(turned.data).toEqual({ 'boy SUM(num)': { CA: bc, other: bo }, 'girl SUM(num)': { CA: gc, other: go } });
  const onRows = await it.ask(cells, { ...asked({ ...pivot, metricsLayout: 'ROWS' }, cells), type: 'post_processed' });
  expect(onRows.data).toEqual({
    CA: { 'SUM(num) boy': bc, 'SUM(num) girl': gc },
    other: { 'SUM(num) boy': bo, 'SUM(num) girl': go },
  });
  const shares = await it.ask(cells, {
    ...asked({ ...pivot, aggregateFunction: 'Sum as Fraction of Rows' }, cells),
    type: 'post_processed',
  });
  expect(shares.data).toEqual({
    'SUM(num) CA': { boy: bc / (bc + bo), girl: gc / (gc + go) },
    'SUM(num) other': { boy: bo / (bc + bo), girl: go / (gc + go) },
  });
  expect(await csv(pivot, cells)).toBe(`gender,SUM(num) CA,SUM(num) other\r\nboy,${bc},${bo}\r\ngirl,${gc},${go}\r\n`);
});

test('a pivot table has its subtotals beside what they sum up, and its orders', async () => {
  const deep = { columns: ['gender', 'state', 'is_boy'], metrics: [sumOfNum], row_limit: 100 };
  const plain = await it.ask(deep);
  const total = (gender: string, state?: string) =>
    plain.data
      .filter((row) => row['gender'] === gender && (state === undefined || row['state'] === state))
      .reduce((all, row) => all + Number(row['SUM(num)']), 0);
  const rows = {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['gender', 'state'],
    groupbyColumns: [],
    metrics: [sumOfNum],
  };
  const names = async (form: Record<string, unknown>) =>
    (await it.ask(deep, { ...asked({ ...rows, ...form }, deep), type: 'post_processed' }))['indexnames'];
  const answer = await it.ask(deep, {
    ...asked({ ...rows, rowSubTotals: true, colTotals: true }, deep),
    type: 'post_processed',
  });
  expect([answer['indexnames'], answer.data]).toEqual([
    ['boy CA', 'boy other', 'boy Subtotal', 'girl CA', 'girl other', 'girl Subtotal', 'Total (Sum)'],
    {
      'SUM(num)': {
        'boy CA': total('boy', 'CA'),
        'boy other': total('boy', 'other'),
        'boy Subtotal': total('boy'),
        'girl CA': total('girl', 'CA'),
        'girl other': total('girl', 'other'),
        'girl Subtotal': total('girl'),
        'Total (Sum)': total('boy') + total('girl'),
      },
    },
  ]);
  expect(await names({ rowSubTotals: true, rowSubtotalPosition: true })).toEqual([
    'boy Subtotal',
    'boy CA',
    'boy other',
    'girl Subtotal',
    'girl CA',
    'girl other',
  ]);
  expect(await names({ rowOrder: 'key_z_to_a' })).toEqual(['girl other', 'girl CA', 'boy other', 'boy CA']);
  expect(await names({ rowOrder: 'value_z_to_a', rowSubTotals: true })).toEqual([
    'girl other',
    'girl CA',
    'girl Subtotal',
    'boy other',
    'boy CA',
    'boy Subtotal',
  ]);
  const columns = await it.ask(deep, {
    ...asked({ ...rows, transposePivot: true, colSubTotals: true, colSubtotalPosition: 'true' }, deep),
    type: 'post_processed',
  });
  expect(columns['colnames']).toEqual([
    'SUM(num) boy Subtotal',
    'SUM(num) boy CA',
    'SUM(num) boy other',
    'SUM(num) girl Subtotal',
    'SUM(num) girl CA',
    'SUM(num) girl other',
  ]);
  expect(await csv({ ...rows, rowSubTotals: true }, deep)).toContain(`girl Subtotal,${total('girl')}\r\n`);
});

test('a table is reported in the formats of its columns, under the names that its author gave', async () => {
  const column_config = {
    'SUM(num)': { d3NumberFormat: ',.1f', currencyFormat: { symbol: 'EUR', symbolPosition: 'prefix' } },
    ds: { d3TimeFormat: '%Y', customColumnName: '=1+1' },
    gender: { visible: false },
    state: 'nothing',
    big: { d3NumberFormat: ',d' },
    num: { d3NumberFormat: '0999999999d' },
  };
  const shown: QueryObject = {
    columns: ['ds', 'gender', 'state', 'num'],
    metrics: [sumOfNum],
    row_limit: 1,
    orderby: [
      ['ds', true],
      ['gender', true],
      ['state', true],
    ],
  };
  const plain = await it.ask(shown);
  const answer = await it.ask(shown, { ...asked({ viz_type: 'table', column_config }, shown), type: 'post_processed' });
  expect([answer['colnames'], answer['coltypes']]).toEqual([
    ['=1+1', 'state', 'num', 'SUM(num)'],
    [1, 1, 0, 1],
  ]);
  expect(answer.data).toEqual({
    '=1+1': { 0: '1965' },
    state: { 0: 'CA' },
    num: { 0: 100 },
    'SUM(num)': { 0: `€ ${Number(plain.data[0]?.['SUM(num)']).toFixed(1)}` },
  });
  expect(await csv({ viz_type: 'table', column_config }, shown)).toBe(
    `'=1+1,state,num,SUM(num)\r\n1965,CA,100,€ ${Number(plain.data[0]?.['SUM(num)']).toFixed(1)}\r\n`,
  );
  expect(
    (await it.ask(shown, { ...asked({ viz_type: 'pie', column_config }, shown), type: 'post_processed' }))['colnames'],
  ).toEqual(['ds', 'gender', 'state', 'num', 'SUM(num)']);
});

test('[7.1-01] columns come in the order that is asked for, dimensions among metrics', async () => {
  const plain: QueryObject = {
    columns: ['gender', 'state'],
    metrics: ['count', sumOfNum],
    orderby: [
      ['gender', true],
      ['state', true],
    ],
  };
  const ordered = (column_order: string[] | null, more: QueryObject = {}): QueryObject => ({
    ...plain,
    ...more,
    extras: { column_order, transpile_to_dialect: null },
  });
  const first = await it.ask(ordered(['SUM(num)', 'state', 'nope', 'state']));
  expect([first['colnames'], first['coltypes'], Object.keys(first.data[0] ?? {}), first.data.length]).toEqual([
    ['SUM(num)', 'state', 'gender', 'count'],
    [0, 1, 1, 0],
    ['SUM(num)', 'state', 'gender', 'count'],
    4,
  ]);
  // The same rows, which are cached by now, in other orders.
  expect((await it.ask(ordered(['count'])))['colnames']).toEqual(['count', 'gender', 'state', 'SUM(num)']);
  expect((await it.ask(ordered(null)))['colnames']).toEqual(['gender', 'state', 'count', 'SUM(num)']);
  expect((await it.ask(ordered(['count'])))['colnames']).toEqual(['count', 'gender', 'state', 'SUM(num)']);
  const header = async (query: QueryObject) => {
    const request = requestFor(query);
    const [lines] = await it.pipeline.downloads({ ...request, context: { ...request.context, result_format: 'csv' } });
    return String((await lines?.next())?.value).split('\r\n')[0];
  };
  expect(await header(ordered(['SUM(num)', 'state']))).toBe('SUM(num),state,gender,COUNT(*)');
  expect(
    await header(
      ordered(['SUM(num)', 'state'], { post_processing: [{ operation: 'rank', options: { metric: 'count' } }] }),
    ),
  ).toBe('SUM(num),state,gender,COUNT(*),rank');
});

test('a file ends at its limit, also where the database does not report it', async () => {
  const request = requestFor({ columns: ['ds', 'num'], row_limit: 7 });
  const [lines] = await it.pipeline.downloads({ ...request, context: { ...request.context, result_format: 'csv' } });
  const chunks: Buffer[] = [];
  for await (const chunk of lines ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString().trimEnd().split('\r\n')).toHaveLength(8);
});

test('a file of wide rows is written in chunks, between which others are served', async () => {
  const labels = Array.from({ length: 30 }, (_, at) => `c${at}`);
  const wide = tableOf(labels.map((name) => ({ name, kind: 'numeric', values: new Float64Array(10_000) })));
  const many = testPipeline(births, {
    wrap: (engine) => ({
      ...engine,
      stream: async function* () {
        yield { table: wide, types: {}, truncated: false, isLast: true };
      },
    }),
  });
  const request = requestFor({
    columns: labels.map((label) => ({ expressionType: 'SQL', sqlExpression: 'num + 1', label })),
    row_limit: 10_000,
  });
  const [lines] = await many.pipeline.downloads({ ...request, context: { ...request.context, result_format: 'csv' } });
  let [rows, chunks] = [0, 0];
  for await (const chunk of lines ?? []) {
    rows += String(chunk).split('\r\n').length - 1;
    chunks += 1;
  }
  expect([rows, chunks]).toEqual([10_001, 10]);
});

test('a pivot on what the query did not bring says so', async () => {
  await expect(it.ask(query, { ...asked(pivot), type: 'post_processed' })).rejects.toThrow(
    'which is not in the result',
  );
});

test('a dataset narrows its main time with the range of another column, however that is asked for', async () => {
  const columns = births.dataset.columns.flatMap((column) =>
    column.name === 'ds' ? [column, { ...column, name: 'later', expression: "ds + INTERVAL '2 years'" }] : [column],
  );
  const always = testPipeline(births, { dataset: { columns, alwaysFilterMainTime: true } });
  const range = '1990-01-01 : 1991-01-01';
  const older = { ...query, granularity: 'later', time_range: range };
  const filtered = {
    ...query,
    granularity: 'later',
    filters: [{ col: 'later', op: 'TEMPORAL_RANGE', val: range }],
  };
  const [one, other] = [await always.ask(older), await always.ask(filtered)];
  expect(other.data).toEqual(one.data);
  expect(other.data).toEqual([]);
  expect((await testPipeline(births, { dataset: { columns } }).ask(filtered)).data).not.toEqual([]);
});

test('a metric that is called as a comparison of another one is refused, and says which', async () => {
  const twice = { expressionType: 'SQL', sqlExpression: 'SUM(num)', label: 'count__1 year ago' } as const;
  const ask = (label: string) =>
    it.ask({
      ...query,
      metrics: ['count', { ...twice, label }],
      filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' }],
      time_offsets: ['1 year ago', ' 1 year ago'],
    });
  await expect(ask('count__1 year ago')).rejects.toThrow(
    'the comparison of "count" with "1 year ago" is called "count__1 year ago", as another column or metric is',
  );
  expect((await ask('count__2 years ago'))['colnames']).toEqual(
    expect.arrayContaining(['count__2 years ago', 'count__1 year ago', 'count__2 years ago__1 year ago']),
  );
});

test('explain: statements, filters by origin, age, rows and time', async () => {
  const more = {
    ...query,
    time_offsets: ['1 year ago'],
    filters: [
      { col: 'ds', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' },
      { col: 'state', op: 'IN', val: ['CA'] },
      { col: 'gender', op: '==', val: 'girl' },
      { col: 'name', op: '!=', val: 'x' },
      { col: 'gone', op: '==', val: 1 },
    ],
    extras: { where: 'num > 0' },
  };
  const form = {
    extra_form_data: {
      filters: [
        { col: 'state', op: 'IN', val: ['CA'] },
        { col: 'gender', op: '==', val: 'girl' },
      ],
    },
    cross_filters: [{ col: 'gender', op: '==', val: 'girl' }],
  };
  const bound = testPipeline(births, {
    security: () => ({ kind: 'sql', sql: "state = 'CA'", isRule: true }),
    rules: () => ["state = 'CA'"],
  });
  const ask = (principal = analyst) =>
    bound.ask(more, { principal, context: { ...requestFor(more).context, form_data: form }, type: 'explain' });
  const first = await ask();
  expect(first).toMatchObject({
    dataset: { id: 17, name: 'birth_names' },
    metrics: [{ name: 'count', sql: 'COUNT(*)' }],
    row_level_security: true,
    rejected_filters: [{ column: 'gone', reason: 'not_in_datasource' }],
    statements: [{ database: 'births', dialect: 'duckdb', compares_with: null }, { compares_with: '1 year ago' }],
    cache: { is_cached: false, age_seconds: 0, timeout_seconds: 600 },
    rows: { read: 1, answered: 1, is_cut: false },
    time_ms: { database: 0 },
  });
  expect(
    (first['filters'] as readonly { origin: string; column: string | null; sql: string | null }[]).map(
      ({ origin, column, sql }) => [origin, column, sql],
    ),
  ).toEqual([
    ['chart', 'ds', null],
    ['dashboard', 'state', null],
    ['cross_filter', 'gender', null],
    ['chart', 'name', null],
    ['chart', 'gone', null],
    ['chart', null, 'num > 0'],
    ['security', null, null],
  ]);
  expect(JSON.stringify(first['statements'])).not.toContain("state = 'CA'");
  bound.pass(90_000);
  expect(await ask()).toMatchObject({ cache: { is_cached: true, age_seconds: 90 } });
  const admin = await ask({ ...analyst, isAdmin: true });
  for (const { sql } of admin['statements'] as readonly { sql: string }[]) expect(sql).toContain("state = 'CA'");
  expect(admin['filters']).toContainEqual({
    origin: 'security',
    column: null,
    operator: null,
    value: null,
    sql: "state = 'CA'",
  });
  const plain = await ask({ ...analyst, grants: new Set() });
  expect((plain['statements'] as readonly { sql: unknown }[]).map(({ sql }) => sql)).toEqual([null, null]);
  expect(plain['metrics']).toEqual([{ name: 'count', sql: null }]);
  expect(JSON.stringify(plain)).not.toContain('num > 0');
});

test('a filter that a template takes over leaves the outer query, is applied all the same', async () => {
  const renderer = createTemplateRenderer({ scriptFolder: builtServer, timeLimitMs: 2000 });
  onTestFinished(() => renderer.close());
  const templates = createTemplateStep({
    templates: renderer,
    userOf: async () => null,
    rulesOf: async () => [],
    readTime: createTimeReader(() => TEST_NOW),
    lookUp: async () => ({ ok: false, reason: 'nothing is looked up here' }),
  });
  const sql =
    "SELECT * FROM birth_names WHERE gender IN {{ filter_values('gender', 'boy', remove_filter=true) | " +
    "where_in }} {% if filter_values('wanted') %}AND state = '{{ filter_values('wanted')[0] }}'{% endif %}";
  const taking = testPipeline(births, { templates, dataset: { source: { kind: 'sql', sql } } });
  const filters: QueryObject['filters'] = [
    { col: 'gender', op: 'IN', val: ['girl'] },
    { col: 'state', op: '==', val: 'CA' },
    { col: 'wanted', op: '==', val: 'CA' },
    { col: 'gone', op: '==', val: 'x' },
  ];
  const asked = { columns: ['gender', 'state'], metrics: ['count'], row_limit: 5, filters };
  const answer = await taking.ask(asked);
  expect(answer).toMatchObject({
    data: [{ gender: 'girl', state: 'CA', count: 30 }],
    applied_template_filters: ['gender', 'wanted'],
    applied_filters: [{ column: 'state' }, { column: 'wanted' }, { column: 'gender' }],
    rejected_filters: [{ column: 'gone', reason: 'not_in_datasource' }],
  });
  expect(answer.query).toContain("FROM birth_names WHERE gender IN ('girl') AND state = 'CA'");
  expect(/\nWHERE (.*)\n/.exec(answer.query)?.[1]).toBe('"state" = \'CA\'');
  // From the cached rows too.
  expect(await taking.ask({ ...asked, filters: filters.slice(0, 3) })).toMatchObject({
    is_cached: true,
    applied_template_filters: ['gender', 'wanted'],
    rejected_filters: [],
  });
  const { filters: explained } = (await taking.ask(asked, { type: 'explain' })) as unknown as {
    readonly filters: readonly { readonly origin: string; readonly column: string }[];
  };
  expect(explained.map(({ origin, column }) => [origin, column])).toEqual([
    ['template', 'gender'],
    ['chart', 'state'],
    ['chart', 'wanted'],
    ['chart', 'gone'],
  ]);
});

test('explain says what the database expects, where it estimates', async () => {
  expect(await it.ask(query, { type: 'explain' })).toMatchObject({ statements: [{ estimate: null }] });
});

test.skipIf(findPostgres() === null)('explain says what PostgreSQL expects, to those who may see SQL', async () => {
  const on = await buildBirths('postgresql');
  try {
    const { ask } = testPipeline(on);
    expect(await ask(query, { type: 'explain' })).toMatchObject({
      statements: [
        {
          dialect: 'postgresql',
          estimate: { rows_read: null, rows_returned: expect.any(Number), cost: expect.any(Number) },
        },
      ],
    });
    expect(await ask(query, { type: 'explain', principal: { ...analyst, grants: new Set() } })).toMatchObject({
      statements: [{ sql: null, estimate: null }],
    });
    // Statistics are of all rows: an estimate would tell how many of those with a value are hidden.
    const limited = testPipeline(on, { security: () => ({ kind: 'sql', sql: "state = 'CA'", isRule: true }) });
    expect(await limited.ask(query, { type: 'explain' })).toMatchObject({
      statements: [{ dialect: 'postgresql', estimate: null }],
    });
    expect(await limited.ask(query, { type: 'explain', principal: { ...analyst, isAdmin: true } })).toMatchObject({
      statements: [{ estimate: { cost: expect.any(Number) } }],
    });
  } finally {
    await on.close();
  }
});

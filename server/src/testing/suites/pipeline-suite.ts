import { beforeAll, expect, test } from 'vitest';
import type { AppError } from '@tessera/core/errors/app-error';
import type { QueryObject } from '@tessera/core/query-object';
import { dialectOf } from '@tessera/query/dialects/registry';
import { textOf } from '../../chart-data/values/chunks.ts';
import { birthsEngines, YEARS } from '../engines/births-engines.ts';
import { codeOf } from '../code-of.ts';
import { hasFlags, type BirthsSuite } from '../engines/for-each-engine.ts';
import { requestFor, sumOfNum, testPipeline, type TestPipeline, yearly } from '../pipeline.ts';

const year = (text: string) => Date.parse(`${text}-01-01T00:00:00Z`);
const byGender: QueryObject = { columns: ['gender'], metrics: ['count'], row_limit: 5 };
/** Sum of `num` over years counted from 1965, both states. */
const total = (from: number, to: number, gender?: 'boy' | 'girl'): number => {
  let all = 0;
  for (let y = from - 1965; y < to - 1965; y += 1)
    for (const g of gender === undefined ? [0, 1] : [gender === 'boy' ? 0 : 1])
      for (const s of [0, 1]) all += (y + 1) * 100 + g * 7 + s;
  return all;
};

/** What a query object means, and the answers to it, on every database alike. */
export const pipelineSuite: BirthsSuite = (kind, births) => {
  const dialect = dialectOf(birthsEngines[kind].driver);
  const { quote } = dialect;
  let it: TestPipeline;
  beforeAll(() => {
    it = testPipeline(births());
  });

  test('[7.1-01] a full answer has every key that clients read', async () => {
    const answer = await it.ask(byGender, {
      cache: { force: true, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null },
    });
    expect(answer).toMatchObject({
      cached_dttm: null,
      queried_dttm: '2026-03-02T10:00:00+00:00',
      cache_timeout: 600,
      applied_template_filters: [],
      annotation_data: {},
      error: null,
      is_cached: null,
      status: 'success',
      stacktrace: null,
      rowcount: 2,
      sql_rowcount: 2,
      from_dttm: null,
      to_dttm: null,
      label_map: { gender: ['gender'], count: ['count'], 'COUNT(*)': ['count'] },
      colnames: ['gender', 'count'],
      indexnames: [0, 1],
      coltypes: [1, 0],
      data: [
        { gender: 'boy', count: YEARS * 2 },
        { gender: 'girl', count: YEARS * 2 },
      ],
      result_format: 'json',
      detected_currency: null,
      applied_filters: [],
      rejected_filters: [],
    });
    expect(String(answer['cache_key'])).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.query).toMatch(
      new RegExp(
        `^SELECT ${quote('gender')} AS ${quote('gender')}, COUNT\\(\\*\\) AS ` +
          `${dialect.aliasesHideColumns ? quote('count__') : quote('count')}\n[^]*LIMIT 5;\n\n$`,
      ),
    );
  });

  test('result types: results, query, columns, timegrains, samples, drill_detail', async () => {
    expect(Object.keys(await it.ask(byGender, { type: 'results' }))).toEqual([
      'data',
      'colnames',
      'coltypes',
      'rowcount',
      'sql_rowcount',
      'detected_currency',
    ]);
    const before = it.ran.length;
    expect(
      await it.ask({ ...byGender, filters: [{ col: 'name', op: '==', val: "O'Brien" }] }, { type: 'query' }),
    ).toEqual({ language: 'sql', query: expect.stringContaining(`WHERE ${quote('name')} = 'O''Brien'`) });
    expect((await it.ask(byGender, { type: 'columns' })).data[2]).toEqual({
      column_name: 'name',
      verbose_name: 'First name',
      dtype: 1,
    });
    expect(
      (await it.ask(byGender, { type: 'timegrains' })).data.find((grain) => grain['duration'] === 'P1W'),
    ).toMatchObject({ name: 'Week' });
    expect(it.ran).toHaveLength(before);
    const samples = await it.ask(
      { ...byGender, time_range: '1990 : 1991', granularity: 'ds', orderby: [['gender', true]] },
      { type: 'samples' },
    );
    expect([samples['rowcount'], samples['colnames'], samples['coltypes']]).toEqual([
      5,
      births().dataset.columns.map((column) => column.name),
      [2, 1, 1, 0, 1, 0, 0, hasFlags(kind) ? 3 : 0, 0],
    ]);
    const detail = await it.ask(
      { filters: [{ col: 'gender', op: '==', val: 'girl' }], time_range: '1990-01-01 : 1991-01-01', granularity: 'ds' },
      { type: 'drill_detail' },
    );
    expect(detail['rowcount']).toBe(2);
  });

  test('[3.5-02] a time axis with a range: half-open, epoch milliseconds, bounds reported', async () => {
    const answer = await it.ask({
      columns: [yearly, 'gender'],
      metrics: [sumOfNum],
      filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' }],
      orderby: [
        ['ds', true],
        ['gender', true],
      ],
    });
    expect(answer).toMatchObject({
      from_dttm: year('1990'),
      to_dttm: year('1992'),
      coltypes: [2, 1, 0],
      applied_filters: [{ column: 'ds' }],
      data: [
        { ds: year('1990'), gender: 'boy', 'SUM(num)': total(1990, 1991, 'boy') },
        { ds: year('1990'), gender: 'girl', 'SUM(num)': total(1990, 1991, 'girl') },
        { ds: year('1991'), gender: 'boy', 'SUM(num)': total(1991, 1992, 'boy') },
        { ds: year('1991'), gender: 'girl', 'SUM(num)': total(1991, 1992, 'girl') },
      ],
    });
  });

  test('post-processing: pivot and flatten of a time axis, with the parts of each column', async () => {
    const answer = await it.ask({
      columns: [yearly, 'gender'],
      metrics: [sumOfNum],
      series_columns: ['gender'],
      filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' }],
      post_processing: [
        {
          operation: 'pivot',
          options: {
            index: ['ds'],
            columns: ['gender'],
            aggregates: { 'SUM(num)': { operator: 'mean' } },
            drop_missing_columns: false,
          },
        },
        null,
        { operation: 'flatten' },
      ],
    });
    expect(answer).toMatchObject({
      rowcount: 2,
      sql_rowcount: 4,
      colnames: ['ds', 'SUM(num), boy', 'SUM(num), girl'],
      coltypes: [2, 0, 0],
      indexnames: [0, 1],
      label_map: {
        ds: ['ds'],
        'SUM(num), boy': ['SUM(num)', 'boy'],
        'SUM(num), girl': ['SUM(num)', 'girl'],
        gender: ['gender'],
        'SUM(num)': ['SUM(num)'],
      },
      data: [
        { ds: year('1990'), 'SUM(num), boy': total(1990, 1991, 'boy'), 'SUM(num), girl': total(1990, 1991, 'girl') },
        { ds: year('1991'), 'SUM(num), boy': total(1991, 1992, 'boy'), 'SUM(num), girl': total(1991, 1992, 'girl') },
      ],
    });
  });

  test('post-processing: rank', async () => {
    expect(
      (
        await it.ask({
          columns: ['state'],
          metrics: ['total'],
          post_processing: [{ operation: 'rank', options: { metric: 'total' } }],
        })
      ).data.map((row) => row['rank']),
    ).toEqual([0.5, 1]);
  });

  test('the older way to ask: granularity, time_range, is_timeseries, deprecated names', async () => {
    const answer = await it.ask({
      groupby: ['gender'],
      metrics: ['total'],
      granularity_sqla: 'ds',
      time_range: '1990-01-01 : 1991-01-01',
      is_timeseries: true,
      extras: { time_grain_sqla: 'P1Y' },
      timeseries_limit: 1,
      where: "state = 'CA'",
    });
    expect(answer.data).toEqual([{ __timestamp: year('1990'), gender: 'girl', total: 2607 }]);
    expect(answer['from_dttm']).toBe(year('1990'));
  });

  test.each([
    { case: '==', filter: { col: 'gender', op: '==', val: 'boy' }, want: 60 },
    { case: '!=', filter: { col: 'gender', op: '!=', val: 'boy' }, want: 60 },
    { case: '> on numbers', filter: { col: 'num', op: '>', val: 2900 }, want: 7 },
    { case: 'numeric text', filter: { col: 'num', op: '>=', val: ' 3000 ' }, want: 4 },
    { case: 'no number is a text', filter: { col: 'num', op: '==', val: 'many' }, want: 0 },
    { case: 'and all numbers are another', filter: { col: 'num', op: 'NOT IN', val: ['many'] }, want: 120 },
    { case: 'fractions', filter: { col: 'num', op: '<', val: 100.5 }, want: 1 },
    { case: 'beyond doubles', filter: { col: 'big', op: '==', val: '9007199254740993' }, want: 120 },
    { case: 'beyond doubles, one off', filter: { col: 'big', op: '==', val: '9007199254740992' }, want: 0 },
    { case: 'more than 64 bits', filter: { col: 'big', op: '<', val: '99999999999999999999999999' }, want: 120 },
    {
      case: 'a fraction with many digits',
      filter: { col: 'num', op: '>', val: '100.00000000000000000001' },
      want: 119,
    },
    { case: 'LIKE', filter: { col: 'name', op: 'LIKE', val: 'A%' }, want: 48 },
    { case: 'NOT LIKE leaves nulls out', filter: { col: 'name', op: 'NOT LIKE', val: 'A%' }, want: 48 },
    { case: 'ILIKE', filter: { col: 'name', op: 'ilike', val: 'aa%' }, want: 24 },
    { case: 'NOT ILIKE', filter: { col: 'gender', op: 'NOT ILIKE', val: 'BOY' }, want: 60 },
    { case: 'IN', filter: { col: 'name', op: 'IN', val: ["O'Brien", '=1+1'] }, want: 48 },
    { case: 'IN with null', filter: { col: 'name', op: 'IN', val: ['Aaron', null] }, want: 48 },
    { case: 'NOT IN with null', filter: { col: 'name', op: 'NOT IN', val: ['Aaron', '<NULL>'] }, want: 72 },
    { case: '<NULL>', filter: { col: 'name', op: '==', val: '<NULL>' }, want: 24 },
    { case: 'IS NULL', filter: { col: 'name', op: 'IS NULL' }, want: 24 },
    { case: 'IS NOT NULL', filter: { col: 'name', op: 'IS NOT NULL' }, want: 96 },
    { case: 'IS TRUE', filter: { col: 'is_boy', op: 'IS TRUE' }, want: 60 },
    { case: 'IS_FALSE by name', filter: { col: 'is_boy', op: 'IS_FALSE' }, want: 60 },
    { case: 'a flag by text', filter: { col: 'is_boy', op: '==', val: 'true' }, want: hasFlags(kind) ? 60 : 0 },
    { case: 'an instant', filter: { col: 'ds', op: '>=', val: '1994-01-01' }, want: 4 },
    { case: 'an instant in milliseconds', filter: { col: 'ds', op: '<', val: Date.UTC(1966, 0, 1) }, want: 4 },
    { case: 'LATEST PARTITION', filter: { col: 'ds', op: 'LATEST_PARTITION' }, want: 4 },
    { case: 'a calculated column', filter: { col: 'num_california', op: '>', val: 0 }, want: 60 },
    {
      case: 'an expression',
      filter: { col: { expressionType: 'SQL', sqlExpression: 'upper(gender)', label: 'G' }, op: '==', val: 'BOY' },
      want: 60,
    },
    { case: 'No filter', filter: { col: 'ds', op: 'TEMPORAL_RANGE', val: 'No filter' }, want: 120 },
    { case: 'a hostile value', filter: { col: 'gender', op: '==', val: "' OR 1=1 --" }, want: 0 },
  ] as const)('[3.5-02] [3.5-03] filter: $case', async ({ filter, want }) => {
    const { col, op, ...rest } = filter;
    const val = 'val' in rest ? { val: typeof rest.val === 'object' ? [...rest.val] : rest.val } : {};
    const answer = await it.ask({ metrics: ['count'], filters: [{ col, op, ...val }] });
    expect(answer.data).toEqual([{ count: want }]);
    expect(answer['applied_filters']).toEqual([{ column: typeof col === 'string' ? col : 'G' }]);
  });

  test('[3.5-02] REGEX works where the database has it, and is refused by name where it has not', async () => {
    const asked = it.ask({ metrics: ['count'], filters: [{ col: 'name', op: 'REGEX', val: '^A' }] }).then(
      (answer) => answer.data,
      (error: AppError) => [error.code, error.params],
    );
    expect(await asked).toEqual(
      kind === 'sqlite' ? ['unsupported_operator', { operator: 'REGEX', dialect: 'sqlite' }] : [{ count: 48 }],
    );
  });

  test('a filter on a column that the dataset lacks is reported and not applied', async () => {
    const answer = await it.ask({
      metrics: ['count'],
      filters: [{ col: 'nope', op: '==', val: 1 }],
      applied_time_extras: { __time_range: 'Last week', __time_col: 'gender' },
    });
    expect([answer.data, answer['rejected_filters'], answer['applied_filters']]).toEqual([
      [{ count: 120 }],
      [
        { column: 'nope', reason: 'not_in_datasource' },
        { column: '__time_col', reason: 'not_in_datasource' },
      ],
      [{ column: '__time_range' }],
    ]);
  });

  test('[3.5-04] every aggregate', async () => {
    const metrics = (['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const).map((aggregate) => ({
      expressionType: 'SIMPLE' as const,
      column: { column_name: 'num_boys' },
      aggregate,
      label: aggregate,
    }));
    expect((await it.ask({ columns: [], metrics })).data).toEqual([
      { AVG: 775, COUNT: 120, COUNT_DISTINCT: 31, MAX: 3000, MIN: 0, SUM: 93_000 },
    ]);
  });

  test('expressions of users: a column and a metric in SQL, ordered by label', async () => {
    const answer = await it.ask({
      columns: [{ expressionType: 'SQL', sqlExpression: 'upper(gender)', label: 'G' }],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(num)/COUNT(*)', label: 'average' }],
      orderby: [['average', false]],
    });
    expect([answer['label_map'], answer.data.map((row) => row['G'])]).toEqual([
      { G: ['upper(gender)'], average: ['SUM(num)/COUNT(*)'] },
      ['GIRL', 'BOY'],
    ]);
  });

  test('raw rows, row limit and offset', async () => {
    const page = (row_offset: number) =>
      it.ask({ columns: ['ds', 'num', 'big'], orderby: [['num', true]], row_limit: 2, row_offset });
    const [first, second] = [await page(0), await page(2)];
    expect([first.data.map((row) => row['num']), second.data.map((row) => row['num'])]).toEqual([
      [100, 101],
      [107, 108],
    ]);
  });

  test('integers beyond 2^53 are JSON integers, digit by digit', async () => {
    const [chunks = []] = await it.pipeline.answers(requestFor({ columns: ['big'], row_limit: 1 }));
    expect(textOf(chunks)).toContain('"data":[{"big":9007199254740993}]');
  });

  test('a series limit keeps the top series, and gathers the others when asked', async () => {
    const query: QueryObject = {
      columns: [yearly, 'state'],
      metrics: [sumOfNum],
      series_columns: ['state'],
      series_limit: 1,
      series_limit_metric: sumOfNum,
      filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: ' : 1967-01-01' }],
    };
    expect((await it.ask(query)).data).toEqual([
      { ds: year('1965'), state: 'other', 'SUM(num)': 209 },
      { ds: year('1966'), state: 'other', 'SUM(num)': 409 },
    ]);
    expect(
      new Set((await it.ask({ ...query, group_others_when_limit_reached: true })).data.map((row) => row['state'])),
    ).toEqual(new Set(['Others', 'other']));
  });

  test('a series of nulls is a series like others', async () => {
    const query: QueryObject = {
      columns: ['name', 'state'],
      metrics: ['total'],
      series_columns: ['name', 'state'],
      series_limit: 1,
      series_limit_metric: 'total',
      filters: [{ col: 'name', op: 'IS NULL' }],
    };
    expect((await it.ask(query)).data.map((row) => [row['name'], row['state']])).toEqual([[null, 'other']]);
  });

  test('[9.0-05] [5.0-01] without a row limit the default holds, and no limit passes the bound', async () => {
    const limitOf = async (query: QueryObject) =>
      /LIMIT (\d+)/.exec((await it.ask(query, { type: 'query' })).query)?.[1];
    expect(
      await Promise.all([
        limitOf({ ...byGender, row_limit: null }),
        limitOf({ ...byGender, row_limit: 0 }),
        limitOf({ ...byGender, row_limit: 100_000 }),
      ]),
    ).toEqual(['50000', '50000', '100000']);
    await expect(it.ask({ ...byGender, row_limit: 100_001 })).rejects.toThrow('Value cannot exceed 100000');
  });

  test('[3.2-01] a query takes the deprecated names beside the present ones, which win', async () => {
    const answer = await it.ask({
      columns: ['state'],
      groupby: ['gender'],
      metrics: ['count'],
      series_limit_metric: 'count',
      timeseries_limit: 1,
      order_desc: true,
      url_params: { a: 1 },
      custom_params: {},
      annotation_layers: [],
    });
    expect(answer['colnames']).toEqual(['state', 'count']);
  });

  test('row counts', async () => {
    expect((await it.ask({ ...byGender, is_rowcount: true })).data).toEqual([{ rowcount: 2 }]);
  });

  test.each([
    { case: 'nothing asked', query: { columns: [], metrics: [] }, code: 'empty_query' },
    {
      case: 'the same label twice',
      query: { columns: ['gender', 'gender'], metrics: ['count'] },
      code: 'duplicate_labels',
    },
    { case: 'unknown columns', query: { columns: ['nope', '__proto__'], metrics: ['count'] }, code: 'columns_missing' },
    { case: 'an unknown metric', query: { metrics: ['constructor'] }, code: 'metric_missing' },
    {
      case: 'IN without values',
      query: { metrics: ['count'], filters: [{ col: 'gender', op: 'IN', val: [] }] },
      code: 'empty_filter_values',
    },
    {
      case: 'an unknown operator',
      query: { metrics: ['count'], filters: [{ col: 'gender', op: 'SOUNDS LIKE', val: 'x' }] },
      code: 'incorrect_request',
    },
    {
      case: 'expressions that are long together',
      query: {
        metrics: Array.from({ length: 40 }, (_, i) => ({
          expressionType: 'SQL' as const,
          sqlExpression: `SUM(num)${' + 1'.repeat(1500)}`,
          label: `m${i}`,
        })),
      },
      code: 'incorrect_request',
    },
    {
      case: 'too many columns to order by',
      query: { metrics: ['count'], orderby: Array.from({ length: 101 }, () => ['count', true] as const) },
      code: 'incorrect_request',
    },
    {
      case: 'too many values',
      query: {
        metrics: ['count'],
        filters: [{ col: 'num', op: 'IN', val: Array.from({ length: 10_001 }, (_, i) => i) }],
      },
      code: 'incorrect_request',
    },
    {
      case: 'a pattern of wildcards',
      query: { metrics: ['count'], filters: [{ col: 'name', op: 'LIKE', val: '%'.repeat(1000) }] },
      code: 'incorrect_request',
    },
    {
      case: 'thousands of metrics',
      query: { metrics: Array.from({ length: 5000 }, (_, i) => ({ ...sumOfNum, label: `m${i}` })) },
      code: 'incorrect_request',
    },
    { case: 'a row limit above the bound', query: { ...byGender, row_limit: 100_001 }, code: 'incorrect_request' },
    {
      case: 'an unbalanced clause',
      query: { metrics: ['count'], extras: { where: '1 = 1) OR (1 = 1' } },
      code: 'invalid_sql_clause',
    },
    {
      case: 'a second statement',
      query: { metrics: ['count'], extras: { where: '1 = 1; DROP TABLE birth_names' } },
      code: 'invalid_sql_clause',
    },
    {
      case: 'a sub-query in a clause',
      query: { metrics: ['count'], extras: { where: '1 = (SELECT answer FROM secret)' } },
      code: 'adhoc_subquery',
    },
    {
      case: 'a sub-query in a metric',
      query: { metrics: [{ expressionType: 'SQL', sqlExpression: '(SELECT answer FROM secret)', label: 'x' }] },
      code: 'adhoc_subquery',
    },
    {
      case: 'a file',
      query: { metrics: [{ expressionType: 'SQL', sqlExpression: "MAX(read_text('/etc/passwd'))", label: 'x' }] },
      code: 'invalid_sql_clause',
    },
    {
      case: 'since after until',
      query: { metrics: ['count'], filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2019-01-01' }] },
      code: 'invalid_time_range',
    },
    {
      case: 'an unknown grain',
      query: { columns: [{ ...yearly, timeGrain: 'P9Z' }], metrics: ['count'] },
      code: 'unsupported_grain',
    },
    {
      case: 'series of other columns',
      query: { ...byGender, series_columns: ['state'], series_limit: 2 },
      code: 'incorrect_request',
    },
    {
      case: 'an unknown operation',
      query: { ...byGender, post_processing: [{ operation: 'nope' }] },
      code: 'incorrect_request',
    },
    {
      case: 'a step on a column that is not there',
      query: { ...byGender, post_processing: [{ operation: 'rank', options: { metric: 'nope' } }] },
      code: 'post_processing',
    },
    {
      case: 'another time without a range',
      query: { ...byGender, time_offsets: ['1 year ago'] },
      code: 'open_comparison',
    },
    {
      case: 'a mistake that only the database sees',
      query: { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(nope)', label: 'x' }] },
      code: 'source_column_missing',
    },
  ] as const)('[8.6-01] refused: $case', async ({ query, code }) => {
    expect(await codeOf(it.ask(structuredClone(query) as QueryObject))).toBe(code);
  });
};

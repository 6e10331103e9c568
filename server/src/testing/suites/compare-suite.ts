import { beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import type { BirthsSuite } from '../engines/for-each-engine.ts';
import { requestFor, sumOfNum, testPipeline, type TestPipeline, yearly } from '../pipeline.ts';

const range = (val: string) => [{ col: 'ds', op: 'TEMPORAL_RANGE', val }];
const byYear: QueryObject = {
  columns: [yearly],
  metrics: [sumOfNum],
  filters: range('1990-01-01 : 1992-01-01'),
  orderby: [['ds', true]],
  row_limit: 10_000,
};
const one = 'SUM(num)__1 year ago';

/** Comparing with other times. */
export const compareSuite: BirthsSuite = (_kind, births) => {
  let it: TestPipeline;
  beforeAll(() => {
    it = testPipeline(births());
  });
  /** What a query at the other time brings by itself. */
  const alone = async (query: QueryObject, val: string, more = {}) =>
    (await it.ask({ ...query, filters: [...range(val), ...(query.filters ?? []).slice(1)], ...more })).data;

  test('[3.2-01] each offset is a query and a column of its own', async () => {
    const answer = await it.ask({ ...byYear, time_offsets: ['1 year ago', '2 years ago', '730 days', '1985-01-01'] });
    // 730 days before 1990 is 2 January 1988: the year before 1989 was a leap year.
    const [a, b, c] = await Promise.all([
      alone(byYear, '1989-01-01 : 1991-01-01'),
      alone(byYear, '1988-01-01 : 1990-01-01'),
      alone(byYear, '1985-01-01 : 1987-01-01'),
    ]);
    expect(
      answer.data.map((row) => [
        row[one],
        row['SUM(num)__2 years ago'],
        row['SUM(num)__730 days'],
        row['SUM(num)__1985-01-01'],
      ]),
    ).toEqual(
      [0, 1].map((at) => [a[at], b[at], at === 0 ? null : b[at], c[at]].map((row) => row?.['SUM(num)'] ?? null)),
    );
    expect(answer).toMatchObject({
      colnames: ['ds', 'SUM(num)', one, 'SUM(num)__2 years ago', 'SUM(num)__730 days', 'SUM(num)__1985-01-01'],
      coltypes: [2, 0, 0, 0, 0, 0],
      from_dttm: Date.UTC(1990),
      to_dttm: Date.UTC(1992),
      label_map: { ds: ['ds'], [one]: [one] },
      rowcount: 2,
      sql_rowcount: 2,
      applied_filters: [{ column: 'ds' }],
      compared: [
        { offset: '1 year ago', from_dttm: Date.UTC(1989), to_dttm: Date.UTC(1991) },
        { offset: '2 years ago', from_dttm: Date.UTC(1988), to_dttm: Date.UTC(1990) },
        { offset: '730 days', from_dttm: Date.UTC(1988, 0, 2), to_dttm: Date.UTC(1990) },
        { offset: '1985-01-01', from_dttm: Date.UTC(1985), to_dttm: Date.UTC(1987) },
      ],
    });
    expect(answer.query.split(';\n\n')).toHaveLength(6);
    expect(answer.query).toMatch(/LIMIT 10000;[\s\S]*1989[\s\S]*LIMIT 50000;/);
  });

  test('rows of another time that stand beside none are left out and counted', async () => {
    const named: QueryObject = { ...byYear, columns: [yearly, 'name'] };
    const answer = await it.ask({ ...named, time_offsets: ['730 days'] });
    const theirs = await alone(named, '1988-01-02 : 1990-01-01');
    const names = (year: number, of: readonly Record<string, unknown>[]) =>
      new Set(of.filter((row) => new Date(Number(row['ds'])).getUTCFullYear() === year).map((row) => row['name']));
    const gone = [1988, 1989].flatMap((year) => {
      const present = names(year + 2, answer.data);
      return [...names(year, theirs)].filter((name) => !present.has(name));
    });
    expect(gone.length).toBeGreaterThan(0);
    expect(answer).toMatchObject({ unmatched: [{ offset: '730 days', count: gone.length, of: theirs.length }] });
    expect(await it.ask({ ...named, row_limit: 1, time_offsets: ['730 days'] })).not.toHaveProperty('unmatched');
  });

  test('without a range all of time is compared with the time before', async () => {
    // What it brings would answer the narrower questions of the tests below.
    const other = testPipeline(births());
    const everything: QueryObject = { ...byYear, filters: [], row_limit: 10_000, time_offsets: [] };
    const alone = (await other.ask(everything)).data;
    const { data } = await other.ask({ ...everything, time_offsets: ['1 year ago'] });
    expect(data.map((row) => row[one])).toEqual([null, ...alone.slice(0, -1).map((row) => row['SUM(num)'])]);
    expect(data.length).toBeGreaterThan(10);
  });

  test('the statements of a comparison can be read without running them', async () => {
    const before = it.ran.length;
    const { query } = await it.ask({ ...byYear, time_offsets: ['1 year ago'] }, { type: 'query' });
    expect([query.split(';\n\n').length, it.ran.length]).toEqual([2, before]);
  });

  test('rows that the other time lacks are null, and dimensions keep their own', async () => {
    const query: QueryObject = {
      ...byYear,
      columns: [yearly, 'gender'],
      orderby: [
        ['ds', true],
        ['gender', true],
      ],
      filters: range('1965-01-01 : 1967-01-01'),
      time_offsets: ['1 year ago'],
    };
    const { data } = await it.ask(query);
    const [boy, girl] = data;
    expect(data.map((row) => row[one])).toEqual([null, null, boy?.['SUM(num)'], girl?.['SUM(num)']]);
  });

  test('without a time axis the dimensions alone find their other time', async () => {
    const query: QueryObject = {
      columns: ['gender'],
      metrics: ['total'],
      filters: range('1990-01-01 : 1991-01-01'),
      orderby: [['gender', true]],
      time_offsets: ['10 years ago'],
    };
    const { data } = await it.ask(query);
    const past = await alone(query, '1980-01-01 : 1981-01-01', { time_offsets: [] });
    expect(data.map((row) => row['total__10 years ago'])).toEqual(past.map((row) => row['total']));
    const number = await it.ask({ ...query, columns: [], orderby: [] });
    expect(number.data).toEqual([
      {
        total: data.reduce((all, row) => all + Number(row['total']), 0),
        'total__10 years ago': past.reduce((all, row) => all + Number(row['total']), 0),
      },
    ]);
  });

  test('a limit of rows or series does not hide the other time of what it retained', async () => {
    const query: QueryObject = {
      columns: ['name'],
      metrics: ['total'],
      filters: range('1990-01-01 : 1995-01-01'),
      orderby: [['total', false]],
      row_limit: 2,
      time_offsets: ['5 years ago'],
    };
    const { data } = await it.ask(query);
    const past = new Map(
      (await alone(query, '1985-01-01 : 1990-01-01', { time_offsets: [], row_limit: 100 })).map((row) => [
        row['name'],
        row['total'],
      ]),
    );
    expect(data.map((row) => row['total__5 years ago'])).toEqual(data.map((row) => past.get(row['name'])));
    const series = await it.ask({
      ...query,
      columns: [yearly, 'name'],
      series_columns: ['name'],
      series_limit: 1,
      row_limit: 1000,
      orderby: [],
    });
    expect(new Set(series.data.map((row) => row['name'])).size).toBe(1);
    expect(series.query.split(';\n\n')[1]).not.toContain('series_limit');
  });

  test('older requests name their time beside the filters', async () => {
    const { data } = await it.ask({
      metrics: ['total'],
      columns: ['__timestamp'],
      granularity: 'ds',
      time_range: '1990-01-01 : 1992-01-01',
      extras: { time_grain_sqla: 'P1Y' },
      orderby: [['__timestamp', true]],
      time_offsets: ['1 year ago'],
    });
    expect(data[1]?.['total__1 year ago']).toBe(data[0]?.['total']);
  });

  test('post-processing works on the columns of other times', async () => {
    const { data } = await it.ask({
      ...byYear,
      time_offsets: ['1 year ago'],
      post_processing: [
        {
          operation: 'pivot',
          options: {
            index: ['ds'],
            columns: [],
            aggregates: { 'SUM(num)': { operator: 'mean' }, [one]: { operator: 'mean' } },
          },
        },
        {
          operation: 'compare',
          options: {
            source_columns: ['SUM(num)'],
            compare_columns: [one],
            compare_type: 'difference',
            drop_original_columns: true,
          },
        },
        { operation: 'flatten' },
      ],
    });
    expect(data.map((row) => row[`difference__SUM(num)__${one}`])).toEqual([400, 400]);
    const shares = await it.ask({
      ...byYear,
      metrics: [sumOfNum, 'count'],
      time_offsets: ['1 year ago'],
      post_processing: [
        {
          operation: 'contribution',
          options: {
            orientation: 'row',
            columns: ['SUM(num)', 'count', one, 'count__1 year ago'],
            time_shifts: ['1 year ago'],
          },
        },
      ],
    });
    for (const row of shares.data)
      expect([
        Number(row['SUM(num)']) + Number(row['count']),
        Number(row[one]) + Number(row['count__1 year ago']),
      ]).toEqual([1, 1]);
  });

  test('the range of a whole query moves for a comparison at once', async () => {
    const years = async (name: string) =>
      (await it.ask({ ...byYear, extras: { instant_time_comparison_range: name } })).data.map((row) =>
        new Date(Number(row['ds'])).getUTCFullYear(),
      );
    expect([await years('y'), await years('r'), await years('none')]).toEqual([[1989, 1990], [1989], [1990, 1991]]);
  });

  test('an answer with other times is retained, and not given for a query without them', async () => {
    const query = { ...byYear, filters: range('1970-01-01 : 1972-01-01') };
    await it.ask(query);
    const before = it.ran.length;
    await it.ask({ ...query, time_offsets: ['1 year ago'] });
    const again = await it.ask({ ...query, time_offsets: ['1 year ago'] });
    expect([it.ran.length - before, again['is_cached'], again['colnames']]).toEqual([1, true, ['ds', 'SUM(num)', one]]);
    expect((await it.ask(query))['colnames']).toEqual(['ds', 'SUM(num)']);
  });

  test('rules on rows bind the other time too', async () => {
    const bound = testPipeline(births(), { security: () => ({ kind: 'sql', sql: "gender = 'girl'", isRule: true }) });
    const { data } = await bound.ask({ ...byYear, time_offsets: ['1 year ago'] });
    const girls = await alone(
      { ...byYear, filters: [...(byYear.filters ?? []), { col: 'gender', op: '==', val: 'girl' }] },
      '1989-01-01 : 1991-01-01',
    );
    expect(data.map((row) => row[one])).toEqual(girls.map((row) => row['SUM(num)']));
    expect(bound.ran.every(({ text }) => text.includes("gender = 'girl'"))).toBe(true);
  });

  test('CSV has them too', async () => {
    const request = requestFor({ ...byYear, time_offsets: ['1 year ago'] });
    const [file] = await it.pipeline.downloads(request);
    const chunks: Buffer[] = [];
    for await (const chunk of file ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString().split('\r\n')[0]).toBe(`ds,SUM(num),${one}`);
  });
};

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { requestFor, testPipeline } from '../testing/pipeline.ts';
import { textOf } from './values/chunks.ts';

let place: Births;
beforeAll(async () => {
  place = await buildBirths('duckdb');
});
afterAll(() => place.close());

const column = (name: string, type: string) =>
  ({ name, verboseName: null, type, kind: 'temporal', isTemporal: true, expression: null, timeFormat: null }) as const;
const TIMES = ['2024-03-10 09:00:00', '2024-11-03 05:30:00', '2024-11-03 06:30:00', '2024-11-03 07:30:00'];
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

const dataset = (timeZone: string | null) => ({
  timeZone,
  source: {
    kind: 'sql',
    sql:
      'SELECT CAST(t AS TIMESTAMP) AS tz, CAST(t AS DATE) AS day FROM (VALUES ' +
      `${TIMES.map((time) => `('${time}')`).join(', ')}) AS v(t)`,
  } as const,
  columns: [column('tz', 'TIMESTAMP'), column('day', 'DATE')],
  mainTimeColumn: 'tz',
});
const inNewYork = () => testPipeline(place, { dataset: dataset('America/New_York') });
const hourly = {
  columnType: 'BASE_AXIS',
  expressionType: 'SQL',
  sqlExpression: 'tz',
  label: 'hour',
  timeGrain: 'PT1H',
} as const;
const least = (name: string, aggregate: 'MIN' | 'MAX') =>
  ({ expressionType: 'SIMPLE', aggregate, column: { column_name: name }, label: `${aggregate}(${name})` }) as const;
const free = (sqlExpression: string) =>
  ({ expressionType: 'SQL', sqlExpression, label: `free ${sqlExpression}` }) as const;

test('an answer says which of its columns are instants in UTC: neither buckets nor days are', async () => {
  const { ask } = inNewYork();
  const rows = await ask({ columns: ['tz', 'day'], orderby: [['tz', true]] });
  expect([rows['moments'], rows.data[0]]).toEqual([
    ['tz'],
    { tz: at('2024-03-10 09:00:00'), day: at('2024-03-10 00:00:00') },
  ]);
  const metrics = [least('tz', 'MIN'), least('day', 'MAX'), free('MAX(tz)'), free('MAX(day)'), 'count'];
  const byHour = await ask({ columns: [hourly], metrics, orderby: [['hour', true]] });
  expect([byHour['moments'], byHour.data[0]]).toMatchObject([
    ['MIN(tz)', 'free MAX(tz)'],
    { hour: at('2024-03-10 05:00:00'), 'MIN(tz)': at('2024-03-10 09:00:00') },
  ]);
  expect(await ask({ columns: [hourly], metrics: ['count'] })).not.toHaveProperty('moments');
  const samples = await ask({}, { type: 'samples' });
  expect([samples['moments'], samples['time_zone']]).toEqual([['tz'], 'America/New_York']);
  const { ask: inUtc } = testPipeline(place, { dataset: dataset(null) });
  expect(await inUtc({ columns: ['tz'] })).not.toHaveProperty('moments');
});

test('columns that a pivot or another time made of moments are moments', async () => {
  const { ask } = inNewYork();
  const pivot = {
    operation: 'pivot',
    options: {
      index: ['hour'],
      columns: ['day'],
      aggregates: { 'MIN(tz)': { operator: 'max' } },
      drop_missing_columns: false,
    },
  };
  const pivoted = await ask({ columns: [hourly, 'day'], metrics: [least('tz', 'MIN')], post_processing: [pivot] });
  expect(pivoted['moments']).toEqual((pivoted['colnames'] as string[]).filter((name) => name !== 'hour'));
  const filters = [{ col: 'tz', op: 'TEMPORAL_RANGE', val: '2024-03-10 : 2024-12-01' }];
  const compared = await ask({
    columns: [hourly],
    metrics: [least('tz', 'MIN')],
    filters,
    time_offsets: ['1 day ago'],
  });
  expect(compared['moments']).toEqual(['MIN(tz)', 'MIN(tz)__1 day ago']);
});

test.each<[string, string, unknown, readonly string[]]>([
  ['text is of the clock of the zone', '==', '2024-03-10T05:00:00', [TIMES[0] ?? '']],
  ['a number is an instant', '==', at('2024-03-10 09:00:00'), [TIMES[0] ?? '']],
  ['text with a zone is too', '==', '2024-03-10T09:00:00Z', [TIMES[0] ?? '']],
  ['an hour that comes twice is both', 'IN', ['2024-11-03T01:30:00'], [TIMES[1] ?? '', TIMES[2] ?? '']],
  ['and neither', '!=', '2024-11-03 01:30:00', [TIMES[0] ?? '', TIMES[3] ?? '']],
  ['what is later is later than both', '>', '2024-11-03 01:30:00', [TIMES[3] ?? '']],
  ['what is as late begins with the first', '>=', '2024-11-03 01:30:00', TIMES.slice(1)],
])('a filter on exact values: %s', async (_, op, val, found) => {
  const filters = [{ col: 'tz', op, val: val as string }];
  const { data } = await inNewYork().ask({ columns: ['tz'], orderby: [['tz', true]], filters });
  expect(data.map((row) => row['tz'])).toEqual(found.map(at));
});

test('a filter on exact values of days or of buckets names them as they are', async () => {
  const { ask } = inNewYork();
  const count = async (filter: { readonly col: string; readonly val: string | number; readonly grain?: string }) =>
    (await ask({ columns: [], metrics: ['count'], filters: [{ op: '==', ...filter }] })).data;
  expect(await count({ col: 'day', val: '2024-11-03' })).toEqual([{ count: 3 }]);
  expect(await count({ col: 'tz', val: at('2024-11-03 01:00:00'), grain: 'PT1H' })).toEqual([{ count: 2 }]);
});

test('rows as a chart shows them are in the clock of the zone, and rows as they are in UTC', async () => {
  const { pipeline } = inNewYork();
  const request = requestFor({ columns: ['tz', 'day'], orderby: [['tz', true]], row_limit: 1 });
  const lines = async (result_type: 'post_processed' | 'full') => {
    const context = { ...request.context, form_data: { viz_type: 'table' }, result_type };
    const [download] = await pipeline.downloads({ ...request, context });
    const parts: Buffer[] = [];
    for await (const part of download ?? []) parts.push(part);
    return textOf(parts).trim().split('\r\n').at(-1);
  };
  expect(await lines('full')).toBe('2024-03-10 09:00:00,2024-03-10 00:00:00');
  expect(await lines('post_processed')).toBe('2024-03-10 05:00:00,2024-03-10 00:00:00');
});

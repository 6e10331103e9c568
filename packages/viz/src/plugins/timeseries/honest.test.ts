import { expect, test } from 'vitest';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { erase } from '../../erase.ts';
import { echartsArea, echartsTimeseriesBar, echartsTimeseriesLine, echartsTimeseriesScatter } from './index.ts';
import { mixedTimeseries } from './mixed.ts';

const context = contextOf({});
const form = {
  x_axis: 'month',
  time_grain_sqla: 'P1M',
  metrics: ['count'],
  groupby: ['carrier'],
  truncate_metric: true,
};
const carriers = resultOf({
  'month:temporal': months(2024, 3),
  'Delta:numeric': [10, 20, 5],
  'United:numeric': [4, 8, 2],
});
const line = erase(echartsTimeseriesLine);
const area = erase(echartsArea);

type Drawn = { readonly id: string; readonly stack?: string; readonly data: readonly unknown[]; readonly type: string };

function seriesOf(
  viz: typeof line,
  result: typeof carriers & object,
  raw: object = {},
  around = context,
): readonly Drawn[] {
  if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
  return viz.drawing.toOption([result], { ...form, ...raw }, around).series as readonly Drawn[];
}

test('series of a metric that does not add up are not put on top of each other, and the picture says so', () => {
  const average = { ...context, additivity: () => 'non_additive' as const };
  for (const stack of ['Stack', 'Expand', 'Stream']) {
    expect(seriesOf(area, carriers, { stack }, average).map((one) => [one.id, one.stack])).toEqual([
      ['Delta', undefined],
      ['United', undefined],
    ]);
    expect(area.notes([carriers], { ...form, stack }, average)).toEqual([
      'Number of flights does not add up: its series are not stacked',
    ]);
  }
  expect(area.notes([carriers], { ...form, stack: 'Stack' }, context)).toEqual([]);
  expect(seriesOf(area, carriers, { stack: 'Stack' }).every((one) => one.stack !== undefined)).toBe(true);
});

test('beside the setting stands which metric does not add up, once it is known', () => {
  const { stack } = area.controls;
  const panel = { columns: [], grains: [] };
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'AVG(n)' };
  expect(stack?.warn?.({ ...form, stack: 'Stack', metrics: [average] }, panel)?.text).toBe(
    'AVG(n) does not add up: its series are not stacked.',
  );
  expect(stack?.warn?.({ ...form, metrics: [average] }, panel)).toBeNull();
  expect(stack?.warn?.({ ...form, stack: 'Stack' }, panel)).toBeNull();
});

/** Asked on the 18th of March, from the 10th of January on. */
const partly = { ...carriers, fromMs: Date.UTC(2024, 0, 10), ranAtMs: Date.UTC(2024, 2, 18) };

test('a line is dashed on the way to a period that is not whole; nothing changes where all are', () => {
  const drawn = seriesOf(line, partly);
  expect(drawn.map(({ id }) => id)).toEqual(['Delta', 'Delta · incomplete', 'United', 'United · incomplete']);
  expect(drawn[0]?.data.map((point) => (point as readonly unknown[])[1])).toEqual(['-', 20, '-']);
  expect(drawn[1]?.data.map((point) => (point as readonly unknown[])[1])).toEqual([10, 20, 5]);
  expect(drawn[1]).toMatchObject({ lineStyle: { type: 'dashed' }, name: 'Delta' });
  const whole = { ...carriers, fromMs: Date.UTC(2024, 0, 1), toMs: Date.UTC(2024, 3, 1), ranAtMs: Date.UTC(2024, 5) };
  expect(JSON.stringify(seriesOf(line, whole))).toBe(JSON.stringify(seriesOf(line, carriers)));
});

test('bars of such a period are hatched, and its name says what it is wherever it is read', () => {
  const bar = erase(echartsTimeseriesBar);
  const data = seriesOf(bar, partly)[0]?.data ?? [];
  expect(data[0]).toMatchObject({ itemStyle: { decal: { symbol: 'rect' } } });
  expect(data[1]).not.toHaveProperty('itemStyle');
  expect(line.describe([partly], form, context)).toContain('from Jan 2024 (incomplete) to Mar 2024 (incomplete)');
  const marks = line.marks([partly], form, context);
  expect(marks.find(({ name }) => name === 'Delta, Mar 2024 (incomplete): 5')?.drawn?.seriesId).toBe(
    'Delta · incomplete',
  );
});

test('of the other time that is compared with, it is the part of its own period that looks so', () => {
  const compared = { groupby: [], time_compare: ['90 days ago'], comparison_type: 'values' };
  const result = {
    ...resultOf({
      'month:temporal': months(2024, 3),
      'count:numeric': [10, 20, 5],
      'count__90 days ago:numeric': [4, 8, 2],
    }),
    fromMs: Date.UTC(2024, 0, 1),
    toMs: Date.UTC(2024, 3, 1),
    ranAtMs: Date.UTC(2024, 2, 18),
    compared: [{ offset: '90 days ago', fromMs: Date.UTC(2023, 9, 3), toMs: Date.UTC(2024, 0, 1) }],
  };
  const [now, then] = seriesOf(erase(echartsTimeseriesBar), result, compared).map(({ data }) =>
    data.map((point) => JSON.stringify(point).includes('decal')),
  );
  expect([now, then]).toEqual([
    [false, false, true],
    [true, false, false],
  ]);
  const names = line.marks([result], { ...form, ...compared }, context).map(({ name }) => name);
  expect(names.filter((name) => name.includes('incomplete'))).toEqual([
    'Number of flights, Mar 2024 (incomplete): 5',
    '90 days ago, Jan 2024 (incomplete): 4',
  ]);
});

test('periods are those of the clock of the dataset', () => {
  // Midnight of the first of April in Tokyo is 15:00 of the day before.
  const month = { ...carriers, fromMs: Date.UTC(2023, 11, 31, 15), toMs: Date.UTC(2024, 2, 31, 15) };
  expect(seriesOf(line, { ...month, timeZone: 'Asia/Tokyo' })).toHaveLength(2);
  expect(seriesOf(line, month)).toHaveLength(4);
});

test('a null category stands under its name; a row without a time has no place, and the picture says so', () => {
  const bar = erase(echartsTimeseriesBar);
  const genres = resultOf({ 'genre:string': ['Drama', null], 'count:numeric': [7, 5] });
  const byGenre = { x_axis: 'genre', metrics: ['count'], groupby: [] };
  if (bar.drawing.kind !== 'option') throw new TypeError('not an option');
  const { xAxis } = bar.drawing.toOption([genres], byGenre, context);
  expect(JSON.stringify(xAxis)).toContain('<NULL>');
  expect(bar.notes([genres], byGenre, context)).toEqual([]);
  const undated = resultOf({ 'month:temporal': [...months(2024, 2), null], 'count:numeric': [7, 5, 3] });
  expect(line.notes([undated], { ...form, groupby: [] }, context)).toEqual([
    'Rows without a value of month have no place on its axis',
  ]);
});

test('rows without a time that the query of an old chart leaves out are reported, by its time column', () => {
  const old = { metrics: ['count'], granularity_sqla: 'month' };
  const left = (unplaced: readonly string[]) => [
    { ...resultOf({ '__timestamp:temporal': months(2024, 2), 'count:numeric': [7, 5] }), unplaced },
  ];
  const say = 'Rows without a value of month have no place on its axis';
  expect(line.notes(left(['__timestamp']), old, context)).toEqual([say]);
  expect(line.notes([...left(['month']), ...left(['month'])], { ...form, groupby: [] }, context)).toEqual([say]);
  expect(line.notes(left([]), old, context)).toEqual([]);
});

test('shares of some series are said to be no shares of all', () => {
  const said = 'Percentages are shares of the series shown, not of all';
  const notes = (more: object) => line.notes([carriers], { ...form, ...more }, context);
  expect(notes({ contributionMode: 'row', limit: 2 })).toEqual([said]);
  expect(area.notes([carriers], { ...form, stack: 'Expand', limit: 2 }, context)).toEqual([said]);
  expect(notes({ contributionMode: 'row', limit: 3 })).toEqual([]);
  expect(notes({ contributionMode: 'row', limit: 2, group_others_when_limit_reached: true })).toEqual([]);
});

test('an axis says what was made of what it measures', () => {
  const titleOf = (more: object, viz = line) => {
    if (viz.drawing.kind !== 'option') throw new TypeError('not an option');
    const { yAxis } = viz.drawing.toOption([carriers], { ...form, ...more }, context);
    return (yAxis as { readonly name?: string }).name;
  };
  expect(titleOf({})).toBe('Number of flights');
  expect(titleOf({ rolling_type: 'mean', rolling_periods: 7 })).toBe('Number of flights, 7-period mean');
  expect(titleOf({ rolling_type: 'cumsum' })).toBe('Number of flights, running total');
  expect(titleOf({ contributionMode: 'row' })).toBe('Share of Number of flights');
  expect(titleOf({ stack: 'Expand' }, area)).toBe('Share of Number of flights');
  expect(titleOf({ stack: 'Stream' }, area)).toBeUndefined();
  expect(titleOf({ metrics: ['count', 'n'] })).toBeUndefined();
  expect(titleOf({ metrics: ['count', 'n'], rolling_type: 'sum' })).toBe('Number of flights, n, 1-period sum');
  expect(titleOf({ y_axis_title: 'Own', rolling_type: 'cumsum' })).toBe('Own');
});

const losses = {
  ...carriers,
  table: resultOf({ 'month:temporal': months(2024, 3), 'Delta:numeric': [10, -2, 0] }).table,
};
const notDrawn = (count: number) =>
  `${count} values of 0 or less are not drawn: a logarithmic axis has no place for them`;

test('values that a logarithmic axis has no place for are counted below the picture', () => {
  for (const viz of [line, area, erase(echartsTimeseriesBar), erase(echartsTimeseriesScatter)]) {
    expect(viz.notes([losses], { ...form, logAxis: true }, context)).toEqual([notDrawn(2)]);
    expect(viz.notes([losses], form, context)).toEqual([]);
    expect(viz.notes([carriers], { ...form, logAxis: true }, context)).toEqual([]);
  }
});

test('of two queries those count whose own axis is logarithmic', () => {
  const mixed = erase(mixedTimeseries);
  const both = { ...form, metrics_b: ['count'], groupby_b: ['carrier'], yAxisIndexB: 1 };
  const notes = (raw: object) => mixed.notes([losses, losses], { ...both, ...raw }, context);
  expect(notes({})).toEqual([]);
  expect(notes({ logAxis: true })).toEqual([notDrawn(2)]);
  expect(notes({ logAxisSecondary: true })).toEqual([notDrawn(2)]);
  expect(notes({ logAxis: true, logAxisSecondary: true })).toEqual([notDrawn(4)]);
});

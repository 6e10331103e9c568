import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { plugins, type VizType } from '@tessera/viz/registry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { panelContext } from '../controls/fields.ts';
import { flights } from './editor-fixtures.ts';
import { emptyMemory, type Memory, switchViz } from './switch-viz.ts';

const panel = panelContext(flights);
const types = Object.keys(plugins) as VizType[];
const loaded: Readonly<Record<string, AnyViz>> = Object.fromEntries(
  await Promise.all(types.map(async (type) => [type, await plugins[type].load()] as const)),
);
const vizOf = (type: string): AnyViz => {
  const viz = loaded[type];
  if (!viz) throw new Error(`no ${type}`);
  return viz;
};

type State = { readonly type: string; readonly form: RawForm; readonly stash: RawForm; readonly memory: Memory };
const begin = (type: VizType, form: RawForm): State => ({
  type,
  form: { ...form, viz_type: type },
  stash: {},
  memory: emptyMemory,
});
const take = (state: State, type: VizType): State => ({
  type,
  ...switchViz({ viz: vizOf(state.type), form: state.form, stash: state.stash }, state.memory, vizOf(type), panel),
});
const set = (state: State, form: RawForm): State => ({ ...state, form: { ...state.form, ...form } });

const column = fc.constantFrom('date', 'origin', 'delay', 'carrier');
const metric = fc.constantFrom('count', 'avg_delay', 'late');
const values = {
  x_axis: column,
  groupby: fc.uniqueArray(column, { maxLength: 3 }),
  all_columns: fc.uniqueArray(column, { maxLength: 3 }),
  metrics: fc.uniqueArray(metric, { minLength: 1, maxLength: 3 }),
  metric,
  percent_metrics: fc.uniqueArray(metric, { maxLength: 2 }),
  query_mode: fc.constantFrom('raw', 'aggregate'),
  row_limit: fc.constantFrom(10, 100, 7, null),
  seriesType: fc.constantFrom('line', 'bar', 'smooth', 'start', 'scatter'),
  stack: fc.constantFrom(null, 'Stack', 'Expand'),
  show_legend: fc.boolean(),
  donut: fc.boolean(),
  limit: fc.constantFrom(null, 5, 12),
  rolling_type: fc.constantFrom('mean', 'sum'),
  mine: fc.jsonValue(),
};
const form = fc.record(values, { requiredKeys: [] });
const type = fc.constantFrom(...types);

test('[4.7-04] there and back gives the same form, by whatever types the way leads', () => {
  fc.assert(
    fc.property(type, form, fc.array(type, { minLength: 1, maxLength: 4 }), (first, start, way) => {
      const state = begin(first, start);
      const back = take(way.reduce(take, state), first);
      expect(back.form).toEqual(state.form);
    }),
  );
});

test('whatever is chosen has a place or waits, and keys that are no controls stay', () => {
  fc.assert(
    fc.property(type, form, type, (first, start, next) => {
      const state = begin(first, start);
      const other = take(state, next);
      const controls = vizOf(next).controls;
      for (const [key, value] of Object.entries(start)) {
        const isExtra = !(key in vizOf(first).controls) && !(key in controls);
        if (isExtra) expect(other.form[key]).toEqual(value);
      }
      if (first !== next) expect(other.memory.left.get(first)?.form).toEqual(state.form);
      expect(other.form['viz_type']).toBe(next);
    }),
  );
});

test('values go by role where names differ', () => {
  const line = begin('echarts_timeseries_line', { x_axis: 'date', metrics: ['count', 'late'], groupby: ['origin'] });
  expect(take(line, 'pie').form).toMatchObject({ metric: 'count', groupby: ['origin'] });
  expect(take(line, 'table').form).toMatchObject({ groupby: ['date', 'origin'], metrics: ['count', 'late'] });
  expect(take(line, 'big_number').form).toMatchObject({ x_axis: 'date', metric: 'count' });
});

test('categories along an axis are slices, days are none', () => {
  const bars = begin('echarts_timeseries_bar', { x_axis: 'origin', metrics: ['count'], groupby: [] });
  expect(take(bars, 'pie').form).toMatchObject({ groupby: ['origin'], metric: 'count' });
  const days = begin('echarts_timeseries_bar', { x_axis: 'date', metrics: ['count'], groupby: [] });
  expect(take(days, 'pie').form).toMatchObject({ groupby: [] });
});

test('what a table shows by rows are series, each column once', () => {
  const table = begin('table', { query_mode: 'aggregate', groupby: ['date', 'origin'], metrics: ['count'] });
  expect(take(table, 'echarts_timeseries_line').form).toMatchObject({
    x_axis: 'date',
    groupby: ['origin'],
    metrics: ['count'],
  });
});

test('what a type in between has no place for is found by the next one', () => {
  const line = begin('echarts_timeseries_line', {
    x_axis: 'date',
    metrics: ['count'],
    groupby: ['origin'],
    opacity: 0.7,
  });
  const pie = take(take(line, 'big_number_total'), 'pie');
  expect(pie.form).toMatchObject({ groupby: ['origin'], metric: 'count' });
  expect(take(pie, 'echarts_area').form).toMatchObject({ x_axis: 'date', opacity: 0.7 });
});

test('[4.7-01] types that are only looked at on the way take nothing away', () => {
  fc.assert(
    fc.property(type, form, fc.array(type, { minLength: 1, maxLength: 3 }), type, (first, start, way, last) => {
      fc.pre(!way.includes(last) && first !== last);
      const state = begin(first, start);
      expect(take(way.reduce(take, state), last).form).toEqual(take(state, last).form);
    }),
  );
  const pie = begin('pie', { groupby: ['origin', 'carrier'], metric: 'count' });
  const cloud = take(pie, 'word_cloud');
  expect(take(cloud, 'table').form).toMatchObject({ groupby: ['origin', 'carrier'] });
  expect(take(set(cloud, { series: 'delay' }), 'table').form).toMatchObject({ groupby: ['delay'] });
});

test('a change made in another type comes along, the rest is as it was left', () => {
  const line = begin('echarts_timeseries_line', {
    x_axis: 'date',
    metrics: ['count', 'late'],
    groupby: ['origin'],
    limit: 12,
  });
  const pie = set(take(line, 'pie'), { metric: 'avg_delay', groupby: ['carrier'], show_legend: false });
  expect(take(pie, 'echarts_timeseries_line').form).toMatchObject({
    x_axis: 'date',
    metrics: ['avg_delay', 'late'],
    groupby: ['carrier'],
    limit: 12,
    show_legend: false,
  });
});

test('a change reaches a type that was left two types ago', () => {
  const line = begin('echarts_timeseries_line', { x_axis: 'date', metrics: ['count'], groupby: ['origin'] });
  const pie = set(take(line, 'pie'), { groupby: ['carrier'] });
  const back = take(take(pie, 'big_number_total'), 'echarts_timeseries_line');
  expect(back.form).toMatchObject({ groupby: ['carrier'], metrics: ['count'] });
});

test('a setting that the other type cannot take waits: a choice that it does not have', () => {
  const generic = begin('echarts_timeseries', { x_axis: 'date', metrics: ['count'], seriesType: 'bar' });
  const line = take(generic, 'echarts_timeseries_line');
  expect(line.form['seriesType']).toBe('line');
  expect(take(line, 'echarts_timeseries').form['seriesType']).toBe('bar');
  expect(take(set(line, { seriesType: 'smooth' }), 'echarts_timeseries').form['seriesType']).toBe('smooth');
});

test('a type that this version does not have keeps all of its keys under the next type', () => {
  const state: RawForm = { viz_type: 'deck_arc', metric: 'count', arc_width: 3, adhoc_filters: [] };
  const { form: next } = switchViz({ viz: null, form: state, stash: {} }, emptyMemory, vizOf('pie'), panel);
  expect(next).toMatchObject({ viz_type: 'pie', metric: 'count', arc_width: 3 });
});

test('the same filter of two queries is one filter of one query; other filters stay', () => {
  const time = (key: string) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'date',
    operator: 'TEMPORAL_RANGE',
    comparator: 'No filter',
    filterOptionName: key,
  });
  const origin = { ...time('c'), subject: 'origin', operator: '==', comparator: 'ATL' };
  const mixed = begin('mixed_timeseries', {
    x_axis: 'date',
    metrics: ['count'],
    metrics_b: ['count'],
    adhoc_filters: [time('a')],
    adhoc_filters_b: [time('b'), origin],
  });
  expect(take(mixed, 'echarts_timeseries_scatter').form['adhoc_filters']).toEqual([time('a'), origin]);
});

test('a histogram takes numbers: not the time of a line, but the first number that the dataset has', () => {
  const line = begin('echarts_timeseries_line', { x_axis: 'date', metrics: ['count'] });
  expect(take(line, 'histogram_v2').form['column']).toBe('delay');
  const bars = begin('echarts_timeseries_bar', { x_axis: 'origin', metrics: ['count'] });
  expect(take(bars, 'histogram_v2').form['column']).toBe('delay');
});

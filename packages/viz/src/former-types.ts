import { xAxisOf } from '@tessera/core/build-query';
import { chartFiltersOf } from '@tessera/core/filters/adhoc';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { VizType } from './registry.ts';
import { timeToFilter, withSeenRange } from './time-of-form.ts';

type Form = Record<string, unknown>;
type Former = {
  readonly type: (form: RawForm) => VizType;
  /** Key of the earlier type → key of the one that took its place. */
  readonly keys?: Readonly<Record<string, string>>;
  /** What takes more than another key; it changes the copy that it is given. */
  readonly change?: (form: Form) => void;
};

const timeseriesKeys = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  show_controls: 'show_extra_controls',
  x_axis_label: 'x_axis_title',
  x_axis_format: 'x_axis_time_format',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_label: 'y_axis_title',
  show_markers: 'markerEnabled',
  y_axis_showminmax: 'truncateYAxis',
  y_log_scale: 'logAxis',
  show_bar_value: 'show_value',
};

const aggregates: Readonly<Record<string, string>> = {
  sum: 'Sum',
  mean: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  std: 'Sample Standard Deviation',
  var: 'Sample Variance',
};
const stacks: Readonly<Record<string, string>> = { stack: 'Stack', expand: 'Expand', stream: 'Stream' };
const curves: readonly unknown[] = ['basis', 'cardinal', 'monotone'];
const steps: Readonly<Record<string, string>> = { 'step-before': 'start', 'step-after': 'end' };

/** Chart types of stored forms that others took the place of; a bundle may still have them (reference, viz.md). */
const formerTypes: ReadonlyMap<unknown, Former> = new Map<string, Former>([
  ['line', { type: lineType, keys: timeseriesKeys, change: lineToSeries }],
  ['area', { type: () => 'echarts_area', keys: timeseriesKeys, change: areaToSeries }],
  ['bar', { type: () => 'echarts_timeseries_bar', keys: timeseriesKeys, change: barToSeries }],
  ['dist_bar', { type: () => 'echarts_timeseries_bar', keys: timeseriesKeys, change: categoriesToBars }],
  ['dual_line', { type: () => 'mixed_timeseries', keys: dualKeys(), change: dualToMixed }],
  ['heatmap', { type: () => 'heatmap_v2', keys: heatmapKeys() }],
  ['histogram', { type: () => 'histogram_v2', keys: histogramKeys(), change: histogramColumn }],
  ['pivot_table', { type: () => 'pivot_table_v2', keys: pivotKeys(), change: pivotTotals }],
  ['sankey', { type: () => 'sankey_v2', change: endsOfFlows }],
  ['sunburst', { type: () => 'sunburst_v2', keys: { groupby: 'columns' } }],
  ['treemap', { type: () => 'treemap_v2', change: firstMetric }],
]);

/**
 * A form as the type that took the place of its own reads it; a form of a type that is here retains its settings. The
 * span of time moves into the filters, as forms of today have it, and so do the filters of older charts of any type.
 */
export function currentForm(given: RawForm): RawForm {
  const form = withChartFilters(given);
  const former = formerTypes.get(form['viz_type']);
  if (!former) return withSeenRange(withTimeAxis(form));
  const next: Form = { ...form, viz_type: former.type(form) };
  for (const [from, to] of Object.entries(former.keys ?? {})) {
    if (!(from in next)) continue;
    // What lies under the other key is left from a type that the chart had before.
    next[to] = next[from];
    delete next[from];
  }
  former.change?.(next);
  timeToFilter(next);
  return next;
}

/** The time column of a waterfall from before x axes is its axis: only as such has it the grain and is it seen. */
function withTimeAxis(form: RawForm): RawForm {
  const { viz_type: type, granularity_sqla: column } = form;
  if (type !== 'waterfall' || typeof column !== 'string' || column === '' || xAxisOf(form) !== null) return form;
  return { ...form, x_axis: column };
}

/** Filters of older charts where they are seen and changed. Beside those of today they mean nothing, and stay. */
function withChartFilters(form: RawForm): RawForm {
  const { filters: _moved, ...rest } = form;
  const filters = chartFiltersOf(form);
  return filters.length > 0 && chartFiltersOf(rest).length === 0 ? { ...rest, adhoc_filters: filters } : form;
}

/** Type of a stored chart as `currentForm` gives it. */
export function currentType(type: string, form: RawForm): string {
  return formerTypes.get(type)?.type(form) ?? type;
}

/** The types that others took the place of, each with the one that takes a form without settings. */
export const replacedTypes: readonly (readonly [former: string, current: string])[] = [...formerTypes.keys()].map(
  (type) => [String(type), currentType(String(type), {})],
);

function lineType({ line_interpolation: drawn }: RawForm): VizType {
  if (curves.includes(drawn)) return 'echarts_timeseries_smooth';
  return typeof drawn === 'string' && Object.hasOwn(steps, drawn)
    ? 'echarts_timeseries_step'
    : 'echarts_timeseries_line';
}

function lineToSeries(form: Form): void {
  toSeries(form);
  const { line_interpolation: drawn } = form;
  if (typeof drawn === 'string' && Object.hasOwn(steps, drawn)) form['seriesType'] ??= steps[drawn];
}

function areaToSeries(form: Form): void {
  toSeries(form);
  const { stacked_style: style } = form;
  if (typeof style === 'string' && Object.hasOwn(stacks, style)) form['stack'] ??= stacks[style];
}

function barToSeries(form: Form): void {
  toSeries(form);
  if (form['bar_stacked'] === true) form['stack'] ??= 'Stack';
}

/** The first dimension is the axis, the others and the breakdowns are series. */
function categoriesToBars(form: Form): void {
  const [axis, ...rest] = listOf(form['groupby']);
  if (axis !== undefined) form['x_axis'] = axis;
  form['groupby'] = [...rest, ...listOf(form['columns'])];
  delete form['columns'];
  barToSeries(form);
  if (form['order_bars'] !== true || axis === undefined) return;
  form['x_axis_sort'] ??= columnLabel(axis as QueryColumn);
  form['x_axis_sort_asc'] ??= true;
}

function toSeries(form: Form): void {
  form['x_axis'] ??= form['granularity_sqla'];
  // Bounds of the earlier types were always heeded.
  if (listOf(form['y_axis_bounds']).some((bound) => typeof bound === 'number')) form['truncateYAxis'] = true;
  if (form['contribution'] === true) form['contributionMode'] ??= 'row';
  if (form['show_brush'] === 'yes') form['zoomable'] ??= true;
  for (const key of ['x_axis_title_margin', 'y_axis_title_margin']) if (form[key] === 'auto') delete form[key];
  const { xAxisLabelRotation: layout } = form;
  const turned = typeof layout === 'string' ? Number.parseInt(layout, 10) : Number(layout ?? Number.NaN);
  if (Number.isNaN(turned)) delete form['xAxisLabelRotation'];
  else form['xAxisLabelRotation'] = turned;
  const shifts = listOf(form['time_compare']).filter((shift) => typeof shift === 'string' && shift !== '');
  if (shifts.length > 0) form['time_compare'] = shifts.map(asShift);
}

function asShift(shift: unknown): string {
  const text = String(shift);
  return /^[0-9]+ \w+$/.test(text) ? `${text} ago` : text;
}

function dualKeys() {
  return {
    x_axis_format: 'x_axis_time_format',
    y_axis_2_format: 'y_axis_format_secondary',
    y_axis_2_bounds: 'y_axis_bounds_secondary',
  };
}

function dualToMixed(form: Form): void {
  form['x_axis'] ??= form['granularity_sqla'];
  form['metrics'] ??= listOf(form['metric']);
  form['metrics_b'] ??= listOf(form['metric_2']);
  form['yAxisIndex'] ??= 0;
  form['yAxisIndexB'] ??= 1;
  delete form['metric'];
  delete form['metric_2'];
  timeToFilter(form);
  form['adhoc_filters_b'] ??= form['adhoc_filters'];
}

function heatmapKeys() {
  return {
    all_columns_x: 'x_axis',
    all_columns_y: 'groupby',
    y_axis_bounds: 'value_bounds',
    show_perc: 'show_percentage',
  };
}

function histogramKeys() {
  return { all_columns_x: 'column', link_length: 'bins', x_axis_label: 'x_axis_title', y_axis_label: 'y_axis_title' };
}

function histogramColumn(form: Form): void {
  [form['column']] = listOf(form['column']);
  const bins = Number(form['bins']);
  if (Number.isInteger(bins) && bins > 0) form['bins'] = bins;
  else delete form['bins'];
  if (form['normalized'] === true) form['normalize'] ??= true;
}

function pivotKeys() {
  return {
    columns: 'groupbyColumns',
    groupby: 'groupbyRows',
    combine_metric: 'combineMetric',
    number_format: 'valueFormat',
    pandas_aggfunc: 'aggregateFunction',
    timeseries_limit_metric: 'series_limit_metric',
    transpose_pivot: 'transposePivot',
  };
}

function pivotTotals(form: Form): void {
  const { aggregateFunction: used, pivot_margins: margins } = form;
  if (typeof used === 'string' && Object.hasOwn(aggregates, used)) form['aggregateFunction'] = aggregates[used];
  if (margins !== true) return;
  form['rowTotals'] ??= true;
  form['colTotals'] ??= true;
}

function endsOfFlows(form: Form): void {
  const [source, target] = listOf(form['groupby']);
  form['source'] ??= source;
  form['target'] ??= target;
  delete form['groupby'];
}

function firstMetric(form: Form): void {
  form['metric'] ??= listOf(form['metrics'])[0];
  delete form['metrics'];
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

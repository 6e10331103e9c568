import { describe, expect, it } from 'vitest';
import { currentForm, currentType } from './former-types.ts';
import { isVizType, vizEntryOf } from './registry.ts';

const time = { granularity_sqla: 'day', time_range: '2024-01-01 : 2024-02-01' };
const filter = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'day',
  operator: 'TEMPORAL_RANGE',
  comparator: '2024-01-01 : 2024-02-01',
};

/** Each as a client of that time saved it, and the type that takes its place. */
const saved: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ viz_type: 'line', metrics: ['m'], groupby: ['a'] }, 'echarts_timeseries_line'],
  [{ viz_type: 'line', line_interpolation: 'cardinal', metrics: ['m'] }, 'echarts_timeseries_smooth'],
  [{ viz_type: 'line', line_interpolation: 'step-after', metrics: ['m'] }, 'echarts_timeseries_step'],
  [{ viz_type: 'area', metrics: ['m'] }, 'echarts_area'],
  [{ viz_type: 'bar', metrics: ['m'] }, 'echarts_timeseries_bar'],
  [{ viz_type: 'dist_bar', metrics: ['m'], groupby: ['a'] }, 'echarts_timeseries_bar'],
  [{ viz_type: 'dual_line', metric: 'm', metric_2: 'n' }, 'mixed_timeseries'],
  [{ viz_type: 'heatmap', all_columns_x: 'a', all_columns_y: 'b', metric: 'm' }, 'heatmap_v2'],
  [{ viz_type: 'histogram', all_columns_x: ['a'], link_length: '12' }, 'histogram_v2'],
  [{ viz_type: 'pivot_table', groupby: ['a'], columns: ['b'], metrics: ['m'] }, 'pivot_table_v2'],
  [{ viz_type: 'sankey', groupby: ['a', 'b'], metric: 'm' }, 'sankey_v2'],
  [{ viz_type: 'sunburst', groupby: ['a', 'b'], columns: [], metric: 'm' }, 'sunburst_v2'],
  [{ viz_type: 'treemap', groupby: ['a'], metrics: ['m'] }, 'treemap_v2'],
];

describe('forms of earlier chart types (reference, viz.md)', () => {
  it.each(saved)('%j is asked as %s, within its span of time', async (form, type) => {
    const next = currentForm({ ...form, ...time });
    expect(next['viz_type']).toBe(type);
    expect(currentType(String(form['viz_type']), form)).toBe(type);
    expect(next['adhoc_filters']).toEqual([filter]);
    expect(next).not.toHaveProperty('time_range');
    const [query] =
      (await vizEntryOf(type)?.load())?.buildQueries({ ...next, datasource: '1__table' }, { ownState: {} }) ?? [];
    const { columns, metrics, filters } = { columns: [], metrics: [], ...query };
    expect(filters).toContainEqual({ col: 'day', op: 'TEMPORAL_RANGE', val: filter.comparator });
    const asked = JSON.stringify([columns, metrics]);
    for (const name of ['m', 'a', 'b'])
      if (JSON.stringify(form).includes(`"${name}"`)) expect(asked).toContain(`"${name}"`);
  });

  it.each([
    [{ since: '2024-01-01', until: '2024-02-01' }, '2024-01-01 : 2024-02-01'],
    [{ since: '7 days', until: '' }, '7 days ago : today'],
    [{ since: '2023-01-01', until: '2023-02-01', time_range: '2024-01-01 : 2024-02-01' }, '2024-01-01 : 2024-02-01'],
    [{ since: '', until: null }, 'No filter'],
  ])('[3.2-01] keeps to the span of time that %j names', (span, comparator) => {
    const next = currentForm({ viz_type: 'dual_line', metric: 'm', metric_2: 'n', granularity_sqla: 'day', ...span });
    expect(next['adhoc_filters']).toEqual([{ ...filter, comparator }]);
    expect(next['adhoc_filters_b']).toEqual([{ ...filter, comparator }]);
    expect(next).not.toHaveProperty('since');
    expect(next).not.toHaveProperty('until');
  });

  it('takes the first dimension of category bars as the axis, the rest and the breakdowns as series', () => {
    const form = { viz_type: 'dist_bar', groupby: ['a', 'b'], columns: ['c'], bar_stacked: true, order_bars: true };
    expect(currentForm(form)).toMatchObject({
      x_axis: 'a',
      groupby: ['b', 'c'],
      stack: 'Stack',
      x_axis_sort: 'a',
      x_axis_sort_asc: true,
    });
  });

  it('brings the settings of a line along under the keys of today', () => {
    const form = {
      viz_type: 'line',
      x_axis_label: 'Day',
      y_log_scale: true,
      x_ticks_layout: '45°',
      left_margin: 'auto',
      contribution: true,
      show_brush: 'yes',
      time_compare: ['1 week', '2 weeks ago', 'inherit'],
    };
    const next = currentForm(form);
    expect(next).toMatchObject({
      x_axis_title: 'Day',
      logAxis: true,
      xAxisLabelRotation: 45,
      contributionMode: 'row',
      zoomable: true,
      time_compare: ['1 week ago', '2 weeks ago', 'inherit'],
    });
    expect(next).not.toHaveProperty('y_axis_title_margin');
    expect(form).not.toHaveProperty('logAxis');
  });

  it.each(['line', 'area', 'bar', 'dist_bar'])('heeds the saved bounds of the values of the type %s', (type) => {
    const bounds = (y_axis_bounds: unknown) => currentForm({ viz_type: type, y_axis_showminmax: false, y_axis_bounds });
    expect(bounds([null, 40])).toMatchObject({ truncateYAxis: true, y_axis_bounds: [null, 40] });
    expect(bounds([null, null])).toMatchObject({ truncateYAxis: false });
    expect(currentForm({ viz_type: type })).not.toHaveProperty('truncateYAxis');
  });

  it('brings totals and the way of counting of a pivot table along', () => {
    const form = { viz_type: 'pivot_table', pandas_aggfunc: 'mean', pivot_margins: true, number_format: '.1f' };
    expect(currentForm(form)).toMatchObject({
      aggregateFunction: 'Average',
      rowTotals: true,
      colTotals: true,
      valueFormat: '.1f',
    });
  });

  it('shows filters of older charts of any type among those of today', () => {
    const filters = [{ col: 'state', op: 'in', val: ['CA'] }];
    const shown = {
      clause: 'WHERE',
      expressionType: 'SIMPLE',
      subject: 'state',
      operator: 'in',
      comparator: ['CA'],
    };
    expect(currentForm({ viz_type: 'pie', filters })).toEqual({ viz_type: 'pie', adhoc_filters: [shown] });
    expect(currentForm({ viz_type: 'heatmap', filters, ...time })['adhoc_filters']).toEqual([shown, filter]);
    const both = { viz_type: 'pie', filters, adhoc_filters: [filter] };
    expect(currentForm(both)).toBe(both);
  });

  it('brings the bounds and the shares of a heatmap along, and the markers of a line', () => {
    expect(currentForm({ viz_type: 'heatmap', y_axis_bounds: [1, null], show_perc: false })).toMatchObject({
      value_bounds: [1, null],
      show_percentage: false,
    });
    expect(currentForm({ viz_type: 'line', show_markers: true })).toMatchObject({ markerEnabled: true });
  });

  it.each([{}, { x_axis: null }])('has the time of an old waterfall as its axis, with its grain: %j', async (axis) => {
    const next = currentForm({ viz_type: 'waterfall', metric: 'm', time_grain_sqla: 'P1M', ...time, ...axis });
    expect(next).toMatchObject({ x_axis: 'day', adhoc_filters: [filter] });
    const [query] = (await vizEntryOf('waterfall')?.load())?.buildQueries(next, { ownState: {} }) ?? [];
    expect(query?.columns).toEqual([expect.objectContaining({ label: 'day', timeGrain: 'P1M' })]);
    const chosen = { viz_type: 'waterfall', metric: 'm', x_axis: 'a', granularity_sqla: 'day' };
    expect(currentForm(chosen)).toBe(chosen);
  });

  it.each(['rose', 'cartodiagram', 'nonsense', '__proto__', 'constructor'])(
    'leaves a form of the type %s as it is',
    (type) => {
      const form = { viz_type: type, ...time };
      expect(currentForm(form)).toBe(form);
      expect(currentType(type, form)).toBe(type);
    },
  );

  it('is for types that are not here', () => {
    for (const [{ viz_type: type }] of saved) expect(isVizType(String(type))).toBe(false);
  });
});

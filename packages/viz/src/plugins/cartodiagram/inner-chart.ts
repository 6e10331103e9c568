import { asColumns } from '@tessera/core/build-query';
import { columnLabel, metricLabel, type Metric, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { isRecord, readText } from '../../control-kinds/read.ts';

/** How a small chart is drawn. */
export type Shape = 'pie' | 'bars' | 'line' | 'number';

/** The chart that stands at each place. */
export type InnerChart = {
  readonly vizType: string;
  readonly params: RawForm;
  readonly shape: Shape;
  /** What it is broken down by: its axis, then its dimensions. */
  readonly dimensions: readonly QueryColumn[];
  readonly metrics: readonly Metric[];
  readonly isDonut: boolean;
};

const LINES = new Set([
  'echarts_timeseries_line',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'echarts_area',
]);
const NUMBERS = new Set(['big_number', 'big_number_total', 'gauge_chart']);
const PIES = new Set(['pie', 'rose', 'sunburst_v2', 'funnel', 'radar']);

/** The JSON text of a saved chart, read; null for what is none. Never throws. */
export function readInner(text: string): InnerChart | null {
  const saved = parse(text);
  if (!isRecord(saved)) return null;
  const params = typeof saved['params'] === 'string' ? parse(saved['params']) : saved['params'];
  if (!isRecord(params)) return null;
  const vizType = typeof saved['viz_type'] === 'string' ? saved['viz_type'] : (readText(params['viz_type']) ?? '');
  const axis = axisOf(params);
  const groups = asColumns(params['groupby']);
  const shape = shapeOf(vizType, axis !== null || groups.length > 0);
  return {
    vizType,
    params,
    shape,
    dimensions: shape === 'number' ? [] : [...(axis === null ? [] : [axis]), ...groups],
    metrics: metricsOf(params),
    isDonut: params['donut'] === true,
  };
}

function shapeOf(vizType: string, hasDimensions: boolean): Shape {
  if (NUMBERS.has(vizType) || !hasDimensions) return 'number';
  if (LINES.has(vizType)) return 'line';
  return PIES.has(vizType) ? 'pie' : 'bars';
}

/** The axis of a chart over time, in its grain. */
function axisOf(params: RawForm): QueryColumn | null {
  const { x_axis: axis, time_grain_sqla: grain } = params;
  if (typeof axis !== 'string' || axis === '') return null;
  return {
    ...(typeof grain === 'string' && grain !== '' ? { timeGrain: grain } : {}),
    columnType: 'BASE_AXIS',
    sqlExpression: axis,
    label: axis,
    expressionType: 'SQL',
  };
}

function metricsOf(params: RawForm): readonly Metric[] {
  const many = Array.isArray(params['metrics']) ? params['metrics'] : [];
  const all = [params['metric'], ...many].filter(
    (metric): metric is Metric => (typeof metric === 'string' && metric !== '') || isRecord(metric),
  );
  const labels = new Set<string>();
  return all.filter((metric) => {
    const label = metricLabel(metric);
    return !labels.has(label) && labels.add(label).size > 0;
  });
}

export function labelsOf({ dimensions, metrics }: InnerChart): {
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
} {
  return { dimensions: dimensions.map(columnLabel), metrics: metrics.map(metricLabel) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

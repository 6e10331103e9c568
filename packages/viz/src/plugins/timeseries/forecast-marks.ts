import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import type { Forecast } from './forecast.ts';
import type { Look } from './looks.ts';
import { pointsOf } from './points.ts';
import { stackKeyOf } from './stack.ts';
import { axisOf, endLabelOf, stepOf, type Style } from './style.ts';

const FORECAST = ' · forecast';
const BAND = ' · band';
const BELOW = ' below';
const BAND_OPACITY = 0.16;

/** The series that a drawn forecast belongs to; any other id as it is. */
export function withoutForecast(id: string): string {
  return id.endsWith(FORECAST) ? id.slice(0, -FORECAST.length) : id;
}

/** Whether a drawn series is the expected course of another one, or a part of its band. */
export function isForecast(id: string): boolean {
  return id.endsWith(FORECAST) || id.endsWith(BAND) || id.endsWith(`${BAND}${BELOW}`);
}

/** Where an expected value is drawn. */
export function forecastSeries(key: string): string {
  return `${key}${FORECAST}`;
}

/** What is expected, as a dashed line that goes on from the last value, in the band that holds most of what comes. */
export function forecastMarks(
  data: SeriesData,
  looks: ReadonlyMap<Series, Look>,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): readonly LineSeriesOption[] {
  return data.series.flatMap((series): readonly LineSeriesOption[] => {
    const look = looks.get(series);
    if (series.forecast === null || look === undefined) return [];
    const told = joined(series, series.forecast);
    // The whole of a stack is not what its parts may be at their most.
    const band = form.stack === null ? bandOf(series, told, look, data, form, style) : [];
    return [...band, expectedLine(series, told, look, data, form, style, context)];
  });
}

/** The forecast with the last value before it, where line and band begin. */
function joined(series: Series, { expected, lower, upper }: Forecast): Forecast {
  const from = expected.findIndex((value) => value !== null);
  const last = series.values[from - 1] ?? null;
  const begin = (values: Forecast['expected']) => (from < 1 || last === null ? values : values.with(from - 1, last));
  return { expected: begin(expected), lower: begin(lower), upper: begin(upper) };
}

function expectedLine(
  series: Series,
  { expected }: Forecast,
  look: Look,
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): LineSeriesOption {
  const count = expected.filter((value) => value !== null).length;
  return {
    ...axisOf(style),
    id: forecastSeries(series.key),
    name: series.name,
    type: 'line',
    data: pointsOf(expected, data, form, style),
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: count < 2,
    step: stepOf(style.mark),
    itemStyle: { color: look.color },
    lineStyle: { color: look.color, width: look.width, type: 'dashed' },
    emphasis: { focus: 'series' },
    blur: { lineStyle: { opacity: 0.15 } },
    ...(form.stack === null ? {} : { stack: `${stackKeyOf(series, form)}${FORECAST}`, stackStrategy: 'all' }),
    ...endLabelOf(series, look, style, context),
  };
}

/** The lower edge as an unseen line, and the width of the band stacked on it. */
function bandOf(
  series: Series,
  { lower, upper }: Forecast,
  look: Look,
  data: SeriesData,
  form: FamilyForm,
  style: Style,
): readonly LineSeriesOption[] {
  const width = upper.map((high, index) => {
    const low = lower[index] ?? null;
    return high === null || low === null ? null : high - low;
  });
  const part = (id: string, values: Forecast['lower'], opacity: number): LineSeriesOption => ({
    ...axisOf(style),
    id: `${series.key}${BAND}${id}`,
    name: series.name,
    type: 'line',
    // The width of a band is no value of the axis: where it is 0 it must still be drawn.
    data: pointsOf(values, data, { logAxis: false }, style),
    stack: `${series.key}${BAND}`,
    stackStrategy: 'all',
    silent: true,
    showSymbol: false,
    step: stepOf(style.mark),
    itemStyle: { color: look.color },
    lineStyle: { opacity: 0 },
    areaStyle: { color: look.color, opacity },
    tooltip: { show: false },
  });
  return [part(BELOW, form.logAxis ? lower.map(positive) : lower, 0), part('', width, BAND_OPACITY)];
}

function positive(value: number | null): number | null {
  return value !== null && value <= 0 ? null : value;
}

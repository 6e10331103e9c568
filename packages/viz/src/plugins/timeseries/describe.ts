import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { readAnnotations, type Annotations } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { readSeries, type Series, type SeriesData } from './data.ts';
import { toShares } from './stack.ts';
import type { Layer } from './style.ts';
import { positionName } from './touch.ts';

const DESCRIBED_SERIES = 5;
const DESCRIBED_SPANS = 5;

/** The chart in a few sentences: what it shows, its span, and for each series where it begins, peaks and ends. */
export function describeTimeseries(
  name: string,
  isBar: boolean,
  results: readonly QueryResult[],
  form: FamilyForm,
  context: ChartContext,
): string {
  const data = readSeries(results[0], form, isBar, context);
  return describeLayers(name, [{ data, form }], results[0], context);
}

type Described = Pick<Layer, 'data' | 'form'>;

/** The same for one or more sets of series over one axis. */
export function describeLayers(
  name: string,
  layers: readonly [Described, ...Described[]],
  result: QueryResult | undefined,
  context: ChartContext,
): string {
  const [{ data, form }] = layers;
  const last = data.x.cells.length - 1;
  const all = layers.flatMap(seriesOf);
  if (last < 0 || all.length === 0) return t('%(chart)s without data.', { chart: name });
  const span = {
    chart: name,
    axis: data.x.name,
    first: positionName(0, data, form, context),
    last: positionName(last, data, form, context),
  };
  const opening = tn(
    '%(chart)s over %(axis)s, from %(first)s to %(last)s.',
    '%(chart)s of %(count)s series over %(axis)s, from %(first)s to %(last)s.',
    all.length,
    span,
  );
  const described = all.slice(0, DESCRIBED_SERIES).map((one) => describeSeries(one, context));
  const rest = all.length - described.length;
  return [
    opening,
    ...(form.stack === 'Expand' ? [t('Percentages are shares of all series at each point.')] : []),
    ...described,
    ...(rest > 0 ? [tn('1 more series.', '%(count)s more series.', rest)] : []),
    ...describeAnnotations(readAnnotations(result, data, form)),
  ].join(' ');
}

function describeAnnotations({ spans, lines }: Annotations): readonly string[] {
  const titles = spans.slice(0, DESCRIBED_SPANS).map((span) => span.title);
  const more = spans.length - titles.length;
  const named =
    more > 0
      ? tn('%(names)s and 1 more', '%(names)s and %(count)s more', more, { names: titles.join(', ') })
      : titles.join(', ');
  return [
    ...(titles.length > 0 ? [t('Marked: %(names)s.', { names: named })] : []),
    ...(lines.length > 0 ? [t('Compared with %(names)s.', { names: lines.map((line) => line.name).join(', ') })] : []),
  ];
}

type OneSeries = Described & { readonly series: Series; readonly shares: Series['values'] | null };

/** The series of a layer, with the shares that they are drawn as where these fill the plot. */
function seriesOf({ data, form }: Described): readonly OneSeries[] {
  const shares = form.stack === 'Expand' ? toShares(data.series, form, data.x.cells.length) : null;
  return data.series.map((series) => ({ data, form, series, shares: shares?.get(series) ?? null }));
}

function describeSeries({ data, form, series, shares }: OneSeries, context: ChartContext): string {
  const points = (shares ?? series.values).flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return t('%(series)s has no values.', { series: series.name });
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const low = points.reduce((least, point) => (point.value < least.value ? point : least));
  const number = (value: number) =>
    shares
      ? context.formatNumber(',.1%', value)
      : context.formatNumber(form.y_axis_format, value, form.currency_format);
  const course = t(
    '%(series)s goes from %(start)s to %(end)s, at most %(most)s (%(peak)s), at least %(least)s (%(low)s).',
    {
      series: series.name,
      start: number(first.value),
      end: number(last.value),
      most: number(peak.value),
      peak: positionName(peak.index, data, form, context),
      least: number(low.value),
      low: positionName(low.index, data, form, context),
    },
  );
  const expected = expectedText(series, data, form, context);
  return expected === null ? course : `${course} ${expected}`;
}

/** Where a forecast ends, and how sure it is. */
function expectedText(series: Series, data: SeriesData, form: FamilyForm, context: ChartContext): string | null {
  const at = series.forecast?.expected.findLastIndex((value) => value !== null) ?? -1;
  if (!series.forecast || at < 0) return null;
  const number = (value: number | null | undefined) =>
    context.formatNumber(form.y_axis_format, value ?? null, form.currency_format);
  const { expected, lower, upper } = series.forecast;
  return t('Expected for %(at)s: %(value)s, between %(low)s and %(high)s.', {
    at: positionName(at, data, form, context),
    value: number(expected[at]),
    low: number(lower[at]),
    high: number(upper[at]),
  });
}

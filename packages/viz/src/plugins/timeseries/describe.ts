import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { readAnnotations, type Annotations } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { readSeries, type Series, type SeriesData } from './data.ts';
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
  const last = data.x.cells.length - 1;
  if (last < 0 || data.series.length === 0) return t('%(chart)s without data.', { chart: name });
  const span = {
    chart: name,
    axis: data.x.name,
    first: positionName(0, data, form, context),
    last: positionName(last, data, form, context),
  };
  const opening = tn(
    '%(chart)s over %(axis)s, from %(first)s to %(last)s.',
    '%(chart)s of %(count)s series over %(axis)s, from %(first)s to %(last)s.',
    data.series.length,
    span,
  );
  const told = data.series.slice(0, DESCRIBED_SERIES).map((series) => describeSeries(series, data, form, context));
  const rest = data.series.length - told.length;
  return [
    opening,
    ...told,
    ...(rest > 0 ? [tn('1 more series.', '%(count)s more series.', rest)] : []),
    ...describeAnnotations(readAnnotations(results[0], data, form)),
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

function describeSeries(series: Series, data: SeriesData, form: FamilyForm, context: ChartContext): string {
  const points = series.values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return t('%(series)s has no values.', { series: series.name });
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const low = points.reduce((least, point) => (point.value < least.value ? point : least));
  const number = (value: number) => context.formatNumber(form.y_axis_format, value, form.currency_format);
  return t('%(series)s goes from %(start)s to %(end)s, at most %(most)s (%(peak)s), at least %(least)s (%(low)s).', {
    series: series.name,
    start: number(first.value),
    end: number(last.value),
    most: number(peak.value),
    peak: positionName(peak.index, data, form, context),
    least: number(low.value),
    low: positionName(low.index, data, form, context),
  });
}

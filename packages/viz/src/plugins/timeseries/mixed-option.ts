import type { RawForm } from '@tessera/core/form-data';
import { metricLabel } from '@tessera/core/form-data';
import { uniqueNames } from '@tessera/core/unique-names';
import type { EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Axis } from '../../shared/axes.ts';
import { parseForm } from '../../parse-form.ts';
import { derivedMeasure } from '../../layer/derived-measure.ts';
import { shiftName } from '../../layer/shift.ts';
import { cutMiddle } from '../../shared/text.ts';
import { aligned } from './align.ts';
import type { Mark } from '../../marks.ts';
import { familyControls, familyDefaults, type FamilyForm } from './controls.ts';
import { readSeries, type SeriesData } from './data.ts';
import { truthful } from './honest.ts';
import type { MixedForm } from './mixed-controls.ts';
import { firstForm, secondForm, styledForm } from './mixed-forms.ts';
import { layersOption, withWhole } from './option.ts';
import { measureAxis } from './plot-axes.ts';
import { withPercents } from './shift.ts';
import type { Layer, Style } from './style.ts';
import { wholeOfLayers } from './whole.ts';

/** What the keys of series begin with, so that those of both queries differ. */
const FIRST = 'A · ';
const SECOND = 'B · ';

/** What the labels of an axis and the space between two titles take, in px. */
const TITLE_GAP = 64;

/** Whether a mark is of the second query. */
export function isSecond({ key }: Pick<Mark, 'key'>): boolean {
  return key.startsWith(SECOND);
}

/** The forms of both queries as those of charts with one; the secondary axis has formats of its own. */
export function mixedForms(form: MixedForm): readonly [FamilyForm, FamilyForm] {
  const first: RawForm = { ...firstForm(form), stack: form.stack ? 'Stack' : null };
  const second: RawForm = { ...secondForm(styledForm(form)), stack: form.stackB ? 'Stack' : null };
  return [readForm(first, form, form.yAxisIndex), readForm(second, form, form.yAxisIndexB)];
}

function readForm(raw: RawForm, form: MixedForm, axis: 0 | 1): FamilyForm {
  const own = parseForm(familyControls, { ...familyDefaults, only_total: false }, raw);
  if (axis === 0) return withPercents(own);
  return withPercents({
    ...own,
    y_axis_format: form.y_axis_format_secondary,
    currency_format: form.currency_format_secondary,
    y_axis_bounds: form.y_axis_bounds_secondary,
    logAxis: form.logAxisSecondary,
    y_axis_title: form.yAxisTitleSecondary,
  });
}

/** Both answers on one base axis, under names and keys that differ. */
export function mixedLayers(
  results: readonly QueryResult[],
  form: MixedForm,
  context: ChartContext,
): readonly [Layer, Layer] {
  const [first, second] = mixedForms(form).map((one) => truthful(one, context)) as [FamilyForm, FamilyForm];
  const hasBars = first.seriesType === 'bar' || second.seriesType === 'bar';
  const own = sharedDimensions(results[1], first, second);
  const [a, b] = aligned(
    readSeries(results[0], first, hasBars, context),
    readSeries(results[1], own, hasBars, context),
  );
  const names = uniqueNames(
    [...a.series, ...b.series].map(({ name, shift, metric }) =>
      // Beside another query, a time alone does not say what is of it.
      shift !== null && metric !== null && name === shiftName(shift) ? `${context.verboseName(metric)}, ${name}` : name,
    ),
  );
  const named = (data: SeriesData, from: number, prefix: string): SeriesData => ({
    ...data,
    series: data.series.map((series, at) => ({
      ...series,
      key: `${prefix}${series.key}`,
      name: names[from + at] ?? series.name,
      colorName: series.colorName === series.name ? (names[from + at] ?? series.name) : series.colorName,
    })),
  });
  return [
    { data: named(a, 0, FIRST), form: first, style: styleOf(first, form.yAxisIndex) },
    { data: named(b, a.series.length, SECOND), form: own, style: styleOf(second, form.yAxisIndexB) },
  ];
}

/** A form that never had dimensions for its second query asks for those of the first; the answer tells. */
function sharedDimensions(result: QueryResult | undefined, first: FamilyForm, second: FamilyForm): FamilyForm {
  if (!result || second.groupby.length > 0 || first.groupby.length === 0) return second;
  const parts = Object.values(result.labelMap).map(({ length }) => length);
  return Math.max(0, ...parts) > first.groupby.length ? { ...second, groupby: first.groupby } : second;
}

/** Two sets of series, each with its own marks and measure axis. */
export function mixedOption(results: readonly QueryResult[], form: MixedForm, context: ChartContext): EChartsOption {
  const layers = mixedLayers(results, form, context);
  const option = layersOption(layers, results[0], context, (length) => measures(layers, form, length, context));
  return withWhole(option, wholeOfLayers(layers, context), context);
}

function styleOf(form: FamilyForm, axis: 0 | 1): Style {
  return { mark: form.seriesType, filled: form.area, horizontal: false, endLabelWidth: null, axis };
}

/** The axes that something is measured by: the first on the left, the second on the right, their gridlines shared. */
function measures(
  layers: readonly [Layer, Layer],
  form: MixedForm,
  length: number,
  context: ChartContext,
): Axis | Axis[] {
  const on = (axis: 0 | 1) => layers.filter(({ style }) => style.axis === axis);
  const [first, second] = [on(0), on(1)];
  const isTwofold = first.length > 0 && second.length > 0;
  const make = (own: readonly Layer[], margin: number): Axis => {
    const layer = own[0] ?? layers[0];
    const name = layer.form.y_axis_title === '' && isTwofold ? measured(own, context) : layer.form.y_axis_title;
    // Above the plot two titles stand beside each other.
    const title = isTwofold && isOnTop(form) ? cutMiddle(name, context.width / 2 - TITLE_GAP, 12) : name;
    return measureAxis(
      { ...layer.form, y_axis_title: title, y_axis_title_margin: margin },
      layer.style,
      length,
      context,
    );
  };
  const primary = make(first, form.y_axis_title_margin ?? 0);
  if (second.length === 0) return primary;
  const secondary = {
    ...make(second, form.y_axis_title_margin ?? 0),
    position: 'right',
    ...(isTwofold ? { splitLine: { show: false }, minorSplitLine: { show: false } } : {}),
    ...(isTwofold && !form.logAxis && !form.logAxisSecondary ? { alignTicks: true } : {}),
  } as Axis;
  const right = { ...secondary, nameTextStyle: { ...secondary.nameTextStyle, ...alignedRight(form) } } as Axis;
  return [first.length === 0 ? { ...primary, show: false } : primary, right];
}

function alignedRight(form: MixedForm) {
  return isOnTop(form) ? { align: 'right' as const } : {};
}

function isOnTop(form: MixedForm): boolean {
  return form.y_axis_title_position === 'Top';
}

/** What an axis measures, where its author does not say: the names of its metrics. */
function measured(layers: readonly Layer[], context: ChartContext): string {
  const names = layers.flatMap(({ form }) =>
    form.metrics.map((metric) =>
      derivedMeasure(typeof metric === 'string' ? context.verboseName(metric) : metricLabel(metric), form),
    ),
  );
  return [...new Set(names)].join(', ');
}

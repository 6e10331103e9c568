import type { BarSeriesOption, LineSeriesOption } from 'echarts';
import { offsetsOf } from '../../bundles/compared-times.ts';
import type { ChartContext } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { cellText } from '../../layer/labels.ts';
import { paleBars, paleLine, paleLineNote, paleNote, partWords } from '../../layer/part.ts';
import type { FamilyForm } from './controls.ts';
import { readSeries, type SeriesData } from './data.ts';
import { canStack } from './honest.ts';
import { pointsOf } from './points.ts';
import { axisOf, stepOf, type Layer, type Mark, type Style } from './style.ts';

/** What is measured without the selection that narrows it: of each place the sum of its series. */
export type Whole = {
  readonly data: SeriesData;
  readonly at: (part: SeriesData, index: number) => number | null;
  readonly values: readonly (number | null)[];
};

/** A line below this part of its whole would lie flat beneath it: its shape is worth more. */
const LEAST_PART = 0.2;

/** Only of what adds up and stands alone or is stacked: of others a part says nothing of its whole. */
export function wholeOf(part: SeriesData, form: FamilyForm, mark: Mark, context: ChartContext): Whole | null {
  const [result] = context.whole ?? [];
  const isPlain = form.contributionMode === null && offsetsOf(form).length === 0 && !form.forecastEnabled;
  const isAlone = part.series.length === 1 || form.stack === 'Stack';
  if (!result || mark === 'scatter' || !isPlain || !isAlone || context.inputs.hidden.size > 0) return null;
  if (form.metrics.length !== 1 || form.stack === 'Expand' || form.stack === 'Stream') return null;
  if (!canStack(form, context)) return null;
  const data = readSeries(result, form, mark === 'bar', context);
  if (data.x.kind !== part.x.kind || (data.series.length !== 1 && form.stack !== 'Stack')) return null;
  const values = data.x.cells.map((_, index) => totalAt(data, index));
  if (values.some((value) => value !== null && value < 0)) return null;
  if (mark !== 'bar' && greatest(part.x.cells.map((_, index) => totalAt(part, index))) < LEAST_PART * greatest(values))
    return null;
  const places = new Map(data.x.cells.map((cell, index) => [cellText(cell), values[index] ?? null]));
  const at = ({ x }: SeriesData, index: number) => places.get(cellText(x.cells[index] ?? null)) ?? null;
  return { data, at, values };
}

/** What a layer of several sees: of two queries the whole stands behind the only bars, and behind no lines. */
export function contextOfLayer(layers: readonly Layer[], at: number, context: ChartContext): ChartContext {
  const { whole, ...others } = context;
  const isSole = layers.length === 1 || layers.every(({ style }, other) => (style.mark === 'bar') === (other === at));
  const own = isSole ? whole?.[at] : undefined;
  return own === undefined ? others : { ...others, whole: [own] };
}

/** The whole of the layer that has one. */
export function wholeOfLayers(
  layers: readonly Layer[],
  context: ChartContext,
): { readonly whole: Whole; readonly layer: Layer } | null {
  for (const [at, layer] of layers.entries()) {
    const { data, form, style } = layer;
    const whole = wholeOf(data, form, style.mark, contextOfLayer(layers, at, context));
    if (whole !== null) return { whole, layer };
  }
  return null;
}

function greatest(values: readonly (number | null)[]): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
}

function totalAt({ series }: SeriesData, index: number): number | null {
  const values = series.flatMap((one) => one.values[index] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/** Pale bars or a pale line behind those of the part, at their places. */
export function wholeSeries(
  whole: Whole,
  part: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): BarSeriesOption | LineSeriesOption {
  const data =
    part.x.kind === 'category'
      ? pointsOf(
          part.x.cells.map((_, index) => whole.at(part, index)),
          part,
          form,
          style,
        )
      : pointsOf(whole.values, whole.data, form, style);
  if (style.mark === 'bar')
    return { ...paleBars(context), ...axisOf(style), data, barMaxWidth: 48, barCategoryGap: '24%' };
  return {
    ...paleLine(context, style.filled),
    data,
    smooth: style.mark === 'smooth',
    step: stepOf(style.mark),
    sampling: 'minmax',
  };
}

/** What is said below a picture that marks a part of its whole. */
export function noteOfWhole(mark: Mark): string {
  return mark === 'bar' ? paleNote() : paleLineNote();
}

/** 'of 1,234 without the selection (12.5%)'; null where nothing is known of the place. */
export function wholeWords(
  whole: Whole | null,
  part: SeriesData,
  index: number,
  form: FamilyForm,
  context: ChartContext,
): string | null {
  const value = whole?.at(part, index) ?? null;
  if (value === null || value === 0) return null;
  const own = totalAt(part, index) ?? 0;
  const say = (number: number) => exactNumber(form.y_axis_format, number, context, form.currency_format);
  return partWords(say(own), say(value), own / value, context);
}

import { t } from '@tessera/core/messages';
import type { TooltipComponentOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { tooltipFrame } from '../../shared/base-option.ts';
import { totalName } from '../../layer/additivity.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml, type TooltipRow } from '../../layer/tooltip.ts';
import { annotationColor } from './annotation-marks.ts';
import { spansAt, type Annotations, type Span } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { incompleteOf, sameKey, type Series, type SeriesData } from './data.ts';
import { canStack } from './honest.ts';
import { seriesKeyOf } from './incomplete.ts';
import { looksOf } from './looks.ts';
import { stackKeyOf } from './stack.ts';
import type { Layer, Style } from './style.ts';
import { positionName } from './touch.ts';
import { wholeOfLayers, wholeWords } from './whole.ts';

/** What ECharts tells a formatter about one hovered point, as far as it is needed here. */
type Told = {
  readonly seriesId?: unknown;
  readonly dataIndex?: unknown;
  readonly value?: unknown;
  /** Where the pointer is, in values of the axes; from the browser alone. */
  readonly pointer?: readonly number[];
};

/** The same, with the series that it is a point of. */
type Hovered = Told & { readonly key: string };

/** All series of the hovered x (rich), or the one hovered mark. The first layer says how tooltips are. */
export function tooltipOf(
  layers: readonly [Layer, ...Layer[]],
  annotations: Annotations,
  context: ChartContext,
): TooltipComponentOption {
  const [{ data, form, style }] = layers;
  const readers = layers.map((layer) => ({ layer, ...layerReader(layer, context) }));
  const behind = wholeOfLayers(layers, context);
  const isOwn = (one: Hovered) => readers.some(({ has }) => has(one));
  const format = (params: unknown): string => {
    const hovered = hoveredOf(params);
    // Lines of annotations have points of their own; the chart's series say where on the axis this is.
    const own = firstOfEach(hovered).filter(isOwn);
    const lines =
      annotations.lines.length === 0 ? [] : hovered.flatMap((one) => lineRow(one, annotations, form, context));
    const first = own[0];
    if (!first) return tooltipHtml({ title: '', rows: lines, order: 'as_given' });
    const index = Number(first.dataIndex ?? 0);
    const rows = readers.flatMap(({ rowsAt }) => rowsAt(own, index));
    const isPlaced = rows.some(({ distance }) => distance !== undefined);
    return tooltipHtml({
      title: positionName(index, data, form, context),
      rows: [...rows, ...lines],
      order: form.tooltipSortByMetric ? 'by_value' : isPlaced ? 'nearest' : 'as_given',
      // What is measured by two axes has no common total.
      total: layers.length === 1 ? (readers[0]?.totalAt(own, index) ?? null) : null,
      notes: [
        ...wholeNotes(behind, index, context),
        ...deltaNotes(own, index, layers, context),
        ...targetNotes(own, index, layers, annotations, context),
        ...spansAt(annotations.spans, data.x, index, form.time_grain_sqla).map(noteOf),
      ],
    });
  };
  return {
    ...tooltipFrame(context),
    trigger: form.rich_tooltip ? 'axis' : 'item',
    axisPointer: pointer(style, context),
    formatter: format,
  };
}

function wholeNotes(behind: ReturnType<typeof wholeOfLayers>, index: number, context: ChartContext) {
  if (behind === null) return [];
  const { data, form } = behind.layer;
  return [wholeWords(behind.whole, data, index, form, context)].filter((words) => words !== null);
}

/** What the tooltip says of the series of one layer. */
function layerReader(layer: Layer, context: ChartContext) {
  const { data, form, style } = layer;
  const isAdditive = form.metrics.length === 1 && canStack(form, context);
  // Flights and minutes of delay do not add up.
  const addsUp = isAdditive && new Set(data.series.map((series) => series.metric)).size <= 1;
  const looks = looksOf(data, form, context);
  const bySeries = new Map(data.series.map((series) => [series.key, series]));
  const rowsAt = (hovered: readonly Hovered[], index: number): TooltipRow[] => {
    const shown = hovered.flatMap((one) => {
      const series = bySeries.get(one.key);
      return series ? [{ series, amount: series.values[index] ?? null }] : [];
    });
    const wholes = wholesOf(shown);
    const withShare = addsUp && shown.length > 1 && (form.showTooltipPercentage || form.stack === 'Expand');
    const at = style.axis === 0 ? hovered[0]?.pointer?.[style.horizontal ? 0 : 1] : undefined;
    const distance = distances(shown, at, form);
    const change = withShare ? null : changesInRows(shown, data, index, context);
    return shown.flatMap(({ series, amount }): TooltipRow[] => {
      const color = looks.get(series)?.color ?? null;
      if (amount === null) return expectedRow(series, index, color, form, context);
      const whole = wholes.get(series.shift?.offset ?? null) ?? 0;
      return [
        {
          distance: distance(series),
          name: nameAt(series, index, data),
          // Of thousands of series a dozen is shown: the others need no words.
          get value() {
            return exactNumber(form.y_axis_format, amount, context, form.currency_format);
          },
          amount,
          color,
          get share() {
            if (change !== null) return change(series, amount);
            return withShare && whole > 0 ? context.formatNumber(',.1%', amount / whole) : null;
          },
        },
      ];
    });
  };
  const totalAt = (own: readonly Hovered[], index: number) =>
    addsUp && form.rich_tooltip && form.showTooltipTotal ? totalOf(own, index, data, form, context) : null;
  return { has: ({ key }: Hovered) => bySeries.has(key), rowsAt, totalAt };
}

/** The title says of a place whether its own period is whole. */
function nameAt(series: Series, index: number, data: SeriesData): string {
  const isPart = !data.x.incomplete.has(index) && incompleteOf(series, data).has(index);
  return isPart ? t('%(period)s (incomplete)', { period: series.name }) : series.name;
}

/** One point of each series: parts of one are drawn apart. */
function firstOfEach(hovered: readonly Hovered[]): readonly Hovered[] {
  const firsts = new Map<string, Hovered>();
  for (const one of hovered) if (!firsts.has(one.key)) firsts.set(one.key, one);
  return [...firsts.values()];
}

function hoveredOf(params: unknown): readonly Hovered[] {
  const told: readonly unknown[] = Array.isArray(params) ? params : [params];
  return told
    .filter((one): one is Told => typeof one === 'object' && one !== null)
    .map((one) => ({ ...one, key: seriesKeyOf(one.seriesId) }));
}

/** What the shown values of the present add up to; null for fewer than two. */
function totalOf(
  own: readonly Hovered[],
  index: number,
  data: SeriesData,
  form: FamilyForm,
  context: ChartContext,
): { readonly name: string; readonly value: string } | null {
  const shifts = new Set(data.series.map(({ shift }) => shift?.offset ?? null));
  const only = shifts.has(null) ? null : [...shifts][0];
  const keys = new Set(own.map(({ key }) => key));
  const all = data.series.filter(({ shift }) => (shift?.offset ?? null) === only);
  const shown = all.flatMap(({ key, values }) => (keys.has(key) ? [values[index] ?? null] : []));
  const amounts = shown.filter((value) => value !== null);
  if (amounts.length < 2 || (only !== null && shifts.size > 1)) return null;
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return {
    name: totalName(amounts.length, amounts.length === all.length && !data.isPart),
    value: exactNumber(form.y_axis_format, sum, context, form.currency_format),
  };
}

/** The magnitudes of the present, and of each other time, together. */
function wholesOf(shown: readonly ShownValue[]): ReadonlyMap<string | null, number> {
  const wholes = new Map<string | null, number>();
  for (const { series, amount } of shown) {
    const time = series.shift?.offset ?? null;
    wholes.set(time, (wholes.get(time) ?? 0) + Math.abs(amount ?? 0));
  }
  return wholes;
}

/** What is expected where no value is, with the band that it lies in. */
function expectedRow(
  { name, forecast }: Series,
  index: number,
  color: string | null,
  form: FamilyForm,
  context: ChartContext,
): TooltipRow[] {
  const amount = forecast?.expected[index] ?? null;
  if (amount === null) return [];
  const number = (value: number | null) => exactNumber(form.y_axis_format, value, context, form.currency_format);
  const band = { low: number(forecast?.lower[index] ?? null), high: number(forecast?.upper[index] ?? null) };
  return [
    {
      name: t('%s (forecast)', name),
      value: t('%(expected)s (%(low)s to %(high)s)', { expected: number(amount), ...band }),
      amount,
      color,
    },
  ];
}

/** More lines than these would be a second tooltip. */
const MOST_DELTAS = 3;

/** How the present differs from the other times that are shown beside it. */
function deltaNotes(
  own: readonly Hovered[],
  index: number,
  layers: readonly Layer[],
  context: ChartContext,
): readonly string[] {
  const keys = new Set(own.map(({ key }) => key));
  const others = layers.flatMap(({ data }) =>
    data.series.filter(({ key, shift }) => shift?.as === 'values' && keys.has(key)).map((other) => ({ other, data })),
  );
  if (others.length > MOST_DELTAS) return [];
  return others.flatMap(({ other, data }): string[] => {
    const present = data.series.find((one) => one.shift === null && sameKey(one) === sameKey(other));
    const [now, then] = [present?.values[index] ?? null, other.values[index] ?? null];
    if (now === null || then === null || then === 0) return [];
    const change = context.formatNumber('+,.1%', (now - then) / Math.abs(then));
    const offset = other.shift?.name ?? '';
    return [others.length === 1 ? t('%(change)s from %(offset)s', { change, offset }) : `${other.name}: ${change}`];
  });
}

/** The same of many series: beside the value of the other time; null where notes say it, or nothing is compared. */
function changesInRows(shown: readonly ShownValue[], data: SeriesData, index: number, context: ChartContext) {
  const isOther = ({ series }: ShownValue) => series.shift?.as === 'values';
  if (shown.filter(isOther).length <= MOST_DELTAS) return null;
  const presents = new Map(data.series.filter(({ shift }) => shift === null).map((one) => [sameKey(one), one]));
  return (series: Series, then: number): string | null => {
    const now = series.shift?.as === 'values' ? (presents.get(sameKey(series))?.values[index] ?? null) : null;
    if (now === null || then === 0) return null;
    return t('now %s', context.formatNumber('+,.1%', (now - then) / Math.abs(then)));
  };
}

/** What changed from a level line, such as a target, where it is plain of which series that is said. */
function targetNotes(
  own: readonly Hovered[],
  index: number,
  layers: readonly Layer[],
  { lines }: Annotations,
  context: ChartContext,
): readonly string[] {
  const levels = lines.filter(isLevel);
  if (levels.length === 0) return [];
  const keys = new Set(own.map(({ key }) => key));
  const [only, ...others] = layers.flatMap(({ data }) =>
    data.series.filter(({ key, shift }) => shift === null && keys.has(key)),
  );
  const now = only?.values[index] ?? null;
  if (now === null || others.length > 0) return [];
  return levels.flatMap(({ name, points }) => {
    const level = points[0]?.[1] ?? 0;
    if (level === 0) return [];
    const change = context.formatNumber('+,.1%', (now - level) / Math.abs(level));
    return [t('%(change)s from %(offset)s', { change, offset: name })];
  });
}

function isLevel({ layer, points }: Annotations['lines'][number]): boolean {
  return layer.annotationType === 'FORMULA' && points.every(([, y]) => y === points[0]?.[1]);
}

/** The value of an annotation's line under the pointer. */
function lineRow(
  { seriesId, value }: Hovered,
  { lines }: Annotations,
  form: FamilyForm,
  context: ChartContext,
): readonly TooltipRow[] {
  const line = lines.find(({ key }) => key === seriesId);
  const amount = Array.isArray(value)
    ? value.find((part, at) => typeof part === 'number' && (at === 1) !== (form.orientation === 'horizontal'))
    : value;
  if (!line || typeof amount !== 'number') return [];
  return [
    {
      name: line.name,
      value: exactNumber(form.y_axis_format, amount, context, form.currency_format),
      amount,
      color: annotationColor(line.layer, line.name, form, context),
    },
  ];
}

function noteOf({ layer, title, descriptions }: Span): string {
  const text = title === layer.name ? title : `${layer.name}: ${title}`;
  return [text, ...descriptions].join(' · ');
}

type ShownValue = { readonly series: Series; readonly amount: number | null };

/** How far each value is from the pointer: in a stack from the band that it fills, else from the value. */
function distances(
  shown: readonly ShownValue[],
  pointer: number | undefined,
  form: FamilyForm,
): (series: Series) => number | undefined {
  // A stream and shares are not drawn at their values.
  if (pointer === undefined || form.stack === 'Stream' || form.stack === 'Expand') return () => undefined;
  const ends = new Map<string, number>();
  const away = new Map<Series, number>();
  for (const { series, amount } of shown) {
    if (amount === null) continue;
    if (form.stack === null) {
      away.set(series, Math.abs(amount - pointer));
      continue;
    }
    const side = `${stackKeyOf(series, form)} ${amount < 0 ? 'negative' : 'positive'}`;
    const from = ends.get(side) ?? 0;
    const to = from + amount;
    ends.set(side, to);
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    away.set(series, Math.max(low - pointer, pointer - high, 0));
  }
  return (series) => away.get(series) ?? Infinity;
}

function pointer(style: Style, context: ChartContext): NonNullable<TooltipComponentOption['axisPointer']> {
  const { theme } = context;
  if (style.mark === 'bar')
    return { type: 'shadow', shadowStyle: { color: theme.zeroLine, opacity: 0.18 }, label: { show: false } };
  return { type: 'line', lineStyle: { color: theme.zeroLine, width: 1, type: 'solid' }, label: { show: false } };
}

import type { AnnotationLayer, AnnotationOpacity, AnnotationStyle } from '@tessera/core/annotations/layer';
import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { Annotations, Line, Span } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { canStand, withLonelyPoints } from './points.ts';
import { endLabelOf, type Style } from './style.ts';

const DASHES: Readonly<Record<AnnotationStyle, 'solid' | 'dashed' | 'dotted' | number[]>> = {
  solid: 'solid',
  dashed: 'dashed',
  dotted: 'dotted',
  longDashed: [12, 6],
};
const OPACITIES: Readonly<Record<AnnotationOpacity, number | null>> = {
  '': null,
  opacityLow: 0.2,
  opacityMedium: 0.5,
  opacityHigh: 0.8,
};
/** Data must stay readable under a span. */
const SPAN_OPACITY = 0.2;
const LABEL_WIDTH = 140;
const SYMBOL_SIZE = 5;

type MarkLine = NonNullable<LineSeriesOption['markLine']>;
type MarkArea = NonNullable<LineSeriesOption['markArea']>;

/** Lines over the series of the chart; moments and spans as marks of a series without points. */
export function annotationMarks(
  annotations: Annotations,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): readonly LineSeriesOption[] {
  const layers = [...new Set(annotations.spans.map((span) => span.layer))];
  return [
    ...layers.map((layer) => spanMarks(layer, annotations.spans, form, style, context)),
    ...annotations.lines.map((line) => lineMark(line, form, style, context)),
  ];
}

/** The colour that a layer names, or the one that its name has in the scheme of the chart. */
export function annotationColor(
  layer: AnnotationLayer,
  name: string,
  form: Pick<FamilyForm, 'color_scheme'>,
  context: ChartContext,
): string {
  return layer.color ?? context.color(form.color_scheme, name);
}

function spanMarks(
  layer: AnnotationLayer,
  all: readonly Span[],
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): LineSeriesOption {
  const spans = all.filter((span) => span.layer === layer);
  const color = annotationColor(layer, layer.name, form, context);
  const place = (at: number) => (style.horizontal ? { yAxis: at } : { xAxis: at });
  const text = {
    show: layer.showLabel,
    color: context.theme.text,
    fontSize: 11,
    fontFamily: context.theme.fontFamily,
    textBorderColor: context.theme.surface,
    textBorderWidth: 3,
    formatter: ({ name }: { readonly name: string }) => cutMiddle(name, LABEL_WIDTH, 11),
  };
  const shared = {
    id: `annotation: ${layer.name}`,
    name: layer.name,
    type: 'line' as const,
    data: [],
    silent: true,
    tooltip: { show: false },
  };
  const moments = spans.filter((span) => span.from === span.to);
  const stretches = spans.filter((span) => span.from !== span.to);
  const opacity = OPACITIES[layer.opacity];
  const markLine: MarkLine = {
    silent: true,
    animation: false,
    symbol: 'none',
    label: { ...text, position: 'insideEndTop', distance: 4 },
    lineStyle: { color, type: DASHES[layer.style], width: Math.max(1, layer.width), opacity: opacity ?? 1 },
    data: moments.map((span) => ({ name: span.title, ...place(span.from) })),
  };
  const markArea: MarkArea = {
    // Above bars, so that its name can be read.
    z: 3,
    silent: true,
    animation: false,
    label: { ...text, position: style.horizontal ? 'insideRight' : 'insideTop' },
    itemStyle: {
      color,
      opacity: opacity ?? SPAN_OPACITY,
      ...(layer.style !== 'solid' && {
        borderColor: color,
        borderWidth: Math.max(1, layer.width),
        borderType: DASHES[layer.style],
      }),
    },
    data: stretches.map((span) => [
      { name: span.title, ...place(span.from), ...(style.horizontal ? {} : placeOfName(span, all)) },
      place(span.to),
    ]),
  };
  return { ...shared, ...(moments.length > 0 && { markLine }), ...(stretches.length > 0 && { markArea }) };
}

const NAME_HEIGHT = 15;

/**
 * Where the name of a stretch of time stands, so that names give way to each other: below those of the stretches before
 * that it overlaps, and at the foot where a moment lies in it, whose name runs down from the top.
 */
function placeOfName(span: Span, all: readonly Span[]): { readonly label?: NonNullable<MarkArea['label']> } {
  const named = all.filter((other) => other.layer.showLabel && other.from <= span.to && other.to >= span.from);
  const above = named.slice(0, Math.max(named.indexOf(span), 0)).filter(({ from, to }) => from !== to).length;
  const hasMoment = named.some(({ from, to }) => from === to);
  if (hasMoment) return { label: { position: 'insideBottom', offset: [0, -above * NAME_HEIGHT] } };
  return above === 0 ? {} : { label: { offset: [0, above * NAME_HEIGHT] } };
}

function lineMark(
  { layer, key, name, points }: Line,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): LineSeriesOption {
  const color = annotationColor(layer, name, form, context);
  const opacity = OPACITIES[layer.opacity] ?? 1;
  const isHidden = layer.hideLine || layer.width === 0;
  const drawn = points.map(([x, y]) => [x, canStand(y, form) ? y : null] as const);
  // On an axis of categories a number is the position of one.
  const data = drawn.map(([x, y]) => (style.horizontal ? [y ?? '-', x] : [x, y ?? '-']));
  const showsAll = layer.showMarkers || points.length === 1;
  const values = drawn.map(([, y]) => y);
  const withSymbols = showsAll ? data : withLonelyPoints(data, values, SYMBOL_SIZE);
  const hasLonely = withSymbols !== data;
  return {
    id: key,
    name,
    type: 'line',
    z: 3,
    data: withSymbols,
    // A symbol that only some points have is theirs.
    symbol: hasLonely ? 'none' : 'circle',
    symbolSize: SYMBOL_SIZE,
    showSymbol: showsAll || hasLonely,
    showAllSymbol: layer.showMarkers || hasLonely,
    itemStyle: { color, opacity },
    lineStyle: { color, opacity, width: isHidden ? 0 : layer.width, type: DASHES[layer.style] },
    emphasis: { focus: 'series' },
    blur: { lineStyle: { opacity: 0.15 } },
    ...endLabelOf({ name }, { color, isQuiet: false }, style, context),
  };
}

import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { EChartsOption, SunburstSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { hasSelection, isSelected } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { type HierarchyNode, nodesOf } from '../../shared/hierarchy.ts';
import { inkOn, mixed } from '../../shared/paint.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { SunburstForm } from './controls.ts';
import { partMark } from './marks.ts';
import { metricsOf, partValue, type Parts, ratioOf, readParts } from './parts.ts';

type SunburstNode = NonNullable<SunburstSeriesOption['data']>[number];

const FONT_SIZE = 11;
const LINE = 14;
/** What is left of a cut name must still tell it apart. */
const LEAST_LETTERS = 6;
const DIMMED = 0.3;
const FADE = 0.22;
/** Of the radius, the hole in the middle. */
const HOLE = 0.22;

/** Rings of a hierarchy, parts as wide as their values. */
export function sunburstOption(
  results: readonly QueryResult[],
  form: SunburstForm,
  context: ChartContext,
): EChartsOption {
  const parts = readParts(results[0], form, context);
  const all = nodesOf(parts.roots);
  const places = new Map(all.map((part, at) => [part, at + 1]));
  const radius = Math.max(16, Math.min(context.width, context.height) / 2 - 8);
  const rings = Math.max(1, form.columns.length);
  const ring = (radius * (1 - HOLE)) / rings;
  const faint = faintParts(all, places, parts, form, context);
  const node = (part: HierarchyNode): SunburstNode => {
    const color = parts.color(part);
    const depth = part.cells.length - 1;
    const byCategory = metricsOf(form).length < 2;
    const shown = parts.total > 0 && (part.values[0] ?? 0) / parts.total >= (form.show_labels_threshold ?? 0) / 100;
    const opacity = faint.has(part) ? DIMMED : byCategory ? 1 - depth * Math.min(FADE, 0.6 / rings) : 1;
    return {
      id: part.key,
      name: part.name,
      value: part.values[0] ?? 0,
      itemStyle: { color, opacity },
      label: {
        color: inkOn(mixed(color, context.theme.surface, faint.has(part) ? 1 : opacity)),
        ...labelOf(form.show_labels && shown ? part : null, { ring, radius, total: parts.total }, parts, form, context),
        ...(faint.has(part) ? { opacity: DIMMED } : {}),
      },
      ...(part.children.length > 0 ? { children: part.children.map(node) } : {}),
    };
  };
  return {
    ...baseOption(context),
    tooltip: {
      ...tooltipFrame(context),
      formatter: (params) => tooltipAt(all[dataIndexOf(params) - 1], parts, form, context),
    },
    graphic: form.show_total && parts.addsUp && parts.total > 0 ? totalText(parts.total, form, context) : [],
    series: [
      {
        id: 'sunburst',
        type: 'sunburst',
        center: ['50%', '50%'],
        radius: [radius * HOLE, radius],
        nodeClick: false,
        // In the order of the rows.
        sort: () => 0,
        data: parts.roots.map(node),
        itemStyle: { borderColor: context.theme.surface, borderWidth: 1.5 },
        label: { rotate: 'radial', fontSize: FONT_SIZE, fontFamily: context.theme.fontFamily },
        emphasis: { focus: 'ancestor' },
        blur: { itemStyle: { opacity: 0.25 }, label: { opacity: 0.35 } },
      },
    ],
  };
}

type Rings = { readonly ring: number; readonly radius: number; readonly total: number };

/**
 * The text of a part where it has room: level, else along its ring, else towards the middle. What is too long drops the
 * value first, is cut then, and is left out before it becomes a fragment.
 */
function labelOf(
  part: HierarchyNode | null,
  { ring, radius, total }: Rings,
  parts: Parts,
  form: SunburstForm,
  context: ChartContext,
): { readonly show: boolean; readonly rotate?: number | 'radial' | 'tangential'; readonly formatter?: () => string } {
  if (part === null || total <= 0) return { show: false };
  const middle = radius * HOLE + ring * (part.cells.length - 0.5);
  const arc = ((part.values[0] ?? 0) / total) * 2 * Math.PI * middle;
  const text = labelText(part, parts, form, context);
  for (const content of text === part.name ? [text] : [text, ...(form.label_type === 'value' ? [] : [part.name])]) {
    const width = textWidth(content, FONT_SIZE) + 8;
    const formatter = () => content;
    // A part of more than 180 degrees has its middle to itself.
    if (width <= Math.min(ring, arc * 0.9)) return { show: true, rotate: 0, formatter };
    if (width <= arc * 0.8 && ring >= LINE) return { show: true, rotate: 'tangential', formatter };
    if (width <= ring && arc >= LINE) return { show: true, rotate: 'radial', formatter };
  }
  const room = Math.max(ring, arc * 0.8) - 8;
  const cut = cutMiddle(part.name, room, FONT_SIZE);
  if (form.label_type === 'value' || Math.min(ring, arc) < LINE || Array.from(cut).length < LEAST_LETTERS)
    return { show: false };
  return { show: true, rotate: ring >= arc * 0.8 ? 'radial' : 'tangential', formatter: () => cut };
}

/** Parts that stand back behind what is selected: those neither inside nor around it. */
function faintParts(
  all: readonly HierarchyNode[],
  places: ReadonlyMap<HierarchyNode, number>,
  parts: Parts,
  form: SunburstForm,
  context: ChartContext,
): ReadonlySet<HierarchyNode> {
  if (!hasSelection(context.inputs)) return new Set();
  const chosen = all.filter((part) =>
    isSelected(partMark(part, places.get(part) ?? 0, parts, form, context), context.inputs),
  );
  const isOnPath = (part: HierarchyNode, one: HierarchyNode) =>
    part.cells.slice(0, one.cells.length).every((cell, at) => cell === one.cells[at]);
  return new Set(all.filter((part) => !chosen.some((one) => isOnPath(part, one))));
}

function labelText(part: HierarchyNode, parts: Parts, form: SunburstForm, context: ChartContext): string {
  const value = partValue(part, parts, (amount) =>
    context.formatNumber(form.number_format, amount, form.currency_format),
  );
  switch (form.label_type) {
    case 'key':
      return part.name;
    case 'value':
      return value ?? '';
    case 'key_value':
      return value === null ? part.name : `${part.name}: ${value}`;
  }
}

function totalText(total: number, form: SunburstForm, { theme, width, height, formatNumber }: ChartContext) {
  const text = (content: string, size: number, weight: number, fill: string, dy: number) => ({
    type: 'text' as const,
    silent: true,
    style: {
      text: content,
      fontSize: size,
      fontWeight: weight,
      fontFamily: theme.fontFamily,
      fill,
      x: width / 2,
      y: height / 2 + dy,
      align: 'center' as const,
      verticalAlign: 'middle' as const,
    },
  });
  return [
    text(formatNumber(form.number_format, total, form.currency_format), 16, 600, theme.text, -6),
    text(t('Total'), 11, 400, theme.textMuted, 11),
  ];
}

function tooltipAt(part: HierarchyNode | undefined, parts: Parts, form: SunburstForm, context: ChartContext): string {
  if (!part) return '';
  const [metric, second] = metricsOf(form);
  const [amount = 0, other = 0] = part.values;
  const say = (value: number) => exactNumber(form.number_format, value, context, form.currency_format);
  const value = partValue(part, parts, say);
  return tooltipHtml({
    title: part.texts.slice(0, -1).join(' › '),
    order: 'as_given',
    rows: [
      {
        name: part.name,
        value: value ?? '',
        amount,
        color: parts.color(part),
        share: parts.addsUp && parts.total > 0 ? context.formatNumber(',.1%', amount / parts.total) : null,
      },
      ...(metric && second && value !== null
        ? [
            { name: context.verboseName(metricLabel(second)), value: say(other), amount: other, color: null },
            {
              name: `${context.verboseName(metricLabel(second))} / ${context.verboseName(metricLabel(metric))}`,
              value: context.formatNumber(',.1%', ratioOf(part)),
              amount: ratioOf(part),
              color: null,
            },
          ]
        : []),
    ],
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}

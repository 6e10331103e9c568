import { t, tn } from '@tessera/core/messages';
import type { EChartsOption, GraphicComponentOption, PieSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { type Insets, legendOf } from '../../layer/legend.ts';
import { inkOn } from '../../shared/paint.ts';
import { cutMiddle, textWidth, wrapLines } from '../../shared/text.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import type { PieForm } from './controls.ts';
import { sliceMark } from './marks.ts';
import { percentOf, readSlices, type Slice, type Slices, valueOf } from './slices.ts';

const FONT_SIZE = 12;
const DIRECT_LABELS_MAX = 5;
const LABEL_DISTANCE = 22;
const LEAST_LABEL_WIDTH = 72;
/** Narrower than this a picture has no room for long names beside its circle. */
const NARROW = 420;
const NARROW_LABEL = 64;
/** Labels of three lines stand this much farther from the circle, so that none of their lines lies on it. */
const TALL_GAP = 8;
/** Part of the width that labels may take on each side before they are cut: the circle keeps its half. */
const LABEL_SHARE = 0.25;
/** The line between slices in px, thinner where it would hide the slice. */
const BORDER = 2;
const NOTE_HEIGHT = 20;
const DIMMED = 0.3;

/** Slices of a circle, a ring or a rose. */
export function pieOption(results: readonly QueryResult[], form: PieForm, context: ChartContext): EChartsOption {
  const data = readSlices(results[0], form, context);
  const entries = data.slices.map(({ name }) => ({ name, label: name }));
  const { legend, insets } = legendOf(
    entries,
    { ...form, show_legend: form.show_legend && !labelsNameAll(data.slices, form) },
    context,
  );
  const circle = circleOf(insets, data, form, context);
  return {
    ...baseOption(context),
    legend,
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(data, indexOf(params), form, context),
    },
    graphic: graphics(circle, data, form, context),
    series: [series(circle, data, form, context)],
  };
}

type Circle = { readonly x: number; readonly y: number; readonly inner: number; readonly outer: number };

/** The circle in px: as large as the author says, as far as labels leave room. */
function circleOf(insets: Insets, { negative, slices, addsUp }: Slices, form: PieForm, context: ChartContext): Circle {
  const width = context.width - insets.left - insets.right;
  const height = context.height - insets.top - insets.bottom - (negative > 0 ? NOTE_HEIGHT : 0);
  // Only slices that get a label take room for it.
  const labels =
    form.show_labels && form.labels_outside
      ? slices.filter((slice) => isLabelled(slice, form)).map((slice) => shownLines(slice, addsUp, form, context))
      : [];
  const lines = Math.max(0, ...labels.map((label) => label.length));
  const widest = Math.max(0, ...labels.flat().map((line) => textWidth(line, FONT_SIZE)));
  const beside =
    labels.length === 0
      ? 8
      : Math.min(Math.ceil(widest), Math.max(LEAST_LABEL_WIDTH, width * LABEL_SHARE)) +
        LABEL_DISTANCE +
        8 +
        (lines > 2 ? TALL_GAP : 0);
  const above = labels.length === 0 ? 8 : 10 + lines * 14;
  const outer = Math.max(
    8,
    Math.min((Math.min(width, height) / 2) * (form.outerRadius / 70) * 0.92, height / 2 - above, width / 2 - beside),
  );
  const inner = form.donut ? outer * Math.min(0.95, form.innerRadius / Math.max(form.outerRadius, 1)) : 0;
  return { x: insets.left + width / 2, y: insets.top + height / 2, inner, outer };
}

function series(circle: Circle, { slices, addsUp }: Slices, form: PieForm, context: ChartContext): PieSeriesOption {
  const outside = form.labels_outside;
  const isTall = slices.some((slice) => isLabelled(slice, form) && shownLines(slice, addsUp, form, context).length > 2);
  // Long names keep to the side of the circle instead of being clipped at the edge of the chart.
  const gap = LABEL_DISTANCE + 8 + (isTall ? TALL_GAP : 0);
  const room = outside ? Math.max(40, context.width / 2 - circle.outer - gap) : circle.outer * 0.7;
  return {
    id: 'pie',
    type: 'pie',
    center: [circle.x, circle.y],
    radius: [circle.inner, circle.outer],
    ...(form.roseType === null ? {} : { roseType: form.roseType }),
    showEmptyCircle: false,
    stillShowZeroSum: false,
    minAngle: 0,
    avoidLabelOverlap: true,
    data: slices.map((slice, index) => ({
      name: slice.name,
      value: slice.value,
      itemStyle: {
        color: colorOf(slice, form, context),
        borderWidth: borderOf(slice, slices, circle),
        ...dimmed(slice, index, addsUp, form, context),
      },
      label: {
        ...dimmed(slice, index, addsUp, form, context),
        show: isLabelled(slice, form),
        ...(outside ? {} : { color: inkOn(colorOf(slice, form, context)) }),
      },
      labelLine: { show: isLabelled(slice, form) && form.label_line && outside },
    })),
    itemStyle: { borderColor: context.theme.surface },
    label: {
      position: outside ? 'outside' : 'inside',
      color: context.theme.text,
      fontSize: FONT_SIZE,
      fontFamily: context.theme.fontFamily,
      lineHeight: 16,
      formatter: ({ dataIndex }) =>
        shownLines(slices[dataIndex], addsUp, form, context)
          .map((line) => cutMiddle(line, room, FONT_SIZE))
          .join('\n'),
    },
    labelLine: {
      length: isTall ? 10 + TALL_GAP : 10,
      length2: form.label_line ? 8 : 4,
      lineStyle: { color: context.theme.zeroLine },
    },
    emphasis: { focus: 'self', scaleSize: 4 },
    blur: { itemStyle: { opacity: 0.25 }, label: { opacity: 0.35 } },
  };
}

/** A slice that is not selected stands back. */
function dimmed(
  slice: Slice,
  index: number,
  addsUp: boolean,
  form: PieForm,
  context: ChartContext,
): { readonly opacity?: number } {
  return isDimmed(sliceMark(slice, index, addsUp, form, context), context.inputs) ? { opacity: DIMMED } : {};
}

function isLabelled({ share }: Slice, form: PieForm): boolean {
  return form.show_labels && share >= (form.show_labels_threshold ?? 0) / 100;
}

/** A quarter of the slice's arc at most: a hundred slices keep their colours. */
function borderOf(slice: Slice, slices: readonly Slice[], circle: Circle): number {
  const arc = slice.share * 2 * Math.PI * circle.outer;
  return slices.length < 2 ? 0 : Math.round(Math.min(BORDER, arc / 4) * 10) / 10;
}

/** What stands beside a slice: a name and numbers on a second line, so that both can be read. */
/** On a phone names outside break between their words: the circle keeps what they leave. */
function shownLines(
  slice: Slice | undefined,
  addsUp: boolean,
  form: PieForm,
  context: ChartContext,
): readonly string[] {
  const lines = labelLines(slice, addsUp, form, context);
  if (!form.labels_outside || context.width >= NARROW) return lines;
  return lines.flatMap((line) =>
    /\s/u.test(line) && textWidth(line, FONT_SIZE) > NARROW_LABEL ? wrapLines(line, NARROW_LABEL, FONT_SIZE) : [line],
  );
}

function labelLines(
  slice: Slice | undefined,
  addsUp: boolean,
  form: PieForm,
  context: ChartContext,
): readonly string[] {
  if (!slice) return [];
  const value = valueOf(slice, form, context);
  // Where slices are not parts of a whole the value stands in place of its share.
  const percent = addsUp ? percentOf(slice, context) : value;
  switch (form.label_type) {
    case 'key':
      return [slice.name];
    case 'value':
      return [value];
    case 'percent':
      return [percent];
    case 'key_value':
      return [slice.name, value];
    case 'key_percent':
      return [slice.name, percent];
    case 'key_value_percent':
      return [slice.name, addsUp ? `${value} (${percent})` : value];
    case 'value_percent':
      return [addsUp ? `${value} (${percent})` : value];
    case 'template':
      return fillTemplate(form.label_template, { name: slice.name, value, percent }).split('\n');
  }
}

function fillTemplate(template: string, gaps: Readonly<Record<'name' | 'value' | 'percent', string>>): string {
  return template.replace(/\{(name|value|percent)\}/g, (_, gap: 'name' | 'value' | 'percent') => gaps[gap]);
}

/** A legend that only repeats the labels says nothing. */
function labelsNameAll(slices: readonly Slice[], form: PieForm): boolean {
  const named = form.show_labels && form.labels_outside && form.label_type.startsWith('key');
  return (
    named &&
    form.legendOrientation === 'top' &&
    slices.length <= DIRECT_LABELS_MAX &&
    slices.every((slice) => isLabelled(slice, form))
  );
}

function graphics(circle: Circle, data: Slices, form: PieForm, context: ChartContext): GraphicComponentOption[] {
  const text = (
    content: string,
    size: number,
    weight: number,
    fill: string,
    x: number,
    y: number,
  ): GraphicComponentOption => ({
    type: 'text',
    silent: true,
    style: {
      text: content,
      fontSize: size,
      fontWeight: weight,
      fontFamily: context.theme.fontFamily,
      fill,
      x,
      y,
      align: 'center',
      verticalAlign: 'middle',
    },
  });
  const { theme } = context;
  const total = context.formatNumber(form.number_format, data.total, form.currency_format);
  const fits = circle.inner * 1.6 > textWidth(total, 20);
  const shown =
    !form.show_total || !data.addsUp || data.slices.length === 0
      ? []
      : fits
        ? [
            text(total, 20, 600, theme.text, circle.x, circle.y - 6),
            text(t('Total'), 12, 400, theme.textMuted, circle.x, circle.y + 14),
          ]
        : [
            text(
              `${t('Total')}: ${total}`,
              12,
              500,
              theme.text,
              circle.x,
              Math.min(context.height - 8, circle.y + circle.outer + 14),
            ),
          ];
  const note =
    data.negative === 0
      ? []
      : [
          text(
            tn('1 negative value is not shown', '%(count)s negative values are not shown', data.negative),
            11,
            400,
            theme.textMuted,
            context.width / 2,
            context.height - 8,
          ),
        ];
  return [...shown, ...note];
}

function tooltipAt({ slices, addsUp }: Slices, index: number, form: PieForm, context: ChartContext): string {
  const slice = slices[index];
  if (!slice) return '';
  const rowOf = (one: Slice, color: string | null) => ({
    name: one.name,
    value: exactNumber(form.number_format, one.value, context, form.currency_format),
    amount: one.value,
    color,
    share: addsUp ? percentOf(one, context) : null,
  });
  const rows = [rowOf(slice, colorOf(slice, form, context)), ...slice.members.map((member) => rowOf(member, null))];
  return tooltipHtml({ title: '', rows, order: 'as_given' });
}

function colorOf(slice: Slice, form: PieForm, context: ChartContext): string {
  return slice.members.length > 0 ? context.theme.textMuted : context.color(form.color_scheme, slice.name);
}

function indexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}

import type { EChartsOption, FunnelSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { inkOn } from '../../shared/paint.ts';
import { cutMiddle, textWidth, wrapLines } from '../../shared/text.ts';
import type { FunnelForm } from './controls.ts';
import { stepMark } from './marks.ts';
import { readSteps, type Step, stepText } from './steps.ts';

const FONT_SIZE = 12;
const MARGIN = 12;
const GAP = 2;
const DIMMED = 0.3;
/** Of the width, for labels of steps that are too narrow for them. */
const BESIDE = 0.34;
/** A band lower than this has no line of text in it. */
const LEAST_BAND = 15;

/** Steps below each other, as wide as their values. */
export function funnelOption(results: readonly QueryResult[], form: FunnelForm, context: ChartContext): EChartsOption {
  const { steps } = readSteps(results[0], form, context);
  const isCrowded = (context.height - 2 * MARGIN) / Math.max(1, steps.length) < LEAST_BAND;
  const { legend, insets } = legendOf(
    steps.map(({ name }) => ({ name, label: name })),
    { ...form, legendType: 'scroll', show_legend: form.show_legend && (isCrowded || !labelsNameAll(form)) },
    context,
  );
  const top = insets.top + MARGIN;
  const height = Math.max(20, context.height - top - insets.bottom - MARGIN);
  const left = insets.left + MARGIN;
  const room = Math.max(60, context.width - left - insets.right - MARGIN);
  const shown = steps.filter(({ name }) => !context.inputs.hidden.has(name));
  const isTall = height / Math.max(1, shown.length) >= LEAST_BAND;
  const most = Math.max(0, ...shown.map(({ value }) => value));
  const next = new Map(shown.map((step, at) => [step, shown[at + 1]?.value ?? 0]));
  const width = form.show_labels && isTall ? widthOf(shown, { most, width: room, next }, form, context) : room;
  const size = { most, width, next };
  return {
    ...baseOption(context),
    legend,
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(steps[indexOf(params)], form, context),
    },
    series: [series(steps, { size, left, top, height, room, isTall }, form, context)],
  };
}

type Size = {
  readonly most: number;
  readonly width: number;
  /** The value of the step below. */
  readonly next: ReadonlyMap<Step, number>;
};
type Frame = {
  readonly size: Size;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly room: number;
  readonly isTall: boolean;
};

function series(steps: readonly Step[], frame: Frame, form: FunnelForm, context: ChartContext): FunnelSeriesOption {
  const { size, left, top, height, room, isTall } = frame;
  const lines = height / Math.max(1, steps.length) >= 2 * LEAST_BAND ? 2 : 1;
  return {
    id: 'funnel',
    type: 'funnel',
    left,
    top,
    width: size.width,
    height,
    sort: 'descending',
    gap: GAP,
    min: 0,
    max: Math.max(size.most, Number.MIN_VALUE),
    minSize: '0%',
    maxSize: '100%',
    funnelAlign: 'center',
    itemStyle: { borderWidth: 0 },
    label: { show: form.show_labels && isTall, fontSize: FONT_SIZE, fontFamily: context.theme.fontFamily },
    labelLine: { show: false },
    emphasis: { focus: 'self' },
    blur: { itemStyle: { opacity: 0.25 }, label: { opacity: 0.35 } },
    data: steps.map((step, index) => {
      const color = context.color(form.color_scheme, step.name);
      const opacity = isDimmed(stepMark(step, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
      const inside = fitsInside(step, size, form, context);
      const text = stepText(step, form.label_type, form, context);
      return {
        name: step.name,
        value: step.value,
        itemStyle: { color, ...opacity },
        label: {
          ...opacity,
          position: inside ? 'inside' : 'right',
          color: inside ? inkOn(color) : context.theme.text,
          formatter: () => (inside ? text : besideText(step, text, roomBeside(step, size, room), lines)),
        },
      };
    }),
  };
}

/** As wide as the labels beside narrow steps let it be; the longest of them are broken or cut. */
function widthOf(steps: readonly Step[], full: Size, form: FunnelForm, context: ChartContext): number {
  const { most, width: room } = full;
  const widths = steps
    .filter((step) => !fitsInside(step, full, form, context))
    .map((step) => {
      const text = textWidth(stepText(step, form.label_type, form, context), FONT_SIZE);
      return (2 * (room - 20 - text)) / (1 + (most > 0 ? step.value / most : 0));
    });
  return Math.max(room * (1 - BESIDE), Math.min(room, ...widths));
}

/** A step narrows towards the next one: its label has the room of the lower end of its line. */
function fitsInside(step: Step, { most, width, next }: Size, form: FunnelForm, context: ChartContext): boolean {
  const text = stepText(step, form.label_type, form, context);
  const room = step.value * 0.4 + (next.get(step) ?? 0) * 0.6;
  return most > 0 && textWidth(text, FONT_SIZE) + 4 <= (room / most) * width;
}

/** Broken where it can be; where it would be cut, the name is and not the numbers: a cut number is another number. */
function besideText({ name }: Step, text: string, room: number, lines: number): string {
  const broken = wrapLines(text, room, FONT_SIZE, lines);
  const isWhole = broken.every((line) => text.includes(line));
  if (isWhole || !text.startsWith(name) || text === name) return broken.join('\n');
  const numbers = text.slice(name.length).replace(/^:\s*/u, '');
  const fitting = [numbers, numbers.replace(/\s*\(.*\)$/u, '')].find((one) => textWidth(one, FONT_SIZE) <= room);
  const parts = [cutMiddle(name, room, FONT_SIZE), ...(fitting === undefined ? [] : [fitting])];
  return parts.slice(0, lines).join('\n');
}

function roomBeside({ value }: Step, { most, width }: Size, room: number): number {
  return Math.max(40, room - width / 2 - (most > 0 ? (value / most) * width : 0) / 2 - 12);
}

/** A legend that only repeats the labels says nothing. */
function labelsNameAll(form: FunnelForm): boolean {
  return form.show_labels && [0, 3, 4, 5].includes(form.label_type) && form.legendOrientation === 'top';
}

function tooltipAt(step: Step | undefined, form: FunnelForm, context: ChartContext): string {
  if (!step || !form.show_tooltip_labels) return '';
  const says = form.tooltip_label_type;
  const hasValue = ![0, 2, 4].includes(says);
  const hasShare = [2, 4, 5].includes(says) && step.share !== null;
  const share = step.share === null ? '' : context.formatNumber(',.1%', step.share);
  return tooltipHtml({
    title: '',
    order: 'as_given',
    rows: [
      {
        name: [1, 2].includes(says) ? '' : step.name,
        value: hasValue ? exactNumber(form.number_format, step.value, context, form.currency_format) : '',
        amount: step.value,
        color: context.color(form.color_scheme, step.name),
        share: hasShare ? share : null,
      },
    ],
  });
}

function indexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}

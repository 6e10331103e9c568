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
/** So many widths are tried, between the whole of it and the rest of that. */
const WIDTHS = 8;
/** What the library leaves between the end of the line of a label and its text. */
const TEXT_GAP = 5;
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
  const band = height / Math.max(1, shown.length);
  const full: Size = { most, width: room, room, band, next };
  const size = form.show_labels && isTall ? sizeFor(shown, full, form, context) : full;
  return {
    ...baseOption(context),
    legend,
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(steps[indexOf(params)], form, context),
    },
    series: [series(steps, { size, left, top, height, isTall }, form, context)],
  };
}

type Size = {
  readonly most: number;
  /** Of the widest step that there could be. */
  readonly width: number;
  /** For the steps and the labels beside them. */
  readonly room: number;
  readonly band: number;
  /** The value of the step below. */
  readonly next: ReadonlyMap<Step, number>;
};
type Frame = {
  readonly size: Size;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly isTall: boolean;
};

function series(steps: readonly Step[], frame: Frame, form: FunnelForm, context: ChartContext): FunnelSeriesOption {
  const { size, left, top, height, isTall } = frame;
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
      const { isInside, text, lines } = labelOf(step, size, form, context);
      return {
        name: step.name,
        value: step.value,
        itemStyle: { color, ...opacity },
        labelLine: { length: awayFrom(step, size, lines) },
        label: {
          ...opacity,
          position: isInside ? 'inside' : 'right',
          color: isInside ? inkOn(color) : context.theme.text,
          formatter: () => text,
        },
      };
    }),
  };
}

/** The widest steps beside and inside which the fewest labels are cut. */
function sizeFor(steps: readonly Step[], full: Size, form: FunnelForm, context: ChartContext): Size {
  const sizes = Array.from({ length: WIDTHS + 1 }, (_, at): Size => {
    return { ...full, width: full.room * (1 - (BESIDE * at) / WIDTHS) };
  });
  const cuts = sizes.map((size) => steps.filter((step) => labelOf(step, size, form, context).isCut).length);
  return sizes[cuts.indexOf(Math.min(...cuts))] ?? full;
}

type Label = {
  readonly isInside: boolean;
  readonly text: string;
  readonly lines: number;
  readonly isCut: boolean;
};

/** Inside or beside its step, where it stands on one line, else on two, else where more of it stands. */
function labelOf(step: Step, size: Size, form: FunnelForm, context: ChartContext): Label {
  const text = stepText(step, form.label_type, form, context);
  const most = size.band >= 2 * LEAST_BAND ? 2 : 1;
  for (let lines = 1; lines <= most; lines += 1)
    for (const isInside of [true, false]) {
      const room = isInside ? roomInside(step, size, lines) : roomBeside(step, size, lines);
      const broken = wrapLines(text, room, FONT_SIZE, lines);
      const isWhole = broken.every((line) => text.includes(line) && textWidth(line, FONT_SIZE) <= room);
      if (isWhole) return { isInside, text: broken.join('\n'), lines, isCut: false };
    }
  const [inside, beside] = [roomInside(step, size, most), roomBeside(step, size, most)];
  const isInside = inside > beside;
  return { isInside, text: cutText(step, text, isInside ? inside : beside, most), lines: most, isCut: true };
}

/** A step narrows towards the next one: its label has the room of the lower end of its last line. */
function roomInside(step: Step, { most, width, band, next }: Size, lines: number): number {
  const down = lines === 1 ? 0.6 : Math.min(0.95, 0.5 + FONT_SIZE / band);
  const value = step.value * (1 - down) + (next.get(step) ?? 0) * down;
  return most > 0 ? (value / most) * width - 4 : 0;
}

/** Where a label must be cut, the name is and not the numbers: a cut number is another number. */
function cutText({ name }: Step, text: string, room: number, lines: number): string {
  if (!text.startsWith(name) || text === name) return wrapLines(text, room, FONT_SIZE, lines).join('\n');
  const numbers = text.slice(name.length).replace(/^:\s*/u, '');
  const short = numbers.replace(/\s*\(.*\)$/u, '');
  const line = `${name}: ${short}`;
  if (textWidth(line, FONT_SIZE) <= room) return line;
  const fitting = [numbers, short].find((one) => textWidth(one, FONT_SIZE) <= room);
  const parts = [cutMiddle(name, room, FONT_SIZE), ...(fitting === undefined ? [] : [fitting])];
  return parts.slice(0, lines).join('\n');
}

/** From the middle of the side of a step to the end of the picture. */
function roomBeside(step: Step, size: Size, lines: number): number {
  const { most, width, room, next } = size;
  const middle = most > 0 ? ((step.value + (next.get(step) ?? 0)) / 2 / most) * width : 0;
  return Math.max(0, room - width / 2 - middle / 2 - awayFrom(step, size, lines) - TEXT_GAP);
}

/** The side of a step is aslant: the first line beside it stands clear of its upper end. */
function awayFrom(step: Step, { most, width, band, next }: Size, lines: number): number {
  const slant = most > 0 ? ((step.value - (next.get(step) ?? 0)) / most) * (width / 2) : 0;
  return Math.round(3 + Math.max(0, slant) * Math.min(0.5, (lines * FONT_SIZE) / 2 / band));
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

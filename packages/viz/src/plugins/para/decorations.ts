import { sequentialScale } from '@tessera/core/colors/sequential';
import { metricLabel } from '@tessera/core/form-data';
import { tn } from '@tessera/core/messages';
import type { GraphicComponentOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { AXIS_FONT_SIZE } from '../../shared/axes.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { ParaForm } from './controls.ts';
import type { Para } from './rows.ts';

/** The plot in px, and what stands around it. */
export type ParaPlace = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Between two axes. */
  readonly gap: number;
  /** 1 with an axis of names, which is the first. */
  readonly names: number;
  /** Rows of the table below. */
  readonly rows: number;
  readonly row: number;
  readonly isLabelled: boolean;
  /** For the numbers of the last axis, which stand beside it. */
  readonly numbers: number;
  /** For the names behind them. */
  readonly room: number;
};

const LINE = 13;
const SCALE_STEPS = 20;
const SCALE_WIDTH = 100;

/** What ECharts has no part for: names at the ends of lines, the colour scale, the table below the axes. */
export function decorations(
  data: Para,
  place: ParaPlace,
  form: ParaForm,
  context: ChartContext,
): GraphicComponentOption[] {
  return [
    ...(place.isLabelled ? endLabels(data, place, context) : []),
    ...(place.rows > 0 ? table(data, place, form, context) : []),
    ...(data.shades !== null && form.secondary_metric !== null ? colorScale(data.shades, form, context) : []),
  ];
}

type Written = { readonly x: number; readonly y: number; readonly align: 'left' | 'center' | 'right' };

function text(content: string, at: Written, fill: string, context: ChartContext, weight = 400): GraphicComponentOption {
  return {
    type: 'text',
    silent: true,
    style: {
      text: content,
      x: Math.round(at.x),
      y: Math.round(at.y),
      align: at.align,
      verticalAlign: 'middle',
      fontSize: AXIS_FONT_SIZE,
      fontWeight: weight,
      fontFamily: context.theme.fontFamily,
      fill,
    },
  };
}

/** From the top down; names that would lie over each other move apart. */
function endLabels(data: Para, place: ParaPlace, context: ChartContext): GraphicComponentOption[] {
  const axis = data.axes.at(-1);
  if (!axis) return [];
  const x = place.left + place.width + place.numbers;
  const ends = data.lines
    .flatMap(({ name, values }) => {
      const value = values.at(-1) ?? null;
      return value === null
        ? []
        : [{ name, y: place.top + ((axis.high - value) / (axis.high - axis.low)) * place.height }];
    })
    .toSorted((a, b) => a.y - b.y);
  const ys = spread(
    ends.map(({ y }) => y),
    place.top + place.height + 4,
  );
  return ends.map(({ name }, at) =>
    text(
      cutMiddle(name, place.room, AXIS_FONT_SIZE),
      { x, y: ys[at] ?? 0, align: 'left' },
      context.theme.text,
      context,
    ),
  );
}

/** Places in order, a line of text apart: downwards as far as there is room, then upwards. */
function spread(places: readonly number[], end: number): readonly number[] {
  const down: number[] = [];
  for (const place of places) down.push(Math.max(place, (down.at(-1) ?? Number.NEGATIVE_INFINITY) + LINE));
  const up: number[] = [];
  for (const place of down.toReversed()) up.push(Math.min(place, (up.at(-1) ?? end + LINE) - LINE));
  return up.toReversed();
}

/** The first rows, each value below its axis. */
function table(data: Para, place: ParaPlace, form: ParaForm, context: ChartContext): GraphicComponentOption[] {
  const { theme } = context;
  const scale = data.shades !== null && form.secondary_metric !== null ? 22 : 0;
  const top = context.height - scale - (place.rows + 1) * place.row;
  const hidden = data.lines.length - place.rows;
  const line = (y: number): GraphicComponentOption => ({
    type: 'rect',
    silent: true,
    shape: { x: 8, y: Math.round(y), width: context.width - 16, height: 1 },
    style: { fill: theme.hairline },
  });
  const said = (value: number | null, axis: number) => metricWriter(data.axes[axis]?.metric, context).exact(value);
  // Values stand in the middle below their axis.
  const first = Math.max(
    0,
    ...data.lines.slice(0, place.rows).map(({ values }) => textWidth(said(values[0] ?? null, 0), AXIS_FONT_SIZE) / 2),
  );
  const cells = data.lines.slice(0, place.rows).flatMap(({ name, values }, at) => {
    const y = top + place.row * (at + 0.5);
    const room = place.left - 14 - (place.names > 0 ? 0 : first);
    return [
      line(top + place.row * at),
      ...(form.series === null
        ? []
        : [text(cutMiddle(name, Math.max(24, room), AXIS_FONT_SIZE), { x: 8, y, align: 'left' }, theme.text, context)]),
      ...values.map((value, axis) => {
        const isLast = axis === values.length - 1 && axis > 0;
        return text(
          cutMiddle(said(value, axis), Math.max(30, place.gap - 6), AXIS_FONT_SIZE),
          {
            x: place.left + place.gap * (axis + place.names) + (isLast ? 16 : 0),
            y,
            align: isLast ? 'right' : 'center',
          },
          value === null ? theme.textMuted : theme.text,
          context,
        );
      }),
    ];
  });
  const more =
    hidden > 0
      ? [
          text(
            tn('+1 more', '+%(count)s more', hidden),
            { x: 8, y: top + place.row * (place.rows + 0.5), align: 'left' },
            theme.textMuted,
            context,
          ),
        ]
      : [];
  return [...cells, line(top + place.row * place.rows), ...more];
}

/** What the colours stand for, with the ends of the scale. */
function colorScale(
  [low, high]: readonly [number, number],
  form: ParaForm,
  context: ChartContext,
): GraphicComponentOption[] {
  const metric = form.secondary_metric;
  if (metric === null) return [];
  const y = context.height - 10;
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const [least, most] = [low, high].map(metricWriter(metric, context).short);
  const name = cutMiddle(
    typeof metric === 'string' ? context.verboseName(metric) : metricLabel(metric),
    context.width * 0.4,
    AXIS_FONT_SIZE,
  );
  const from = 8 + textWidth(name, AXIS_FONT_SIZE) + 12;
  const begin = from + textWidth(least ?? '', AXIS_FONT_SIZE) + 6;
  const { textMuted } = context.theme;
  return [
    text(name, { x: 8, y, align: 'left' }, textMuted, context),
    text(least ?? '', { x: from, y, align: 'left' }, textMuted, context),
    ...Array.from({ length: SCALE_STEPS }, (_, at): GraphicComponentOption => ({
      type: 'rect',
      silent: true,
      shape: {
        x: begin + (at * SCALE_WIDTH) / SCALE_STEPS,
        y: y - 5,
        width: SCALE_WIDTH / SCALE_STEPS + 0.5,
        height: 10,
      },
      style: { fill: scale(0.25 + (0.75 * at) / (SCALE_STEPS - 1)) },
    })),
    text(most ?? '', { x: begin + SCALE_WIDTH + 6, y, align: 'left' }, textMuted, context),
  ];
}

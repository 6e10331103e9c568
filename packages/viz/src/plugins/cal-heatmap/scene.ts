import { sequentialScale } from '@tessera/core/colors/sequential';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { inkOn } from '../../shared/paint.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import { type Block, type Calendar, type DayCell, readCalendars, unitsOf, writerOf } from './calendar.ts';
import { type CalendarForm } from './controls.ts';
import { cellMark } from './marks.ts';

const MARGIN = 8;
const FONT = 11;
const TITLE = 20;
const LABEL = 16;
const LEGEND = 28;
const LEAST_CELL = 2;
const DIMMED = 0.25;
const LEGEND_WIDTH = 160;

/** Calendars of cells, one per metric, blocks wrapped to the width. */
export function calendarScene(
  results: readonly QueryResult[],
  form: CalendarForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const calendars = readCalendars(results[0], form, context);
  const share = height / Math.max(1, calendars.length);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: calendars.flatMap((calendar, at) => calendarShapes(calendar, at * share, share, form, context)),
  };
}

type Cells = { readonly size: number; readonly gap: number; readonly perRow: number };

function calendarShapes(
  calendar: Calendar,
  top: number,
  height: number,
  form: CalendarForm,
  context: ChartContext,
): readonly Shape[] {
  const title = form.show_metric_name ? TITLE : 0;
  const legend = form.show_legend && calendar.range !== null ? LEGEND : 0;
  const cells = fit(calendar, context.width - 2 * MARGIN, height - title - legend - MARGIN, form);
  const paint = paintOf(calendar, form, context);
  const widest = Math.max(1, ...calendar.blocks.map(({ columns }) => columns));
  const rows = Math.max(1, ...calendar.blocks.map((block) => block.rows));
  const [across, down] = [widest * cells.size + 2 * cells.gap + 6, rows * cells.size + LABEL + 6];
  let shown = Number.NEGATIVE_INFINITY;
  return [
    ...(title > 0
      ? [
          {
            kind: 'text' as const,
            x: MARGIN,
            y: round(top + 14),
            text: cutMiddle(calendar.name, context.width - 2 * MARGIN - 40, 12),
            size: 12,
            weight: 600 as const,
            fill: context.theme.text,
          },
        ]
      : []),
    ...calendar.blocks.flatMap((block, at) => {
      const x = round(MARGIN + (at % cells.perRow) * across);
      const y = round(top + title + Math.floor(at / cells.perRow) * down);
      const name = blockName(block, form, context);
      // A name has the room until the next one.
      const isNamed = at % cells.perRow === 0 || x >= shown + 6;
      if (isNamed) shown = x + textWidth(name, FONT);
      return [
        ...(isNamed ? [nameShape(name, x, y + 12, context)] : []),
        ...block.cells.flatMap((cell) => cellShapes(calendar, cell, { x, y: y + LABEL }, cells, paint, form, context)),
      ];
    }),
    ...(legend > 0 ? legendShapes(calendar, top + height - LEGEND + 4, form, context) : []),
  ];
}

/** Cells of the size that the author says, smaller where the picture has no room for them. */
function fit({ blocks }: Calendar, width: number, height: number, form: CalendarForm): Cells {
  const columns = Math.max(1, ...blocks.map((block) => block.columns));
  const rows = Math.max(1, ...blocks.map((block) => block.rows));
  // A cell larger than the picture is as large as it: nobody counts down from a billion.
  const asked = (form.cell_size ?? 10) + (form.cell_padding ?? 2);
  const wished = Math.max(LEAST_CELL, Math.min(asked, width + height));
  // The default grows with the picture; a size that somebody set does not.
  const most = form.cell_size === 10 ? wished * 2.2 : wished;
  for (let size = most; size > LEAST_CELL; size -= 0.5) {
    const perRow = Math.max(1, Math.floor((width + 6) / (columns * size + 6 + 4)));
    const lines = Math.ceil(blocks.length / perRow);
    if (columns * size <= width && lines * (rows * size + LABEL + 6) <= height)
      return { size, gap: Math.min(form.cell_padding ?? 2, size / 3), perRow };
  }
  return { size: LEAST_CELL, gap: 0, perRow: Math.max(1, Math.floor(width / (columns * LEAST_CELL + 10))) };
}

type PaintValue = (value: number) => string;

/** As many colours as the author says, from the least value to the greatest. */
function paintOf({ range }: Calendar, form: CalendarForm, context: ChartContext): PaintValue {
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const steps = Math.max(2, form.steps ?? 10);
  const [least, most] = range ?? [0, 1];
  return (value) => {
    const share = most === least ? 0.6 : (value - least) / (most - least);
    return scale(0.08 + 0.92 * (Math.min(steps - 1, Math.floor(share * steps)) / (steps - 1)));
  };
}

function cellShapes(
  calendar: Calendar,
  cell: DayCell,
  origin: { readonly x: number; readonly y: number },
  { size, gap }: Cells,
  paint: PaintValue,
  form: CalendarForm,
  context: ChartContext,
): readonly Shape[] {
  const box = {
    kind: 'rect' as const,
    x: round(origin.x + cell.column * size),
    y: round(origin.y + cell.row * size),
    width: round(size - gap),
    height: round(size - gap),
    radius: Math.min(form.cell_radius ?? 0, size / 2),
  };
  if (cell.value === null) return [{ ...box, fill: context.theme.hairline, fillOpacity: 0.5 }];
  const mark = cellMark(calendar, cell, form, context);
  const color = paint(cell.value);
  const opacity = isDimmed(mark, context.inputs) ? { opacity: DIMMED } : {};
  const text = form.show_values ? writerOf(calendar, form, context).short(cell.value) : '';
  const fontSize = Math.min(FONT, size * 0.45);
  const fits = text !== '' && fontSize >= 6 && textWidth(text, fontSize) <= size - gap - 2;
  return [
    { ...box, mark: mark.key, fill: color, ...opacity },
    ...(fits
      ? [
          {
            kind: 'text' as const,
            x: round(box.x + (size - gap) / 2),
            y: round(box.y + (size - gap) / 2),
            text,
            size: round(fontSize),
            anchor: 'middle' as const,
            baseline: 'central' as const,
            fill: inkOn(color),
            ...opacity,
          },
        ]
      : []),
  ];
}

function blockName({ from }: Block, form: CalendarForm, context: ChartContext): string {
  const grains = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M', year: 'P1Y' } as const;
  const { block } = unitsOf(form);
  const format = block === 'month' && form.x_axis_time_format === 'smart_date' ? '%b %Y' : form.x_axis_time_format;
  return context.formatTime(format, from, grains[block]);
}

function nameShape(text: string, x: number, y: number, { theme }: ChartContext): Shape {
  return { kind: 'text', x, y: round(y), text, size: FONT, fill: theme.textMuted };
}

function legendShapes(calendar: Calendar, y: number, form: CalendarForm, context: ChartContext): readonly Shape[] {
  const [least, most] = calendar.range ?? [0, 0];
  const steps = Math.max(2, Math.min(24, form.steps ?? 10));
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const say = writerOf(calendar, form, context).short;
  const width = Math.min(LEGEND_WIDTH, context.width * 0.4);
  const left = MARGIN + textWidth(say(least), FONT) + 6;
  const step = width / steps;
  const text = (content: string, x: number): Shape => ({
    kind: 'text',
    x: round(x),
    y: round(y + 9),
    text: content,
    size: FONT,
    fill: context.theme.textMuted,
  });
  return [
    text(say(least), MARGIN),
    ...Array.from({ length: steps }, (_, at): Shape => ({
      kind: 'rect',
      x: round(left + at * step),
      y: round(y),
      width: round(step),
      height: 10,
      fill: scale(0.08 + 0.92 * (at / (steps - 1))),
    })),
    text(say(most), left + width + 6),
  ];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

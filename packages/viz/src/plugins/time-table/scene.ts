import { tn } from '@tessera/core/messages';
import type { TimeColumn } from '../../control-kinds/time-columns.ts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { mixed } from '../../shared/paint.ts';
import { safeLink } from '../../shared/safe-html.ts';
import { cutMiddle, tabularWidth, textWidth } from '../../shared/text.ts';
import type { TimeTableForm } from './controls.ts';
import { rowMark } from './marks.ts';
import { cellText, columnName, columnValue, courseOf, type CourseRow, readCourses } from './rows.ts';

const PAD = 10;
const ROW = 34;
const HEAD = 28;
const FONT = 12;
const SPARK = 120;
/** Of the ends of a sparkline. */
const END_FONT = 9;
const LEAST_ENDS = 34;
const LEAST_SPARK = 48;
const GAP = 16;
const DIMMED = 0.3;

type Column = {
  readonly own: TimeColumn;
  readonly name: string;
  readonly texts: readonly string[];
  readonly values: readonly (number | null)[];
  readonly x: number;
  readonly width: number;
};

/** A row per metric or group: its name, then what the columns make of its course. */
export function timeTableScene(
  results: readonly QueryResult[],
  form: TimeTableForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const all = readCourses(results[0], form, context);
  const fits = Math.max(1, Math.floor((height - HEAD) / ROW));
  const rows = all.length > fits ? all.slice(0, Math.max(1, fits - 1)) : all;
  const { names, columns } = layOut(rows, all, form, context);
  const shapes =
    all.length === 0
      ? []
      : [
          ...headShapes(columns, context),
          ...rows.flatMap((row, at) => rowShapes(row, at, all, columns, names, form, context)),
          ...moreShapes(all.length - rows.length, HEAD + rows.length * ROW, context),
        ];
  return { width, height, description, fontFamily: theme.fontFamily, shapes };
}

type Layout = { readonly names: number; readonly columns: readonly Column[] };

/**
 * Columns as wide as their texts; what is left goes to the sparklines. Where there is too little, sparklines, the names
 * of rows and those of columns give way, and only then columns, the last first: the words of a row have them all.
 */
function layOut(
  rows: readonly CourseRow[],
  all: readonly CourseRow[],
  form: TimeTableForm,
  context: ChartContext,
): Layout {
  const { width } = context;
  const longest = Math.max(60, ...rows.map(({ name }) => textWidth(name, FONT) * 1.06)) + GAP;
  const wished = form.column_collection.map((own) => wish(own, rows, all, context));
  const names = Math.min(width * 0.34, longest);
  const room = width - 2 * PAD - names;
  if (sumOf(wished, 'width') <= room) return { names, columns: spreadOut(wished, room, PAD + names) };
  const narrow = Math.min(width * 0.28, longest);
  const kept = [...wished];
  while (kept.length > 1 && sumOf(kept, 'least') > width - 2 * PAD - narrow) kept.pop();
  return { names: narrow, columns: spreadOut(kept, width - 2 * PAD - narrow, PAD + narrow) };
}

/** Columns for which the picture has no room, by their names. */
export function columnsWithoutRoom(
  results: readonly QueryResult[],
  form: TimeTableForm,
  context: ChartContext,
): readonly string[] {
  const all = readCourses(results[0], form, context);
  return form.column_collection.slice(layOut(all, all, form, context).columns.length).map(columnName);
}

type Wish = Omit<Column, 'x'> & {
  /** With a short sparkline, and a name that is cut. */
  readonly least: number;
};

function wish(own: TimeColumn, rows: readonly CourseRow[], all: readonly CourseRow[], context: ChartContext): Wish {
  const values = rows.map((row) => columnValue(own, row, all));
  const name = columnName(own);
  if (own.colType === 'spark') {
    const width = Math.max(own.width || SPARK, LEAST_SPARK);
    return { own, values, texts: [], name, width, least: LEAST_SPARK };
  }
  const texts = rows.map((row, at) => cellText(own, values[at] ?? null, row, context));
  const text = Math.max(36, ...texts.map((one) => tabularWidth(one, FONT)));
  return { own, values, texts, name, width: Math.max(text, textWidth(name, FONT) * 1.08) + GAP, least: text + GAP };
}

function sumOf(columns: readonly Wish[], what: 'width' | 'least'): number {
  return columns.reduce((sum, column) => sum + column[what], 0);
}

/** Sparklines share what is over; of too little room each column has its least and its part of the rest. */
function spreadOut(columns: readonly Wish[], room: number, from: number): readonly Column[] {
  const [width, least] = [sumOf(columns, 'width'), sumOf(columns, 'least')];
  const sparks = columns.filter(({ own }) => own.colType === 'spark').length;
  const spare = Math.max(0, room - width) / Math.max(1, sparks);
  const part = width > least ? Math.min(1, Math.max(0, room - least) / (width - least)) : 1;
  const squeeze = Math.min(1, room / least);
  let x = from;
  return columns.map((column) => {
    const own = (column.least + (column.width - column.least) * part) * squeeze;
    const placed = { ...column, x: round(x), width: round(own + (column.own.colType === 'spark' ? spare : 0)) };
    x += placed.width;
    return placed;
  });
}

function headShapes(columns: readonly Column[], { theme, width }: ChartContext): readonly Shape[] {
  return [
    ...columns.map(({ own, name, x, width: room }): Shape => {
      const isSpark = own.colType === 'spark';
      return {
        kind: 'text',
        x: round(isSpark ? x : x + room - 2),
        y: 18,
        text: cutMiddle(name, room - 6, FONT),
        size: FONT,
        weight: 600,
        anchor: isSpark ? 'start' : 'end',
        fill: theme.textMuted,
      };
    }),
    { kind: 'line', x1: PAD, x2: width - PAD, y1: HEAD - 0.5, y2: HEAD - 0.5, stroke: theme.zeroLine, strokeWidth: 1 },
  ];
}

function rowShapes(
  row: CourseRow,
  at: number,
  all: readonly CourseRow[],
  columns: readonly Column[],
  names: number,
  form: TimeTableForm,
  context: ChartContext,
): readonly Shape[] {
  const { theme, width } = context;
  const mark = rowMark(row, at, all, form, context);
  const top = HEAD + at * ROW;
  const link = linkOf(row, form);
  const faint = isDimmed(mark, context.inputs) ? { opacity: DIMMED } : {};
  return [
    {
      kind: 'rect',
      mark: mark.key,
      x: PAD - 4,
      y: top,
      width: width - 2 * PAD + 8,
      height: ROW,
      fill: context.inputs.highlighted === mark.key ? mixed(theme.accent, theme.surface, 0.1) : theme.surface,
    },
    {
      kind: 'text',
      x: PAD,
      y: top + 21,
      text: cutMiddle(row.name, names - GAP, FONT),
      size: FONT,
      weight: 500,
      fill: link === null ? theme.text : theme.accent,
      ...(link === null ? {} : { link }),
      ...faint,
    },
    ...columns.flatMap((column) => cellShapes(column, row, at, top, context).map((shape) => ({ ...shape, ...faint }))),
    {
      kind: 'line',
      x1: PAD,
      x2: width - PAD,
      y1: top + ROW - 0.5,
      y2: top + ROW - 0.5,
      stroke: theme.hairline,
      strokeWidth: 1,
    },
  ];
}

/** Where the name of a row leads to, as the author has written it. */
function linkOf({ name }: CourseRow, { url }: TimeTableForm): string | null {
  return url.trim() === '' ? null : safeLink(url.replace(/\{\{\s*metric\s*\}\}/gu, encodeURIComponent(name)));
}

function cellShapes(column: Column, row: CourseRow, at: number, top: number, context: ChartContext): readonly Shape[] {
  const { own, x, width } = column;
  if (own.colType === 'spark')
    return sparkShapes(own, row, { x, y: top + 5, width: width - GAP, height: ROW - 10 }, context);
  return [
    {
      kind: 'text',
      x: round(x + width - 2),
      y: top + 21,
      text: column.texts[at] ?? '',
      size: FONT,
      anchor: 'end',
      isTabular: true,
      fill: colorOf(own, column.values[at] ?? null, context),
    },
  ];
}

/** Changes are coloured by their sign, values between bounds by their place. */
function colorOf(own: TimeColumn, value: number | null, { theme }: ChartContext): string {
  const isChange = own.colType === 'time' && (own.comparisonType === 'diff' || own.comparisonType === 'perc_change');
  const [low, high] = own.bounds;
  if (value !== null && low !== null && high !== null && low !== high) {
    const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
    return share < 0.5 ? theme.danger : theme.success;
  }
  if (!isChange || value === null || value === 0) return theme.text;
  return value > 0 ? theme.success : theme.danger;
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function sparkShapes(own: TimeColumn, row: CourseRow, box: Box, context: ChartContext): readonly Shape[] {
  const course = courseOf(own, row);
  const known = course.flatMap(({ value }) => (value === null ? [] : [value]));
  if (known.length === 0 || course.length < 2) return [];
  const [low, high] = own.yAxisBounds;
  const [min, max] = [low ?? Math.min(...known), high ?? Math.max(...known)];
  const ends = own.showYAxis ? endsOf(own, [max, min], row, box, context) : null;
  const label = ends?.room ?? 0;
  const place = (index: number, value: number) => {
    const x = box.x + label + (index / (course.length - 1)) * (box.width - label);
    const y = box.y + box.height - ((value - min) / (max - min || 1)) * box.height;
    return `${round(x)} ${round(y)}`;
  };
  let isDown = false;
  const d = course
    .map(({ value }, index) => {
      if (value === null) {
        isDown = false;
        return '';
      }
      // A line to itself, with round caps, is a dot: what stands between gaps.
      const isLone = !isDown && (course[index + 1]?.value ?? null) === null;
      const step = `${isDown ? 'L' : 'M'}${place(index, value)}`;
      isDown = true;
      return isLone ? `${step}L${place(index, value)}` : step;
    })
    .join('');
  const end = (text: string, y: number): Shape => ({
    kind: 'text',
    x: box.x,
    y: round(y),
    text,
    size: END_FONT,
    fill: context.theme.textMuted,
  });
  return [
    {
      kind: 'path',
      d,
      fill: 'none',
      stroke: context.theme.accent,
      strokeWidth: 1.6,
      strokeJoin: 'round',
      strokeCap: 'round',
    },
    ...(ends?.texts.map((text, at) => end(text, box.y + (at === 0 ? 8 : box.height))) ?? []),
  ];
}

/** The ends of the scale of a sparkline, as the metric is written if half of the room is enough for that. */
function endsOf(own: TimeColumn, ends: readonly number[], row: CourseRow, box: Box, context: ChartContext) {
  const adaptive = ends.map((value) => context.formatNumber(own.d3format || 'SMART_NUMBER', value));
  const measured = own.d3format || own.timeRatio > 0 ? adaptive : ends.map(metricWriter(row.metric, context).short);
  const widest = Math.max(...measured.map((text) => textWidth(text, END_FONT)));
  return widest + 6 <= Math.max(LEAST_ENDS, box.width / 2)
    ? { texts: measured, room: Math.max(LEAST_ENDS, widest + 6) }
    : { texts: adaptive, room: LEAST_ENDS };
}

function moreShapes(more: number, y: number, { theme }: ChartContext): readonly Shape[] {
  if (more <= 0) return [];
  const text = tn('1 more row', '%(count)s more rows', more);
  return [{ kind: 'text', x: PAD, y: y + 20, text, size: FONT, fill: theme.textMuted }];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

import { tn } from '@tessera/core/messages';
import type { ChartContext } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle } from '../../shared/text.ts';
import { ALL } from '../../pivot/keys.ts';
import { type Axis, isSame, runsOf } from './axis.ts';
import type { PivotModel } from './model.ts';

const ROW_HEIGHT = 32;
const PADDING = 10;
const TINT = 0.4;

type Grid = {
  /** What fits, as a table of its own. */
  readonly model: PivotModel;
  readonly context: ChartContext;
  /** Left edges of the columns, and the right edge of the last. */
  readonly edges: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly rows: number;
  readonly moreRows: number;
  readonly moreColumns: number;
};

/** The first rows and columns of a pivot table and its totals as shapes; says how many more there are. */
export function pivotScene(model: PivotModel, context: ChartContext): Scene {
  const left = model.headerWidths.reduce((sum, width) => sum + width, 0);
  const columns = columnsThatFit(model, left);
  const top = model.columns.levels.length * ROW_HEIGHT;
  const moreColumns = model.columns.lines.length - columns.length;
  const footer = model.note !== null || moreColumns > 0 ? ROW_HEIGHT : 0;
  const room = Math.max(1, Math.floor((model.height - top - footer) / ROW_HEIGHT));
  const count = model.rows.lines.length;
  const rows = firstAndTotals(model.rows, count > room ? Math.max(1, room - (footer > 0 ? 0 : 1)) : count);
  const part = partOf(model, rows, columns);
  const edges = edgesOf(part, left);
  const more = { moreRows: count - rows.length, moreColumns };
  const grid: Grid = { model: part, context, edges, left, top, rows: rows.length, ...more };
  const { width, height, description } = model;
  return {
    width,
    height,
    description,
    fontFamily: context.theme.fontFamily,
    shapes: count === 0 ? [] : [...columnHeaders(grid), ...rowHeaders(grid), ...cells(grid), ...footnote(grid)],
  };
}

function edgesOf({ columnWidths, width }: PivotModel, left: number): readonly number[] {
  let right = left;
  const ends = columnWidths.map((own) => {
    right += own;
    return Math.min(width, right);
  });
  return [left, ...ends];
}

/** How many lines at the end of an axis are totals of all of it. */
function totalsAtEnd({ lines }: Axis): number {
  return lines.length - 1 - lines.findLastIndex(({ key }) => key[0] !== ALL);
}

/** The first lines and, where one of them can stay beside those, the totals at the end. */
function firstAndTotals(axis: Axis, fitting: number): readonly number[] {
  const count = axis.lines.length;
  const totals = fitting < count && totalsAtEnd(axis) < fitting ? totalsAtEnd(axis) : 0;
  return Array.from({ length: fitting }, (_, at) => (at < fitting - totals ? at : count - fitting + at));
}

/** A narrower column would cut its numbers: it is one of those that are counted below. The first is always there. */
function columnsThatFit({ columns, columnWidths, width }: PivotModel, left: number): readonly number[] {
  const fits = (fitting: number) =>
    firstAndTotals(columns, fitting).reduce((sum, at) => sum + (columnWidths[at] ?? 0), left) <= width;
  let fitting = Math.min(1, columns.lines.length);
  while (fitting < columns.lines.length && fits(fitting + 1)) fitting += 1;
  return firstAndTotals(columns, fitting);
}

/** Some lines of a table as a table of their own. */
function partOf(model: PivotModel, rows: readonly number[], columns: readonly number[]): PivotModel {
  return {
    ...model,
    rows: partOfAxis(model.rows, rows),
    columns: partOfAxis(model.columns, columns),
    columnWidths: columns.map((at) => model.columnWidths[at] ?? 0),
    cell: (row, column) => model.cell(rows[row] ?? -1, columns[column] ?? -1),
  };
}

function partOfAxis(axis: Axis, shown: readonly number[]): Axis {
  return {
    ...axis,
    lines: shown.flatMap((at) => axis.lines[at] ?? []),
    header: (line, level) => axis.header(shown[line] ?? -1, level),
    isContinued: (line, level) => line > 0 && isSame(axis, shown[line] ?? -1, shown[line - 1] ?? -1, level),
  };
}

function columnHeaders({ model, context, edges, left, top }: Grid): readonly Shape[] {
  const { columns, rows, headerWidths } = model;
  const { theme } = context;
  const look = { size: 12, weight: 600, fill: theme.textMuted } as const;
  const shapes: Shape[] = [];
  const end = edges.length - 1;
  columns.levels.forEach((one, level) => {
    const y = level * ROW_HEIGHT;
    if (one.kind === 'dimension')
      shapes.push(text(one.name, left - PADDING, y, left / 2, { ...look, weight: 400, anchor: 'end' }));
    for (const run of runsOf(columns, level, 0, end)) {
      const view = columns.header(run.start, level);
      const [x, right] = [edges[run.start] ?? left, edges[Math.min(run.end, end)] ?? model.width];
      if (view.span === 0) continue;
      const isInner = level + view.span === columns.levels.length;
      shapes.push(
        isInner
          ? text(view.text, right - PADDING, y, right - x - PADDING, { ...look, anchor: 'end' })
          : text(view.text, x + PADDING, y, right - x - PADDING, { ...look, fill: theme.text }),
        line(x, y + view.span * ROW_HEIGHT, right, isInner ? theme.zeroLine : theme.hairline),
      );
    }
  });
  let x = 0;
  rows.levels.forEach(({ name }, level) => {
    const width = headerWidths[level] ?? 0;
    shapes.push(text(name, x + PADDING, top - ROW_HEIGHT, width - PADDING, look));
    x += width;
  });
  return [...shapes, line(0, top, left, theme.zeroLine)];
}

function rowHeaders({ model, context, top, rows: shown }: Grid): readonly Shape[] {
  const { rows, headerWidths } = model;
  const { theme } = context;
  let x = 0;
  return rows.levels.flatMap((_, level) => {
    const at = x;
    x += headerWidths[level] ?? 0;
    return Array.from({ length: shown }, (__, row) => row).flatMap((row): Shape[] => {
      const view = rows.header(row, level);
      if (view.span === 0 || rows.isContinued(row, level)) return [];
      const width = headerWidths.slice(level, level + view.span).reduce((sum, one) => sum + one, 0);
      const weight = view.kind === 'total' ? 600 : 400;
      return [
        text(view.text, at + PADDING, top + row * ROW_HEIGHT, width - PADDING, { size: 13, weight, fill: theme.text }),
      ];
    });
  });
}

function cells({ model, context, edges, top, rows }: Grid): readonly Shape[] {
  const { theme } = context;
  const right = edges.at(-1) ?? 0;
  return Array.from({ length: rows }, (_, row) => row).flatMap((row): Shape[] => {
    const y = top + row * ROW_HEIGHT;
    const inRow = edges.slice(0, -1).flatMap((x, column): Shape[] => {
      const cell = model.cell(row, column);
      const end = edges[column + 1] ?? x;
      const tint: readonly Shape[] = cell.background
        ? [
            {
              kind: 'rect',
              x,
              y: y + 1,
              width: end - x,
              height: ROW_HEIGHT - 1,
              fill: cell.background.color,
              fillOpacity: cell.background.strength * TINT,
            },
          ]
        : [];
      if (cell.text === '') return [...tint];
      const look = {
        size: 13,
        weight: cell.isTotal ? 600 : 400,
        fill: cell.isEmpty ? theme.textMuted : theme.text,
        anchor: 'end',
        isTabular: true,
      } as const;
      return [...tint, text(cell.text, end - PADDING, y, end - x - PADDING, look)];
    });
    return [...inRow, line(lineStart(model, row), y + ROW_HEIGHT, right, theme.hairline)];
  });
}

/** Where the line below a row begins: behind the headers that it shares with the next one. */
function lineStart({ rows, headerWidths }: PivotModel, row: number): number {
  const own = rows.levels.findIndex((_, level) => !rows.isContinued(row + 1, level));
  const shared = row + 1 >= rows.lines.length ? 0 : Math.max(0, own);
  return headerWidths.slice(0, shared).reduce((sum, width) => sum + width, 0);
}

/** What does not fit, and what is not shown because it would be false. */
function footnote({ model, context, top, rows, moreRows, moreColumns }: Grid): readonly Shape[] {
  const parts = [
    ...(moreRows > 0 ? [tn('1 more row', '%(count)s more rows', moreRows)] : []),
    ...(moreColumns > 0 ? [tn('1 more column', '%(count)s more columns', moreColumns)] : []),
    ...(model.note === null ? [] : [model.note]),
  ];
  if (parts.length === 0) return [];
  const look = { size: 12, fill: context.theme.textMuted } as const;
  return [text(parts.join(' · '), PADDING, top + rows * ROW_HEIGHT, model.width - PADDING, look)];
}

type Look = Pick<Extract<Shape, { kind: 'text' }>, 'size' | 'weight' | 'isTabular' | 'fill' | 'anchor'>;

function text(content: string, x: number, top: number, width: number, look: Look): Shape {
  return {
    kind: 'text',
    text: cutMiddle(content, width, look.size),
    x,
    y: top + ROW_HEIGHT / 2,
    baseline: 'central',
    ...look,
  };
}

function line(x: number, y: number, right: number, color: string): Shape {
  return { kind: 'path', d: `M${x} ${y - 0.5}H${right}`, stroke: color, fill: 'none' };
}

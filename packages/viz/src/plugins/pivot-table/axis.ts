import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { Cell, Table } from '@tessera/core/table';
import type { QueryColumn } from '@tessera/core/query-object';
import type { ChartContext } from '../../define.ts';
import { cellLabel } from '../../layer/labels.ts';
import { pivotFraction } from '../../pivot/aggregates.ts';
import type { PivotForm } from '../../pivot/form.ts';
import { ALL, type Keys } from '../../pivot/keys.ts';
import type { Line } from '../../pivot/pivot.ts';
import type { MarkFilter } from '../../marks.ts';
import { filterCell } from '../../marks.ts';
import type { PivotControlForm } from './controls.ts';

/** One row or column of headers: a dimension, the metrics, or a name where there is neither. */
export type AxisLevel = { readonly kind: 'dimension' | 'metric' | 'name'; readonly name: string; readonly at: number };

/** A header as it is shown; its text covers `span` levels. */
export type HeaderView = {
  readonly text: string;
  readonly kind: 'value' | 'metric' | 'total';
  /** Levels that it covers; 0 where an outer total covers it. */
  readonly span: number;
};

/** One side of the grid. */
export type Axis = {
  readonly side: 'row' | 'column';
  readonly levels: readonly AxisLevel[];
  readonly lines: readonly Line[];
  readonly header: (line: number, level: number) => HeaderView;
  /** Whether a header belongs together with that of the line before. */
  readonly isContinued: (line: number, level: number) => boolean;
  /** The values of a line, one per dimension up to a level. */
  readonly filters: (line: number, level: number) => readonly MarkFilter[];
};

type AxisInput = {
  readonly side: Axis['side'];
  readonly lines: readonly Line[];
  readonly keys: Keys;
  readonly names: readonly string[];
  readonly hasMetrics: boolean;
  readonly pivot: PivotForm;
  readonly form: PivotControlForm;
  readonly table: Table;
  readonly context: ChartContext;
};

export function axisOf({ side, lines, keys, names, hasMetrics, pivot, form, table, context }: AxisInput): Axis {
  const dimensions = names.map((name, at): AxisLevel => ({ kind: 'dimension', name: context.verboseName(name), at }));
  const metric: readonly AxisLevel[] = hasMetrics ? [{ kind: 'metric', name: t('Metric'), at: -1 }] : [];
  const inOrder = pivot.metricLast ? [...dimensions, ...metric] : [...metric, ...dimensions];
  const levels: readonly AxisLevel[] = inOrder.length > 0 ? inOrder : [{ kind: 'name', name: '', at: -1 }];
  const totalName =
    pivot.aggregate === 'Sum' || pivotFraction(pivot.aggregate) ? t('Total') : t('Total (%s)', pivot.aggregate);
  const text = (cell: Cell, dimension: number): string => {
    const kind = table.columns.get(names[dimension] ?? '')?.kind ?? 'string';
    return cellLabel(cell, kind, context, form.date_format, form.time_grain_sqla);
  };
  const header = (line: number, level: number): HeaderView => {
    const one = lines[line];
    const { kind, at } = levels[level] ?? { kind: 'name', at: -1 };
    if (!one || kind === 'name') return { text: totalName, kind: 'total', span: 1 };
    if (kind === 'metric') return { text: context.verboseName(one.metric?.name ?? ''), kind: 'metric', span: 1 };
    const closed = one.key.indexOf(ALL);
    if (closed < 0 || at < closed) return { text: text(keys.cells(one.key)[at] ?? null, at), kind: 'value', span: 1 };
    if (at > closed) return { text: '', kind: 'total', span: 0 };
    return { text: closed === 0 ? totalName : t('Subtotal'), kind: 'total', span: names.length - closed };
  };
  const columns = columnsByLabel([...form.groupbyRows, ...form.groupbyColumns]);
  return {
    side,
    levels,
    lines,
    header,
    isContinued: (line, level) => line > 0 && isSame({ levels, lines }, line, line - 1, level),
    filters: (line, level) => {
      const key = lines[line]?.key ?? [];
      const cells = keys.cells(key);
      return levels.slice(0, level + 1).flatMap(({ kind, at }): MarkFilter[] => {
        const name = names[at];
        const col = name === undefined ? undefined : columns.get(name);
        const val = filterCell(cells[at] ?? null);
        if (kind !== 'dimension' || col === undefined || val === undefined || at >= cells.length || name === undefined)
          return [];
        const isTime = table.columns.get(name)?.kind === 'temporal' && typeof col === 'string';
        const grain = isTime && form.time_grain_sqla ? { grain: form.time_grain_sqla } : {};
        return [{ col, val, formattedVal: val === '' ? '' : text(val, at), ...grain }];
      });
    },
  };
}

/** Whether the headers of two lines are one, down to a level. */
export function isSame(
  { levels, lines }: Pick<Axis, 'levels' | 'lines'>,
  line: number,
  other: number,
  level: number,
): boolean {
  const part = (at: number, { kind, at: dimension }: AxisLevel) =>
    kind === 'metric' ? lines[at]?.metric?.name : (lines[at]?.key[dimension] ?? ALL);
  return levels.slice(0, level + 1).every((one) => part(line, one) === part(other, one));
}

function columnsByLabel(columns: readonly QueryColumn[]): ReadonlyMap<string, QueryColumn> {
  return new Map(columns.map((column) => [columnLabel(column), column]));
}

/** Lines that share a header, end excluded. */
export type Run = { readonly start: number; readonly end: number };

/** The headers of a level that reach into a window of lines, whole. */
export function runsOf(axis: Axis, level: number, first: number, end: number): readonly Run[] {
  const runs: Run[] = [];
  let at = runAround(axis, level, first).start;
  while (at < end) {
    const run = runAround(axis, level, at);
    runs.push(run);
    at = run.end;
  }
  return runs;
}

/** All lines under the same header as one. */
export function runAround(axis: Axis, level: number, line: number): Run {
  let start = line;
  while (start > 0 && axis.isContinued(start, level)) start -= 1;
  let end = line + 1;
  while (end < axis.lines.length && axis.isContinued(end, level)) end += 1;
  return { start, end };
}

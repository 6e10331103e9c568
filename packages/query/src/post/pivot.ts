import { compareCells, partOf } from '@tessera/core/cell-order';
import type { Cell } from '@tessera/core/table';
import { aggregatedKind, aggregator } from './aggregators.ts';
import {
  columnNamed,
  failPost,
  type Frame,
  type FrameColumn,
  type IndexLevel,
  MAX_CELLS,
  numbersOf,
  type Path,
  requireColumns,
  takeRows,
  type Values,
} from './frame.ts';
import { groupRows, type Groups, rowsOfGroups } from './groups.ts';
import { type AggregateSpec, aggregateSpecs, flag, numberOr, type Options, textOr, texts } from './options.ts';

/**
 * Turn the values of dimensions into columns: one row per index value, one column per metric and combination.
 *
 * Rows and columns are sorted. `drop_missing_columns` (default) drops rows and columns without any value; otherwise
 * every combination that occurs stays. Nulls in dimensions become `column_fill_value`, or drop their rows if that is
 * null.
 * @throws AppError post_processing
 */
export function pivot(frame: Frame, options: Options): Frame {
  const indexNames = texts(options, 'index');
  const columnNames = texts(options, 'columns');
  const specs = aggregateSpecs(options).toSorted((a, b) => compareCells(a.name, b.name, 'string'));
  if (indexNames.length === 0) failPost('Pivot operation requires at least one index');
  if (specs.length === 0) failPost('Pivot operation must include at least one aggregate');
  requireColumns(frame, [...indexNames, ...columnNames, ...specs.map((spec) => spec.column)]);

  const dropMissing = flag(options, 'drop_missing_columns', true);
  const index = indexNames.map((name) => columnNamed(frame, name));
  const dimensions = filledDimensions(
    frame,
    columnNames,
    options['column_fill_value'] === null ? null : textOr(options, 'column_fill_value', '<NULL>'),
  );
  const rows = groupRows(index, frame.rowCount, !dropMissing);
  const series = dimensions.length === 0 ? allInOne(frame.rowCount) : groupRows(dimensions, frame.rowCount, false);
  if (rows.count * series.count * specs.length > MAX_CELLS)
    failPost(
      `The pivot would have ${rows.count} rows and ${series.count * specs.length} columns. Group by fewer values.`,
    );

  const names = Array.from(series.first, (row) =>
    dimensions.map(({ kind, values }) => partOf(values[row] ?? null, kind)),
  );
  const fill = numberOr(options, 'metric_fill_value', null);
  const columns = specs.flatMap((spec) => spread(frame, spec, rows, series, names));
  const level = (name: string, at: number): IndexLevel => {
    const { kind, values } = index[at] ?? failPost('Pivot operation requires at least one index');
    return { name, kind, values: Array.from(rows.first, (row) => values[row] ?? null) };
  };
  const whole: Frame = { rowCount: rows.count, index: indexNames.map(level), columns };
  // Totals of nothing would be a row of nothing.
  const marginal = frame.rowCount > 0 && flag(options, 'marginal_distributions', false);
  const closed = marginal
    ? withMargins(frame, whole, specs, rows, series, textOr(options, 'marginal_distribution_name', 'All'))
    : whole;
  const kept = dropMissing ? withoutEmpty(closed) : closed;
  const filled =
    fill === null
      ? kept
      : {
          ...kept,
          columns: kept.columns.map((column) => ({
            ...column,
            values: numbersOf(column.values).map((value) => (Number.isNaN(value) ? fill : value)),
          })),
        };
  return flag(options, 'combine_value_with_metric', false) ? metricLast(filled) : filled;
}

/** Dimensions with their nulls filled; without a filler they stay and their rows fall out of the groups. */
function filledDimensions(frame: Frame, names: readonly string[], filler: string | null): readonly FrameColumn[] {
  return names.map((name) => {
    const column = columnNamed(frame, name);
    if (filler === null || !hasNull(column.values)) return column;
    const filled: Values = Array.from(column.values, (cell: Cell) =>
      cell === null || (typeof cell === 'number' && Number.isNaN(cell)) ? filler : cell,
    );
    return { ...column, values: filled };
  });
}

function hasNull(values: Values): boolean {
  return values instanceof Float64Array
    ? values.some((value) => Number.isNaN(value))
    : values.some((cell) => cell === null || (typeof cell === 'number' && Number.isNaN(cell)));
}

function allInOne(rowCount: number): Groups {
  return { ids: new Int32Array(rowCount), count: 1, first: Int32Array.from([0]) };
}

/** The columns of one metric. */
function spread(
  frame: Frame,
  spec: AggregateSpec,
  rows: Groups,
  series: Groups,
  names: readonly (readonly string[])[],
): readonly FrameColumn[] {
  const source = columnNamed(frame, spec.column);
  const grid = aggregateGrid(source, spec, rows, series);
  return names.map((parts, at): FrameColumn => ({
    path: [spec.name, ...parts],
    kind: aggregatedKind(spec.operator, source.kind),
    values: grid[at] ?? [],
  }));
}

/** Values by series, then row. Means and sums are made in one pass without lists. */
function aggregateGrid(source: FrameColumn, spec: AggregateSpec, rows: Groups, series: Groups): readonly Values[] {
  if (spec.operator === 'mean' || spec.operator === 'sum') return totals(source, spec.operator, rows, series);
  const cells = Int32Array.from(rows.ids, (row, at) => {
    const column = series.ids[at] ?? -1;
    return row < 0 || column < 0 ? -1 : column * rows.count + row;
  });
  const members = rowsOfGroups({ ids: cells, count: rows.count * series.count, first: cells });
  const reduce = aggregator(spec.operator, source.kind, source.values, spec.options);
  return Array.from({ length: series.count }, (_, column) =>
    Array.from({ length: rows.count }, (__, row) => {
      const inCell = members[column * rows.count + row];
      return inCell && inCell.length > 0 ? reduce(inCell) : null;
    }),
  );
}

function totals(source: FrameColumn, operator: 'mean' | 'sum', rows: Groups, series: Groups): readonly Values[] {
  const numbers = numbersOf(source.values);
  const sums = new Float64Array(rows.count * series.count);
  const seen = new Int32Array(sums.length);
  const members = new Uint8Array(sums.length);
  for (let at = 0; at < numbers.length; at += 1) {
    const row = rows.ids[at] ?? -1;
    const column = series.ids[at] ?? -1;
    if (row < 0 || column < 0) continue;
    const cell = column * rows.count + row;
    members[cell] = 1;
    const value = numbers[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sums[cell] = (sums[cell] ?? 0) + value;
    seen[cell] = (seen[cell] ?? 0) + 1;
  }
  for (let cell = 0; cell < sums.length; cell += 1) {
    const count = seen[cell] ?? 0;
    if (operator === 'mean') sums[cell] = count === 0 ? Number.NaN : (sums[cell] ?? 0) / count;
    else if (members[cell] === 0) sums[cell] = Number.NaN;
  }
  return Array.from({ length: series.count }, (_, column) =>
    sums.subarray(column * rows.count, (column + 1) * rows.count),
  );
}

/** Without the columns and rows that hold nothing. */
function withoutEmpty(frame: Frame): Frame {
  const empty = (cell: Cell | undefined) =>
    cell === null || cell === undefined || (typeof cell === 'number' && Number.isNaN(cell));
  const columns = frame.columns.filter(({ values }) => Array.prototype.some.call(values, (cell: Cell) => !empty(cell)));
  const filled = new Uint8Array(frame.rowCount);
  for (const { values } of columns)
    for (let row = 0; row < frame.rowCount; row += 1) if (!empty(values[row])) filled[row] = 1;
  const kept = Array.from(filled.keys()).filter((row) => filled[row] === 1);
  const names = new Set(columns.map(({ path }) => path[0]));
  const emptied = frame.columns.flatMap(({ path: [name] }) =>
    typeof name === 'string' && !names.has(name) ? [name] : [],
  );
  const whole: Frame = { ...frame, columns, ...(emptied.length > 0 && { emptied }) };
  return kept.length === frame.rowCount ? whole : takeRows(whole, kept);
}

/** One more column per metric over all series, and one more row over all rows, aggregated from the data itself. */
function withMargins(
  frame: Frame,
  whole: Frame,
  specs: readonly AggregateSpec[],
  rows: Groups,
  series: Groups,
  name: string,
): Frame {
  const everyRow = { ...allInOne(0), ids: rows.ids.map((id) => Math.min(id, 0)) };
  const everySeries = { ...allInOne(0), ids: series.ids.map((id) => Math.min(id, 0)) };
  const columns = specs.flatMap((spec, at): readonly FrameColumn[] => {
    const source = columnNamed(frame, spec.column);
    const bottom = aggregateGrid(source, spec, everyRow, series);
    const own = whole.columns
      .slice(at * series.count, (at + 1) * series.count)
      .map((column, place) => ({ ...column, values: [...column.values, ...(bottom[place] ?? [])] }));
    const depth = own[0]?.path.length ?? 1;
    if (depth === 1) return own;
    const [right = []] = aggregateGrid(source, spec, rows, everySeries);
    const [corner = []] = aggregateGrid(source, spec, everyRow, everySeries);
    const path = [spec.name, name, ...Array.from({ length: depth - 2 }, () => '')];
    return [...own, { path, kind: aggregatedKind(spec.operator, source.kind), values: [...right, ...corner] }];
  });
  const index = whole.index.map((level, at): IndexLevel => ({
    ...level,
    kind: 'string',
    values: [...level.values, at === 0 ? name : ''],
  }));
  return { rowCount: whole.rowCount + 1, index, columns };
}

/** Metric names go behind the dimension values, and columns are sorted again. */
function metricLast(frame: Frame): Frame {
  const moved = frame.columns.map((column) => ({ ...column, path: [...column.path.slice(1), column.path[0] ?? null] }));
  return { ...frame, columns: moved.toSorted((a, b) => comparePaths(a.path, b.path)) };
}

function comparePaths(a: Path, b: Path): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = compareCells(a[at] ?? null, b[at] ?? null, 'string');
    if (order !== 0) return order;
  }
  return 0;
}

import { cellAt, packedColumn, type Column, type Table } from '@tessera/core/table';
import { conjuncts } from '../conjuncts.ts';
import type { Dialect } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import { isGroupwise } from '../groupwise.ts';
import {
  sourceIdentity,
  type Expression,
  type Measure,
  type Ordering,
  type Predicate,
  type StructuredQuery,
} from '../structured-query.ts';
import { mayRollUp, rollUp, type KnownMeasure } from './aggregates.ts';
import { classOf, isFaithful, type CellClass } from './cells.ts';
import { groupRows, type Groups } from './groups.ts';
import { missingFilter, sameFilter } from './implied.ts';
import { sortRows, type SortKey } from './order.ts';
import { rowTest, type KnownColumn } from './row-test.ts';
import { namesMeanTheSame } from './same-names.ts';

/** A query with the result columns that are read as instants. */
export type Question = { readonly query: StructuredQuery; readonly temporal: ReadonlySet<string> };
/** A question whose result is at hand: the rows under the labels of the query, before post-processing. */
export type Answered = Question & { readonly table: Table; readonly truncated: boolean };

/**
 * How many cells of each row at hand are looked at to answer a query from the result of a wider one; `null` where it
 * cannot be answered, whatever the rows are. No row is read.
 */
export function cellsOfRow(wide: Question, asked: Question, dialect: Dialect): number | null {
  const way = wayFrom(wide, asked, dialect);
  return way && way.labels.length + way.missing.length + (asked.query.measures?.length ?? 0);
}

/**
 * Answer a query from the result of a wider one, exactly as the database would: values, kinds of columns, nulls, order
 * and limits. Sums and averages of doubles are so but for the rounding that the order of adding brings, which databases
 * do not fix either.
 *
 * The two must be about the same version of the same dataset. Time is linear in the rows at hand, but for sorting.
 *
 * @returns null where that cannot be done, or is not sure
 */
export function answerFrom(wide: Answered, asked: Question, dialect: Dialect): Table | null {
  const { query } = asked;
  const way = wayFrom(wide, asked, dialect);
  const { limit } = wide.query;
  if (way === null || wide.truncated || (limit !== null && wide.table.rowCount >= limit)) return null;
  const { missing, isRegrouped } = way;
  const present = query.dimensions.flatMap(({ expression }, index): readonly KnownColumn[] => {
    const column = wide.table.columns.get(way.labels[index] ?? '');
    return column ? [{ expression, column, cellClass: classOf(expression, dialect) }] : [];
  });
  const filtered = filterRows(wide, missing, dialect);
  if (filtered === null || present.length < query.dimensions.length) return null;

  const rows = query.seriesLimit === null ? filtered : topSeries(wide, query, present, filtered, dialect);
  if (rows === null) return null;
  const grouped = isRegrouped ? regroup(present, rows) : finest(rows);
  const measure = (one: Measure): Column | null => measureOf(wide, one, grouped, way, dialect);
  const measures = (query.measures ?? []).map(measure);
  if (grouped === null || measures.some((one) => one === null)) return null;
  const columns = [
    ...present.map(({ column }, index) => taken(column, query.dimensions[index]?.label ?? '', grouped.first)),
    ...measures.filter((one) => one !== null),
  ];

  const all = Array.from({ length: grouped.count }, (_, group) => group);
  const keys = query.rowCountOnly ? [] : sortKeys(query, columns, dialect, measure);
  const sorted = keys && sortRows(all, keys);
  if (!sorted) return null;
  const page = sorted.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit);
  if (query.rowCountOnly)
    return {
      rowCount: 1,
      columns: new Map([['rowcount', { name: 'rowcount', kind: 'numeric', values: Float64Array.of(page.length) }]]),
    };
  const shown = columns.map((column) => taken(column, column.name, page));
  if (dialect.rollUp?.kindsAreOfValues === true && !shown.every(isOfItsKind)) return null;
  return { rowCount: page.length, columns: new Map(shown.map((column) => [column.name, column])) };
}

/** Rows that come together whatever they hold. */
const FIRST_ROWS = 100;

/** Whether a database that tells kinds by the first values would call the column what it is called here. */
function isOfItsKind(column: Column): boolean {
  if (column.kind === 'temporal' || column.kind === 'boolean') return true;
  for (let row = 0; row < Math.min(FIRST_ROWS, column.values.length); row += 1) {
    const cell = cellAt(column, row);
    if (cell !== null) return (typeof cell === 'string') === (column.kind === 'string');
  }
  return false;
}

/** How the result of one query answers another. */
type Way = Shape & {
  /** What is still to be asked of the rows. */
  readonly missing: readonly Predicate[];
  /** What the dimensions are called in the wider result, in their order. */
  readonly labels: readonly string[];
};
type Shape = { readonly isRegrouped: boolean; readonly isNarrowed: boolean };

/** What the two queries alone say: rows may still not tell enough. */
function wayFrom(wide: Question, { query, temporal }: Question, dialect: Dialect): Way | null {
  const { query: source } = wide;
  if (!mayContain(source, query, dialect)) return null;
  const missing = missingFilter(source.where, query.where);
  const labels = query.dimensions.flatMap(
    ({ label, expression }) => labelIn(wide, expression, temporal.has(label)) ?? [],
  );
  if (missing === null || labels.length < query.dimensions.length) return null;
  const isRegrouped = new Set(labels).size < source.dimensions.length;
  // A filter on groups says nothing about coarser ones, nor about the groups of a part of the rows' series.
  const keepsGroups = !isRegrouped && query.seriesLimit === null;
  if (!sameFilter(query.having, source.having) || (!keepsGroups && conjuncts(query.having).length > 0)) return null;
  const shape = { isRegrouped, isNarrowed: missing.length > 0 || query.seriesLimit !== null };
  const isKnown = (expression: Expression) =>
    sameMeasure(source, expression, shape) !== undefined || mayRollUp(expression, source.measures ?? [], dialect);
  if (![...(query.measures ?? []).map((one) => one.expression), ...orderedBesides(query)].every(isKnown)) return null;
  if (query.seriesLimit !== null && !mayRollUp(query.seriesLimit.by, source.measures ?? [], dialect)) return null;
  return { ...shape, missing, labels };
}

function mayContain(source: StructuredQuery, query: StructuredQuery, dialect: Dialect): boolean {
  if (!dialect.rollUp || source.measures === null || query.measures === null) return false;
  if (
    source.rowCountOnly ||
    source.offset > 0 ||
    source.seriesLimit !== null ||
    query.seriesLimit?.groupOthers === true
  )
    return false;
  return (
    exactKey(sourceIdentity(source.source)) === exactKey(sourceIdentity(query.source)) &&
    exactKey(source.security) === exactKey(query.security) &&
    namesMeanTheSame(source, query, dialect)
  );
}

/** What a dimension is called in the wider result, if it is read in the same way there. */
function labelIn({ query, temporal }: Question, expression: Expression, isTemporal: boolean): string | null {
  const key = exactKey(expression);
  return (
    query.dimensions.find((one) => exactKey(one.expression) === key && temporal.has(one.label) === isTemporal)?.label ??
    null
  );
}

/** The measure of the wider result that holds the values as they are; `undefined` where they must be made. */
function sameMeasure(
  { measures }: StructuredQuery,
  expression: Expression,
  { isRegrouped, isNarrowed }: Shape,
): Measure | undefined {
  if (isRegrouped || (isNarrowed && !isGroupwise(expression))) return undefined;
  const key = exactKey(expression);
  return measures?.find((one) => exactKey(one.expression) === key);
}

/** Expressions of the order that are not selected. */
function orderedBesides(query: StructuredQuery): readonly Expression[] {
  if (query.rowCountOnly) return [];
  const selected = [...query.dimensions, ...(query.measures ?? [])];
  return query.orderBy.flatMap((ordering) =>
    'expression' in ordering.by && positionOf(ordering, selected) < 0 ? [ordering.by.expression] : [],
  );
}

function filterRows(wide: Answered, missing: readonly Predicate[], dialect: Dialect): readonly number[] | null {
  const { rowCount } = wide.table;
  if (missing.length === 0) return Array.from({ length: rowCount }, (_, row) => row);
  const columns = wide.query.dimensions.flatMap(({ label, expression }): readonly KnownColumn[] => {
    const column = wide.table.columns.get(label);
    return column ? [{ expression, column, cellClass: classOf(expression, dialect) }] : [];
  });
  const faithful = columns.filter(({ column, cellClass }) => isFaithful(column, cellClass));
  const test = rowTest({ kind: 'and', of: missing }, faithful, dialect);
  if (test === null) return null;
  const rows: number[] = [];
  for (let row = 0; row < rowCount; row += 1) if (test(row) === true) rows.push(row);
  return rows;
}

function finest(rows: readonly number[]): Groups {
  return { rows, groupOf: Int32Array.from(rows, (_, index) => index), first: rows, count: rows.length };
}

function regroup(columns: readonly KnownColumn[], rows: readonly number[]): Groups | null {
  return columns.every(({ column, cellClass }) => isFaithful(column, cellClass))
    ? groupRows(
        columns.map(({ column }) => column),
        rows,
      )
    : null;
}

function measureOf(
  wide: Answered,
  measure: Measure,
  groups: Groups | null,
  shape: Shape,
  dialect: Dialect,
): Column | null {
  if (groups === null) return null;
  const same = sameMeasure(wide.query, measure.expression, shape);
  const column = same && wide.table.columns.get(same.label);
  if (column) return taken(column, measure.label, groups.first);
  const columns = (wide.query.measures ?? []).flatMap(({ label, expression }): readonly KnownMeasure[] => {
    const known = wide.table.columns.get(label);
    return known ? [{ expression, column: known }] : [];
  });
  return rollUp(measure, columns, groups, dialect);
}

/** Rows of the top series by a measure, as the join with their own sub-query leaves them. */
function topSeries(
  wide: Answered,
  query: StructuredQuery,
  dimensions: readonly KnownColumn[],
  rows: readonly number[],
  dialect: Dialect,
): readonly number[] | null {
  const { seriesLimit: series } = query;
  if (series === null) return rows;
  const columns = dimensions.filter((_, index) => series.dimensions.includes(query.dimensions[index]?.label ?? ''));
  const groups = regroup(columns, rows);
  const by =
    groups &&
    measureOf(wide, { label: '', expression: series.by }, groups, { isRegrouped: true, isNarrowed: true }, dialect);
  if (!by) return null;
  const keys: SortKey[] = [
    { column: by, cellClass: measureClass(series.by, dialect), ascending: !series.descending },
    ...columns.map(({ column, cellClass }) => ({
      column: taken(column, column.name, groups.first),
      cellClass,
      ascending: true,
    })),
  ];
  const sorted = sortRows(
    Array.from({ length: groups.count }, (_, group) => group),
    keys,
  );
  const kept = sorted && new Set(sorted.slice(0, series.limit));
  return kept && rows.filter((_, index) => kept.has(groups.groupOf[index] ?? -1));
}

/**
 * The whole order: what was asked for, then the dimensions, as the printed query has it. `null` where a key cannot be
 * had.
 */
function sortKeys(
  query: StructuredQuery,
  columns: readonly Column[],
  dialect: Dialect,
  measure: (one: Measure) => Column | null,
): readonly SortKey[] | null {
  const selected: readonly { readonly label: string; readonly expression: Expression }[] = [
    ...query.dimensions,
    ...(query.measures ?? []),
  ];
  const classAt = (index: number): CellClass => {
    const expression = selected[index]?.expression ?? { kind: 'count_rows' };
    return index < query.dimensions.length ? classOf(expression, dialect) : measureClass(expression, dialect);
  };
  const seen = new Set<number>();
  const keys: SortKey[] = [];
  for (const ordering of query.orderBy) {
    const index = positionOf(ordering, selected);
    if (index >= 0 && seen.has(index)) continue;
    seen.add(index);
    if (index < 0 && 'label' in ordering.by) continue;
    const column =
      index >= 0
        ? columns[index]
        : 'expression' in ordering.by
          ? measure({ label: '', expression: ordering.by.expression })
          : null;
    if (!column) return null;
    const cellClass =
      index >= 0
        ? classAt(index)
        : 'expression' in ordering.by
          ? measureClass(ordering.by.expression, dialect)
          : classAt(index);
    keys.push({ column, cellClass, ascending: ordering.ascending });
  }
  if (query.limit === null && keys.length === 0) return [];
  const rest = query.dimensions.flatMap((_, index) => {
    const column = columns[index];
    return seen.has(index) || !column ? [] : [{ column, cellClass: classAt(index), ascending: true }];
  });
  return [...keys, ...rest];
}

function positionOf(
  { by }: Ordering,
  selected: readonly { readonly label: string; readonly expression: Expression }[],
): number {
  if ('label' in by) return selected.findIndex((item) => item.label === by.label);
  const key = JSON.stringify(by.expression);
  return selected.findIndex((item) => JSON.stringify(item.expression) === key);
}

/** What is known of a measure's values for ordering. */
function measureClass(expression: Expression, dialect: Dialect): CellClass {
  if (expression.kind === 'count_rows') return { kind: 'integer' };
  if (expression.kind !== 'aggregate') return { kind: 'opaque' };
  if (expression.aggregate === 'COUNT' || expression.aggregate === 'COUNT_DISTINCT') return { kind: 'integer' };
  const of = classOf(expression.of, dialect);
  return expression.aggregate === 'AVG' ? { kind: of.kind === 'integer' ? 'integer' : 'double' } : of;
}

/** The column under another name, with these rows in this order. */
function taken(column: Column, name: string, rows: readonly number[]): Column {
  if (column.values instanceof Float64Array) {
    const { values } = column;
    return { name, kind: column.kind, values: Float64Array.from(rows, (row) => values[row] ?? Number.NaN) };
  }
  return packedColumn(
    name,
    column.kind,
    rows.map((row) => cellAt(column, row)),
  );
}

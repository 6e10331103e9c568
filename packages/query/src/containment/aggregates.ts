import { cellAt, packedColumn, type Cell, type Column } from '@tessera/core/table';
import type { Dialect } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import type { Expression, Measure } from '../structured-query.ts';
import { classOf, isFaithful, type CellClass } from './cells.ts';
import type { Groups } from './groups.ts';

/** A measure of the wider result with its values. */
export type KnownMeasure = { readonly expression: Expression; readonly column: Column };

type Aggregate = (Expression & { readonly kind: 'aggregate' })['aggregate'];
/** `of` identifies what is aggregated; `null` for whole rows. */
type Read = { readonly aggregate: Aggregate; readonly of: string | null; readonly cellClass: CellClass };

const opaque: CellClass = { kind: 'opaque' };

/** What a measure aggregates; also of saved metrics that are no more than one aggregate of one name. */
function readAggregate(expression: Expression, dialect: Dialect): Read | null {
  if (expression.kind === 'count_rows') return { aggregate: 'COUNT', of: null, cellClass: { kind: 'integer' } };
  if (expression.kind === 'aggregate')
    return { aggregate: expression.aggregate, of: exactKey(expression.of), cellClass: classOf(expression.of, dialect) };
  if (expression.kind !== 'sql') return null;
  if (/^\s*COUNT\s*\(\s*\*\s*\)\s*$/i.test(expression.sql))
    return { aggregate: 'COUNT', of: null, cellClass: { kind: 'integer' } };
  const [, name, of] = /^\s*(SUM|COUNT)\s*\(\s*([a-z_]\w*)\s*\)\s*$/i.exec(expression.sql) ?? [];
  if (name === undefined || of === undefined) return null;
  return { aggregate: name.toUpperCase() === 'SUM' ? 'SUM' : 'COUNT', of: `sql ${of}`, cellClass: opaque };
}

/** What a measure is made of where groups are put together; `null` for what only rows tell. */
const madeOf: Readonly<Record<Aggregate, readonly Aggregate[] | null>> = {
  COUNT: ['COUNT'],
  SUM: ['SUM'],
  MIN: ['MIN'],
  MAX: ['MAX'],
  AVG: ['SUM', 'COUNT'],
  COUNT_DISTINCT: null,
};

/**
 * What is aggregated, and the known measures that it takes; `null` where they do not tell it, whatever their values
 * are.
 */
function readParts<Known extends { readonly expression: Expression }>(
  expression: Expression,
  known: readonly Known[],
  dialect: Dialect,
): { readonly wanted: Read; readonly parts: readonly Known[] } | null {
  const wanted = readAggregate(expression, dialect);
  const names = wanted && madeOf[wanted.aggregate];
  if (!names) return null;
  // Averages of integers and decimals are decimals with digits of their own in PostgreSQL.
  const isDouble =
    wanted.cellClass.kind === 'double' ||
    (wanted.cellClass.kind === 'integer' && dialect.rollUp?.averagesAreDoubles === true);
  if (wanted.aggregate === 'AVG' && !isDouble) return null;
  const parts = names.flatMap(
    (aggregate) =>
      known.find((one) => {
        const read = readAggregate(one.expression, dialect);
        return read !== null && read.aggregate === aggregate && read.of === wanted.of;
      }) ?? [],
  );
  return parts.length === names.length ? { wanted, parts } : null;
}

/** Whether measures of finer groups could tell one of coarser ones, as far as that is known without their values. */
export function mayRollUp(
  expression: Expression,
  known: readonly { readonly expression: Expression }[],
  dialect: Dialect,
): boolean {
  return readParts(expression, known, dialect) !== null;
}

/**
 * A measure of coarser groups from those of finer ones: sums of sums and counts, extremes of extremes, an average from
 * its sum and count.
 *
 * @returns null where the finer values do not tell it exactly; doubles are exact but for the rounding of their order
 */
export function rollUp(
  measure: Measure,
  known: readonly KnownMeasure[],
  groups: Groups,
  dialect: Dialect,
): Column | null {
  const read = readParts(measure.expression, known, dialect);
  const [column, second] = read?.parts.map((one) => one.column) ?? [];
  if (!read || !column) return null;
  const { aggregate, cellClass, of } = read.wanted;
  const counted = known.find(({ expression }) => {
    const part = readAggregate(expression, dialect);
    return part?.aggregate === 'COUNT' && part.of === of;
  });
  const counts = counted?.column ?? null;
  switch (aggregate) {
    case 'COUNT':
      return asColumn(
        measure.label,
        sums(column, { kind: 'integer' }, groups)?.map((sum) => sum ?? 0),
      );
    case 'SUM':
      // Of one group without rows.
      if (
        dialect.rollUp?.sqlOfNothingIsZero === true &&
        measure.expression.kind === 'sql' &&
        groups.count > 0 &&
        groups.rows.length === 0
      )
        return null;
      return asColumn(measure.label, sums(column, cellClass, groups, counts));
    case 'MIN':
    case 'MAX':
      return extreme(measure.label, column, cellClass, aggregate === 'MIN', groups, counts);
    case 'AVG': {
      const totals = sums(column, cellClass, groups, counts);
      const numbers = second ? sums(second, { kind: 'integer' }, groups) : null;
      return totals && numbers
        ? asColumn(
            measure.label,
            totals.map((total, group) => (total === null ? null : total / (numbers[group] ?? 0))),
          )
        : null;
    }
    case 'COUNT_DISTINCT':
      return null;
  }
}

/**
 * Sums by group, `null` for groups without a value; `null` as a whole where numbers cannot hold them exactly.
 *
 * @param counts  How many values each row is the sum of, where that is known
 */
function sums(
  column: Column,
  cellClass: CellClass,
  groups: Groups,
  counts: Column | null = null,
): (number | null)[] | null {
  const unit = cellClass.kind === 'decimal' ? 10 ** cellClass.scale : 1;
  const isExact = cellClass.kind !== 'double';
  const totals: (number | null)[] = Array.from({ length: groups.count }, () => null);
  for (let index = 0; index < groups.rows.length; index += 1) {
    const row = groups.rows[index] ?? 0;
    const cell = cellAt(column, row);
    if (cell === null) {
      // Null or NaN: only integers say which, and a sum takes them in different ways.
      if (cellClass.kind !== 'integer' && (counts === null || cellAt(counts, row) !== 0)) return null;
      continue;
    }
    if (typeof cell !== 'number') return null;
    const units = cellClass.kind === 'decimal' ? Math.round(cell * unit) : cell;
    const group = groups.groupOf[index] ?? 0;
    const total = (totals[group] ?? 0) + units;
    if (
      isExact &&
      (!Number.isSafeInteger(units) || !Number.isSafeInteger(total) || (unit > 1 && Math.abs(total) >= EXACT_UNITS))
    )
      return null;
    if (!Number.isFinite(total)) return null;
    totals[group] = total;
  }
  return unit === 1 ? totals : totals.map((total) => (total === null ? null : total / unit));
}

/** Decimals of more digits come as text. */
const EXACT_UNITS = 1e15;

function extreme(
  label: string,
  column: Column,
  cellClass: CellClass,
  isLeast: boolean,
  groups: Groups,
  counts: Column | null,
): Column | null {
  if (cellClass.kind === 'text' || cellClass.kind === 'boolean' || !isFaithfulBut(column, cellClass, counts))
    return null;
  const best: Cell[] = Array.from({ length: groups.count }, () => null);
  for (let index = 0; index < groups.rows.length; index += 1) {
    const cell = cellAt(column, groups.rows[index] ?? 0);
    const group = groups.groupOf[index] ?? 0;
    const present = best[group] ?? null;
    if (cell === null || typeof cell === 'object') continue;
    if (present === null || (isLeast ? cell < present : cell > present)) best[group] = cell;
  }
  return packedColumn(label, column.kind, best);
}

/** Also where cells are missing that are known to be of no value. */
function isFaithfulBut(column: Column, cellClass: CellClass, counts: Column | null): boolean {
  if (isFaithful(column, cellClass)) return true;
  if (counts === null || (cellClass.kind !== 'double' && cellClass.kind !== 'decimal')) return false;
  for (let row = 0; row < column.values.length; row += 1) {
    const cell = cellAt(column, row);
    const isNone = cell === null && cellAt(counts, row) === 0;
    if (!isNone && !(typeof cell === 'number' && Number.isFinite(cell) && !Object.is(cell, -0))) return false;
  }
  return true;
}

function asColumn(label: string, values: readonly (number | null)[] | null | undefined): Column | null {
  return values
    ? { name: label, kind: 'numeric', values: Float64Array.from(values, (value) => value ?? Number.NaN) }
    : null;
}

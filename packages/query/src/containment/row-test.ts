import type { Cell, Column } from '@tessera/core/table';
import { isMidnight, type Dialect, type Texts } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import type { Bound, Expression, Predicate } from '../structured-query.ts';
import { readGrain } from '../time-grains.ts';
import { everyCell, typeName, type CellClass } from './cells.ts';
import { codesOf } from './column-codes.ts';
import { isGrainStart } from './grain-starts.ts';

/** Longer lists are left to the database. */
const MAX_VALUES = 100;

/** A column of the result by which rows can be distinguished as the database does. */
export type KnownColumn = { readonly expression: Expression; readonly column: Column; readonly cellClass: CellClass };

/** SQL's three truths; `null` is unknown. */
type RowTest = (row: number) => boolean | null;

/** A filter over the columns of a result; `null` where it cannot be decided from them exactly as the database would. */
export function rowTest(predicate: Predicate, columns: readonly KnownColumn[], dialect: Dialect): RowTest | null {
  switch (predicate.kind) {
    case 'true':
      return () => true;
    case 'and':
    case 'or': {
      const parts = predicate.of.map((part) => rowTest(part, columns, dialect));
      const tests = parts.filter((part) => part !== null);
      if (tests.length < parts.length) return null;
      return junction(tests, predicate.kind === 'or');
    }
    case 'not': {
      const test = rowTest(predicate.of, columns, dialect);
      return test && ((row) => not(test(row)));
    }
    case 'time_range':
      return rangeTest(predicate, columns, dialect);
    case 'null':
    case 'boolean':
    case 'in':
    case 'compare': {
      const found = columns.find(({ expression }) => exactKey(expression) === exactKey(predicate.left));
      return (found && columnTest(predicate, found)) ?? binTest(predicate, columns);
    }
    case 'newest':
    case 'hidden_rules':
    case 'guarded':
    case 'sql':
      return null;
  }
}

function junction(tests: readonly RowTest[], decisive: boolean): RowTest {
  const [first, ...others] = tests;
  if (first && others.length === 0) return first;
  return (row) => {
    let unknown = false;
    for (const test of tests) {
      const truth = test(row);
      if (truth === decisive) return decisive;
      if (truth === null) unknown = true;
    }
    return unknown ? null : !decisive;
  };
}

function not(truth: boolean | null): boolean | null {
  return truth === null ? null : !truth;
}

type ColumnPredicate = Predicate & { readonly kind: 'null' | 'boolean' | 'in' | 'compare' };

function columnTest(predicate: ColumnPredicate, { column, cellClass }: KnownColumn): RowTest | null {
  if (predicate.kind === 'null') return byValue(column, (cell) => (cell === null) !== predicate.negated);
  if (predicate.kind === 'boolean')
    return cellClass.kind === 'boolean' ? byValue(column, (cell) => cell === predicate.value) : null;
  const { op, values } =
    predicate.kind === 'in' ? { op: null, values: predicate.values } : { op: predicate.op, values: [predicate.right] };
  if (values.length > MAX_VALUES) return null;
  const wanted = values.flatMap((value) => comparable(value, cellClass) ?? []);
  if (wanted.length < values.length || (cellClass.kind === 'text' && !areAlone(column, wanted, cellClass.texts)))
    return null;
  if (predicate.kind === 'in') {
    const among = new Set<Cell>(wanted.map((value) => plainInteger(value)));
    return byCell(column, (cell) => among.has(plainInteger(cell)) !== predicate.negated);
  }
  const [right] = wanted;
  if (right === undefined) return null;
  if (op === '=' || op === '!=')
    return byCell(column, (cell) => (plainInteger(cell) === plainInteger(right)) === (op === '='));
  // The order of texts is the database's own affair.
  if (cellClass.kind === 'text' || cellClass.kind === 'boolean') return null;
  if (op === '<') return byCell(column, (cell) => cell < right);
  if (op === '<=') return byCell(column, (cell) => cell <= right);
  if (op === '>') return byCell(column, (cell) => cell > right);
  if (op === '>=') return byCell(column, (cell) => cell >= right);
  return null;
}

type Comparable = string | number | bigint | boolean;

/** A comparison with an edge of bins: each bin is wholly on one side of it. */
function binTest(predicate: ColumnPredicate, columns: readonly KnownColumn[]): RowTest | null {
  if (predicate.kind !== 'compare' || predicate.right.kind !== 'value') return null;
  const { op, right } = predicate;
  if (!/^(?:[<>]=?|!?=)$/.test(op)) return null;
  for (const { expression, column } of columns) {
    if (expression.kind !== 'bin' || exactKey(expression.of) !== exactKey(predicate.left)) continue;
    const isInteger = typeof right.value === 'bigint';
    const at = expression.edges.findIndex(
      (edge) => edge.number === (isInteger ? Number(right.value) : right.value) && edge.isInteger === isInteger,
    );
    if (at < 0) continue;
    const own = at * 2 + 1;
    return byCell(column, (bin) => isBeside(Number(bin) - own, op));
  }
  return null;
}

function isBeside(distance: number, op: string): boolean {
  switch (op) {
    case '<':
      return distance < 0;
    case '<=':
      return distance <= 0;
    case '>':
      return distance > 0;
    case '>=':
      return distance >= 0;
    default:
      return (distance === 0) === (op === '=');
  }
}

/** A test of the rows by a column alone: each value is asked about once. */
function byValue(column: Column, truthOf: (cell: Cell) => boolean | null): RowTest {
  const { codeOf, values } = codesOf(column);
  const truths = values.map(truthOf);
  return (row) => truths[codeOf[row] ?? 0] ?? null;
}

/** The same, unknown where there is no value that can be compared. */
function byCell(column: Column, holds: (cell: Comparable) => boolean): RowTest {
  return byValue(column, (cell) => (cell === null || typeof cell === 'object' ? null : holds(cell)));
}

/** One spelling for each number, so that sets find it. */
function plainInteger<T extends Cell>(value: T): T | number {
  return typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value;
}

/** The value as cells of this class hold it; `null` where the database might compare in another way. */
function comparable(bound: Bound, cellClass: CellClass): Comparable | null {
  // In which zone a day begins beside an instant within it is the server's affair.
  if (bound.kind === 'instant') return cellClass.kind === 'time' && isMidnight(bound.epochMs) ? bound.epochMs : null;
  const { value } = bound;
  switch (cellClass.kind) {
    case 'integer':
      return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : null;
    case 'double':
      return typeof value === 'number' && Number.isFinite(value)
        ? value
        : typeof value === 'bigint' && Number.isSafeInteger(Number(value))
          ? Number(value)
          : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'text':
      return typeof value === 'string' && cellClass.texts.plain.test(value) ? value : null;
    case 'decimal':
    case 'time':
    case 'opaque':
      return null;
  }
}

/**
 * Whether no cell but the texts themselves could be taken for one of them by a collation. The column is read once for
 * all of them.
 */
function areAlone(column: Column, wanted: readonly Comparable[], { fold }: Texts): boolean {
  const byFold = new Map<string, Set<Cell>>();
  for (const text of wanted) {
    const folded = fold(String(text));
    byFold.set(folded, (byFold.get(folded) ?? new Set<Cell>()).add(text));
  }
  for (const cell of codesOf(column).values) {
    const alike = typeof cell === 'string' ? byFold.get(fold(cell)) : undefined;
    if (alike && (alike.size > 1 || !alike.has(cell))) return false;
  }
  return true;
}

/** A range of instants over their grain: exact where both ends are the beginning of a bucket. */
function rangeTest(
  predicate: Predicate & { readonly kind: 'time_range' },
  columns: readonly KnownColumn[],
  dialect: Dialect,
): RowTest | null {
  const { since, until, left } = predicate;
  const starts = [since, until].filter((end) => end !== null);
  const found = columns.find(({ expression, cellClass }) => {
    if (cellClass.kind !== 'time') return false;
    if (exactKey(expression) === exactKey(left)) return starts.every(isMidnight);
    if (
      expression.kind !== 'grain' ||
      (expression.zone !== null && expression.zone !== 'UTC') ||
      exactKey(expression.of) !== exactKey(left)
    )
      return false;
    const grain = readGrain(expression.grain);
    return grain !== null && isInstantColumn(left, dialect) && starts.every((start) => isGrainStart(grain, start));
  });
  if (!found) return null;
  // A time that has no bucket, like the day zero of MySQL, may still be before another.
  if (since === null && !everyCell(found.column, (cell) => cell !== null)) return null;
  return byCell(
    found.column,
    (cell) => typeof cell === 'number' && (since === null || cell >= since) && (until === null || cell < until),
  );
}

/** Texts are compared as texts, and not as the times that grains read off them. */
function isInstantColumn(expression: Expression, dialect: Dialect): boolean {
  return dialect.timesAreText !== true && /^(DATE|TIMESTAMP|DATETIME)/.test(typeName(expression, dialect) ?? '');
}

import { AppError } from '@tessera/core/errors/app-error';
import { isUnary, OPERATORS, readOperator, takesList, type Operator } from '@tessera/core/filters/operators';
import type { FilterValue, QueryFilter } from '@tessera/core/query-object';
import type { Bound, Comparison, Expression, Predicate } from '@tessera/query/structured-query';
import { message, messageN } from '@tessera/core/messages';
import { boundsFor, zoneOf, type DatasetColumn, type ResolvedDataset } from '../dataset.ts';
import { limits } from '../limits.ts';
import { columnExpression, findColumn } from './expressions.ts';
import { instantsIn, type Range } from './time.ts';

export type FilterOutcome = {
  readonly predicate: Predicate;
  readonly applied: readonly { readonly column: string }[];
  readonly rejected: readonly { readonly column: string; readonly reason: string }[];
  /** Time ranges by the column that they filter. */
  readonly ranges: ReadonlyMap<string, Range>;
};

/** How filters are read: what a text range means is decided by the clock and zone of the request. */
export type RangeReader = (text: string) => Range;

type Single = string | number | bigint | boolean | null;

/**
 * Filters as API clients send them → one predicate. A filter on a column that the dataset lacks is reported, not
 * applied.
 *
 * @throws AppError incorrect_request, empty_filter_values, invalid_time_range
 */
export function readFilters(
  filters: readonly QueryFilter[],
  dataset: ResolvedDataset,
  readRange: RangeReader,
): FilterOutcome {
  if (filters.length > limits.filters) throw tooMany('filters', limits.filters);
  const values = filters.reduce((sum, { val }) => sum + (Array.isArray(val) ? val.length : 1), 0);
  if (values > limits.allFilterValues) throw tooMany('values in all filters', limits.allFilterValues);
  const parts: Predicate[] = [];
  const applied: { readonly column: string }[] = [];
  const rejected: { readonly column: string; readonly reason: string }[] = [];
  const ranges = new Map<string, Range>();
  for (const filter of filters) {
    const name = typeof filter.col === 'string' ? filter.col : (filter.col.label ?? filter.col.sqlExpression);
    const column = findColumn(dataset, typeof filter.col === 'string' ? filter.col : filter.col.sqlExpression) ?? null;
    if (column === null && typeof filter.col === 'string') {
      rejected.push({ column: name, reason: 'not_in_datasource' });
      continue;
    }
    applied.push({ column: name });
    const left = leftSide(filter, column, dataset);
    const operator = readOperator(filter.op);
    if (operator === null)
      throw new AppError('incorrect_request', {
        reason: message('filters: Must be one of: %(operators)s.', { operators: OPERATORS.join(', ') }),
      });
    if (operator === 'TEMPORAL_RANGE') {
      const range = readRange(String(filter.val ?? 'No filter'));
      ranges.set(name, range);
      parts.push({
        kind: 'time_range',
        left,
        ...boundsFor(range, column, dataset, left.kind === 'grain'),
        columnType: typeOf(left),
      });
    } else {
      // Buckets are named by the clock of the zone already.
      const zone = left.kind === 'grain' ? null : zoneOf(column, dataset);
      parts.push(readOne(operator, filter.val ?? null, left, { column, zone }));
    }
  }
  return { predicate: { kind: 'and', of: parts }, applied, rejected, ranges };
}

function leftSide(filter: QueryFilter, column: DatasetColumn | null, dataset: ResolvedDataset): Expression {
  const base: Expression = column
    ? columnExpression(column)
    : { kind: 'sql', sql: typeof filter.col === 'string' ? '' : filter.col.sqlExpression, type: null };
  return filter.grain && (column === null || column.isTemporal)
    ? { kind: 'grain', grain: filter.grain, of: base, zone: zoneOf(column, dataset) }
    : base;
}

function readOne(
  operator: Exclude<Operator, 'TEMPORAL_RANGE'>,
  given: FilterValue,
  left: Expression,
  side: Side,
): Predicate {
  if (isUnary(operator)) return unary(operator, left);
  if (takesList(operator)) return readList(Array.isArray(given) ? given : [given], operator === 'NOT IN', left, side);
  // Older charts keep one value as a list of one; of several, none may be left out without a word.
  if (Array.isArray(given) && given.length > 1)
    throw new AppError('incorrect_request', {
      reason: message('filters: the operator %(operator)s takes one value', { operator }),
    });
  const value = spoken(Array.isArray(given) ? (given[0] ?? null) : given);
  if (typeof value === 'string' && value.length > limits.valueLength)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'filters: a value is longer than one character',
        'filters: a value is longer than %(count)s characters',
        limits.valueLength,
      ),
    });
  if (
    operator === 'LIKE' ||
    operator === 'NOT LIKE' ||
    operator === 'ILIKE' ||
    operator === 'NOT ILIKE' ||
    operator === 'REGEX'
  ) {
    return {
      kind: 'compare',
      op: operator,
      left,
      right: { kind: 'value', value: checkPattern(value === null ? '' : String(value)) },
    };
  }
  const bounds = value === null ? [] : boundsOf(value, side);
  // Of an hour that comes twice: what is later than it is later than both.
  const [bound] = operator === '>' || operator === '<=' ? bounds.slice(-1) : bounds;
  if (bound === undefined) {
    if (operator === '!=') return { kind: 'null', left, negated: true };
    // Nothing is greater or less than a value that is not there, and nothing equals one that the column cannot hold.
    return operator === '==' && value === null ? { kind: 'null', left, negated: false } : nothing;
  }
  if (bounds.length > 1 && (operator === '==' || operator === '!='))
    return { kind: 'in', left, values: bounds, negated: operator === '!=' };
  return { kind: 'compare', op: (operator === '==' ? '=' : operator) as Comparison, left, right: bound };
}

/** No row at all. */
const nothing: Predicate = { kind: 'or', of: [] };

function unary(operator: Operator, left: Expression): Predicate {
  if (operator === 'IS NULL' || operator === 'IS NOT NULL')
    return { kind: 'null', left, negated: operator === 'IS NOT NULL' };
  if (operator === 'LATEST PARTITION') return { kind: 'newest', left };
  return { kind: 'boolean', left, value: operator === 'IS TRUE' };
}

function readList(given: readonly Single[], negated: boolean, left: Expression, side: Side): Predicate {
  if (given.length === 0) throw new AppError('empty_filter_values', {});
  if (given.length > limits.filterValues) throw tooMany('values in a filter', limits.filterValues);
  const wanted = given.map(spoken);
  const values = wanted.filter((value) => value !== null);
  // What the column cannot hold is among its values nowhere.
  const present = values.flatMap((value) => boundsOf(value, side));
  const parts: Predicate[] = [];
  // As with every value that no row has: "not among" leaves the rows that have a value.
  if (values.length < wanted.length || (negated && present.length === 0)) parts.push({ kind: 'null', left, negated });
  if (present.length > 0) parts.push({ kind: 'in', left, values: present, negated });
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: negated ? 'and' : 'or', of: parts };
}

/** The words that stand for null and empty text in menus ([9.0-21]). */
function spoken(value: Single): Single {
  if (value === '<NULL>') return null;
  return value === '<empty string>' ? '' : value;
}

/** What values are compared with, and the zone whose clock their texts are of. */
type Side = { readonly column: DatasetColumn | null; readonly zone: string | null };

/** The same as `boundFor`: none where nothing equals it, two for an hour that comes twice. */
function boundsOf(value: Exclude<Single, null>, { column, zone }: Side): readonly Bound[] {
  const bound = boundFor(value, column);
  if (bound?.kind !== 'instant' || typeof value === 'bigint') return bound === null ? [] : [bound];
  return instantsIn(zone, value).map((epochMs) => ({ ...bound, epochMs }));
}

/** The value in the column's own kind; `null` where no value of the column can equal it (text against a number). */
export function boundFor(value: Exclude<Single, null>, column: DatasetColumn | null): Bound | null {
  if (column === null) return asGiven(value);
  if (column.isTemporal) {
    const [epochMs] = instantsIn(null, typeof value === 'bigint' ? Number(value) : value);
    return epochMs === undefined
      ? { kind: 'value', value }
      : { kind: 'instant', epochMs, columnType: column.timeFormat ?? column.type };
  }
  if (isUntyped(column)) return (column.kind === 'numeric' ? numeric(value, false) : null) ?? asGiven(value);
  if (column.kind === 'numeric') return numeric(value, /^(decimal|numeric)/i.test(column.type ?? ''));
  if (column.kind === 'boolean') {
    const flag = booleanOf(value);
    return flag === null ? null : { kind: 'value', value: flag };
  }
  return { kind: 'value', value: String(value) };
}

/**
 * Whether nobody knows what the values are: a calculated column without a type, an expression of a SQLite file. Its
 * kind says at most what its first values are.
 */
function isUntyped({ type, kind }: DatasetColumn): boolean {
  return kind !== 'boolean' && (type === null || type.trim() === '');
}

/** A number as a number and a text as a text: the database knows what it compares them with. */
function asGiven(value: Exclude<Single, null>): Bound {
  if (typeof value === 'bigint') return { kind: 'value', value: boundInteger(String(value)) };
  return { kind: 'value', value: Number.isSafeInteger(value) ? BigInt(value) : value };
}

const MAX_DIGITS = 100;

/** `isExact`: the column holds decimals, which compare digit by digit. */
function numeric(value: string | number | bigint | boolean, isExact: boolean): Bound | null {
  if (typeof value === 'boolean') return { kind: 'value', value: value ? 1n : 0n };
  const text = String(value).trim();
  if (/^[-+]?\d+$/.test(text)) {
    return { kind: 'value', value: boundInteger(text) };
  }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  // More digits than a double holds stay text; the database reads them exactly.
  return { kind: 'value', value: isExact && text.replace(/\D/g, '').length > 15 && !/e/i.test(text) ? text : number };
}

/** What is wider than the integers of a database is its dialect's affair; nothing has a hundred digits. */
function boundInteger(digits: string): bigint | number {
  return digits.length <= MAX_DIGITS ? BigInt(digits.replace(/^\+/, '')) : Number(digits);
}

function booleanOf(value: string | number | bigint | boolean): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = String(value).trim().toLowerCase();
  if (['true', 't', '1', 'yes'].includes(text)) return true;
  return ['false', 'f', '0', 'no'].includes(text) ? false : null;
}

function checkPattern(pattern: string): string {
  if (pattern.length > limits.patternLength)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'filters: a pattern is longer than one character',
        'filters: a pattern is longer than %(count)s characters',
        limits.patternLength,
      ),
    });
  if (pattern.replace(/[^%*+{]/g, '').length > limits.patternWildcards)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'filters: a pattern has more than one wildcard',
        'filters: a pattern has more than %(count)s wildcards',
        limits.patternWildcards,
      ),
    });
  return pattern;
}

function typeOf(expression: Expression): string | null {
  return 'type' in expression ? expression.type : null;
}

function tooMany(what: string, most: number): AppError<'incorrect_request'> {
  return new AppError('incorrect_request', {
    reason: message('there are too many %(what)s; at most %(most)s are allowed', { what, most }),
  });
}

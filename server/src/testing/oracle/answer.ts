import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from '@tessera/core/query-object';
import { type Name, type Row, ROWS, type Value } from './rows.ts';
import type { FilterSpec, RawSpec, Spec } from './specs.ts';

// What a question should be answered, in plain loops over rows in memory. Nothing here is shared with what plans,
// prints, caches or reads queries.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const down = (ms: number, width: number, origin: number) => Math.floor((ms - origin) / width) * width + origin;
const [SUNDAY, MONDAY] = [-4 * DAY, -3 * DAY];
const onCalendar = (ms: number, months: number) =>
  Date.UTC(new Date(ms).getUTCFullYear(), Math.floor(new Date(ms).getUTCMonth() / months) * months);
const buckets: Readonly<Record<string, (ms: number) => number>> = {
  PT1H: (ms) => down(ms, HOUR, 0),
  P1D: (ms) => down(ms, DAY, 0),
  P1W: (ms) => down(ms, 7 * DAY, MONDAY),
  '1969-12-28T00:00:00Z/P1W': (ms) => down(ms, 7 * DAY, SUNDAY),
  'P1W/1970-01-03T00:00:00Z': (ms) => down(ms, 7 * DAY, SUNDAY) + 6 * DAY,
  P1M: (ms) => onCalendar(ms, 1),
  P3M: (ms) => onCalendar(ms, 3),
  P1Y: (ms) => onCalendar(ms, 12),
};

type Dimension = { readonly label: string; readonly column: QueryColumn; readonly of: (row: Row) => Value };
const written = (label: string, sqlExpression: string, of: (row: Row) => Value): Dimension => ({
  label,
  column: { expressionType: 'SQL', sqlExpression, label },
  of,
});
const adhoc: Readonly<Record<string, Dimension>> = {
  third: written('third', 'n % 3', ({ n }) => (n === null ? null : (n % 3) + 0)),
  shout: written('shout', "c || '!'", ({ c }) => (c === null ? null : `${c}!`)),
  sign: written('sign', "CASE WHEN n > 0 THEN 'pos' WHEN n < 0 THEN 'neg' END", ({ n }) =>
    n === null || n === 0 ? null : n > 0 ? 'pos' : 'neg',
  ),
};

function dimensionsOf({ dims, grain }: Spec): readonly Dimension[] {
  const plain = dims.map(
    (name): Dimension => adhoc[name] ?? { label: name, column: name, of: (row) => row[name as Name] },
  );
  const bucket = grain === null ? undefined : buckets[grain];
  if (grain === null || !bucket) return plain;
  return [
    {
      label: 'ts',
      column: { expressionType: 'SQL', columnType: 'BASE_AXIS', sqlExpression: 'ts', label: 'ts', timeGrain: grain },
      of: ({ ts }) => (ts === null ? null : bucket(ts)),
    },
    ...plain,
  ];
}

type Metric = { readonly label: string; readonly metric: QueryMetric; readonly of: (rows: readonly Row[]) => Value };

/** Exact sums of numbers, whatever they travel as. */
function sumOf(values: readonly (number | bigint)[]): number | bigint | null {
  if (values.length === 0) return null;
  if (typeof values[0] !== 'bigint') return values.reduce<number>((sum, value) => sum + Number(value), 0);
  return values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n);
}

const aggregates: Readonly<Record<string, (values: readonly NonNullable<Value>[]) => Value>> = {
  SUM: (values) => sumOf(values as readonly (number | bigint)[]),
  AVG: (values) => (values.length === 0 ? null : Number(sumOf(values as readonly (number | bigint)[])) / values.length),
  MIN: (values) => values.toSorted(compare)[0] ?? null,
  MAX: (values) => values.toSorted(compare).at(-1) ?? null,
  COUNT: (values) => values.length,
  COUNT_DISTINCT: (values) => new Set(values).size,
};

const savedAndWritten: Readonly<Record<string, Metric>> = {
  count: { label: 'count', metric: 'count', of: (rows) => rows.length },
  balance: {
    label: 'balance',
    metric: { expressionType: 'SQL', sqlExpression: 'SUM(n) + COUNT(*)', label: 'balance' },
    of: (rows) => {
      const sum = sumOf(present(rows, 'n') as readonly number[]);
      return sum === null ? null : Number(sum) + rows.length;
    },
  },
  positives: {
    label: 'positives',
    metric: { expressionType: 'SQL', sqlExpression: 'COUNT(CASE WHEN n > 0 THEN 1 END)', label: 'positives' },
    of: (rows) => rows.filter(({ n }) => n !== null && n > 0).length,
  },
};

function present(rows: readonly Row[], name: Name): readonly NonNullable<Value>[] {
  return rows.flatMap((row) => row[name] ?? []);
}

function metricOf(name: string): Metric {
  const known = savedAndWritten[name];
  if (known) return known;
  const [aggregate = '', column = ''] = name.split(' ');
  const metric = { expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label: name } as QueryMetric;
  return { label: name, metric, of: (rows) => aggregates[aggregate]?.(present(rows, column as Name)) ?? null };
}

/**
 * Order of values: numbers by size, flags with false first, texts by code points, nulls behind all in either direction.
 */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a !== 'string' || typeof b !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function directed(a: Value, b: Value, ascending: boolean): number {
  return a === null || b === null || ascending ? compare(a, b) : compare(b, a);
}

/** Three truths: null is unknown. */
type Truth = boolean | null;
const texts = new Set<string>(['t', 'c']);
const times = new Set<string>(['ts', 'day']);
const utc = (text: string) => Date.parse(text.length === 10 ? text : `${text.replace(' ', 'T')}Z`);

/** A value of a filter in the kind of its column; null for null, and for what no value of the column can equal. */
function valueFor(col: FilterSpec['col'], value: string | number | boolean | null): Value {
  if (value === null || value === '<NULL>') return null;
  if (col === 'third') return Number(value);
  if (texts.has(col)) return value === '<empty string>' ? '' : String(value);
  if (times.has(col)) return utc(String(value));
  if (col === 'flag') return value === true || value === 'true';
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return null;
  return col === 'big' ? BigInt(String(value)) : Number(value);
}

function isMatched(text: string, pattern: string, overlooksCase: boolean): boolean {
  const source = Array.from(pattern, (char) =>
    char === '%' ? '.*' : char === '_' ? '.' : char.replace(/[.*+?^${}()|[\]\\]/, '\\$&'),
  ).join('');
  return new RegExp(`^${source}$`, overlooksCase ? 'isu' : 'su').test(text);
}

export function truthOf({ col, op, val }: FilterSpec, row: Row): Truth {
  const cell = col === 'third' ? (adhoc['third']?.of(row) ?? null) : row[col];
  if (op === 'IS NULL' || op === 'IS NOT NULL') return (cell === null) === (op === 'IS NULL');
  if (op === 'IS TRUE' || op === 'IS FALSE') return cell === (op === 'IS TRUE');
  if (op === 'TEMPORAL_RANGE') {
    if (typeof val !== 'string' || val === 'No filter') return true;
    const [since = '', until = ''] = val.split(' : ').map((end) => end.trim());
    const [from, to] = [since === '' ? null : utc(since), until === '' ? null : utc(until)];
    return cell === null ? null : (from === null || Number(cell) >= from) && (to === null || Number(cell) < to);
  }
  if (op.endsWith('LIKE'))
    return cell === null
      ? null
      : isMatched(String(cell), typeof val === 'string' ? val : '', op.endsWith('ILIKE')) === !op.startsWith('NOT');
  const wanted = (typeof val === 'object' && val !== null ? val : [val ?? null]).map((one) => valueFor(col, one));
  const values = wanted.filter((value) => value !== null);
  if (op === 'IN')
    return cell === null ? values.length < wanted.length : values.some((value) => compare(cell, value) === 0);
  if (op === 'NOT IN') return cell !== null && !values.some((value) => compare(cell, value) === 0);
  const [right = null] = wanted;
  // A value that nothing equals asks for nulls, and nothing is greater or less.
  if (right === null) return op === '==' ? cell === null : op === '!=' ? cell !== null : false;
  if (cell === null) return null;
  const order = compare(cell, right);
  return op === '=='
    ? order === 0
    : op === '!='
      ? order !== 0
      : op === '<'
        ? order < 0
        : op === '<='
          ? order <= 0
          : op === '>'
            ? order > 0
            : order >= 0;
}

const less = (a: number | null, b: number): Truth => (a === null ? null : a < b);
const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const or = (...truths: readonly Truth[]): Truth => truths.includes(true) || (truths.includes(null) ? null : false);
const wheres: Readonly<Record<string, (row: Row) => Truth>> = {
  '': () => true,
  'n > 0': ({ n }) => less(n === null ? null : -n, 0),
  "c = 'alpha' OR d < 100": ({ c, d }) => or(c === null ? null : c === 'alpha', less(d, 100)),
  'NOT (n > 5)': ({ n }) => not(less(n === null ? null : -n, -5)),
  't IS NULL OR x >= 0': ({ t, x }) => or(t === null, not(less(x, 0))),
};
const number = (value: Value): number | null => (value === null ? null : Number(value));
const havings: Readonly<Record<string, (rows: readonly Row[]) => Truth>> = {
  '': () => true,
  'COUNT(*) > 2': (rows) => rows.length > 2,
  'SUM(n) > 0': (rows) => {
    const sum = number(metricOf('SUM n').of(rows));
    return sum === null ? null : sum > 0;
  },
  'MAX(x) < 100 OR COUNT(n) = 1': (rows) =>
    or(less(number(metricOf('MAX x').of(rows)), 100), present(rows, 'n').length === 1),
};

/** Filters as requests have them. */
export function requested(filters: readonly FilterSpec[]): QueryFilter[] {
  return filters.map(({ col, op, val }) => ({
    col: adhoc[col]?.column ?? col,
    op,
    ...(val !== undefined && { val: typeof val === 'object' && val !== null ? [...val] : val }),
  }));
}

export const rowsOfFilters = (filters: readonly FilterSpec[], where = ''): readonly Row[] =>
  ROWS.filter((row) => wheres[where]?.(row) === true && filters.every((filter) => truthOf(filter, row) === true));

type Group = { readonly keys: readonly Value[]; readonly rows: readonly Row[] };

function groupsOf(rows: readonly Row[], keysOf: (row: Row) => readonly Value[]): readonly Group[] {
  const groups = new Map<string, { readonly keys: readonly Value[]; readonly rows: Row[] }>();
  for (const row of rows) {
    const keys = keysOf(row);
    const id = keys.map((key) => `${typeof key} ${String(key)}`).join('\u0000');
    const group = groups.get(id) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()];
}

export type Question = {
  readonly request: QueryObject;
  readonly names: readonly string[];
  readonly rows: readonly (readonly Value[])[];
};

/** A question of groups: its request, and the rows that answer it in their order. */
export function groupedQuestion(spec: Spec): Question {
  const dimensions = dimensionsOf(spec);
  const metrics = spec.metrics.map(metricOf);
  const names = [...dimensions, ...metrics].map(({ label }) => label);
  const order = [
    ...new Map(
      spec.order.flatMap(({ at, ascending }) => (names[at] === undefined ? [] : [[at, ascending] as const])),
    ).entries(),
  ];
  const series = seriesOf(spec, dimensions);
  const [first] = metrics;
  const seriesMetric =
    spec.series?.metric === null || spec.series?.metric === undefined
      ? first
      : metricOf(METRIC_NAMES[spec.series.metric] ?? 'count');
  const request: QueryObject = {
    columns: dimensions.map(({ column }) => column),
    metrics: metrics.map(({ metric }) => metric),
    filters: requested(spec.filters),
    orderby: order.map(([at, ascending]) => [
      at < dimensions.length ? (dimensions[at]?.column ?? '') : (metrics[at - dimensions.length]?.metric ?? ''),
      ascending,
    ]),
    row_limit: spec.limit,
    row_offset: spec.offset,
    extras: { where: spec.where, having: spec.having },
    ...(spec.series &&
      series.length > 0 && {
        series_columns: series.map(({ column }) => column),
        series_limit: spec.series.limit,
        order_desc: spec.series.descending,
        group_others_when_limit_reached: spec.series.others,
        ...(spec.series.metric !== null && seriesMetric && { series_limit_metric: seriesMetric.metric }),
      }),
  };

  const isStored = (rows: readonly Row[]) => havings[spec.having]?.(rows) === true;
  const asked = rowsOfFilters(spec.filters, spec.where);
  const top =
    spec.series === null || series.length === 0 || !seriesMetric
      ? null
      : groupsOf(asked, (row) => series.map(({ of }) => of(row)))
          .filter(({ rows }) => isStored(rows))
          .map((group) => ({ ...group, by: seriesMetric.of(group.rows) }))
          .toSorted((a, b) => directed(a.by, b.by, spec.series?.descending === false) || compareAll(a.keys, b.keys))
          .slice(0, spec.series.limit);
  const isTop = (row: Row) =>
    top === null ||
    top.some(
      ({ keys }) =>
        compareAll(
          keys,
          series.map(({ of }) => of(row)),
        ) === 0,
    );
  const others = spec.series?.others === true && series.length > 0;
  const keyOf = (row: Row) =>
    dimensions.map((dimension) => (others && !isTop(row) && series.includes(dimension) ? 'Others' : dimension.of(row)));
  const kept = others ? asked : asked.filter(isTop);
  const groups = dimensions.length === 0 ? [{ keys: [], rows: kept }] : groupsOf(kept, keyOf);
  const cells = groups
    .filter(({ rows }) => isStored(rows))
    .map(({ keys, rows }) => [...keys, ...metrics.map(({ of }) => of(rows))]);
  cells.sort((a, b) => {
    for (const [at, ascending] of [...order, ...dimensions.map((_, index) => [index, true] as const)]) {
      const sign = directed(a[at] ?? null, b[at] ?? null, ascending);
      if (sign !== 0) return sign;
    }
    return 0;
  });
  // Others are made of all rows: the limit is that of the series.
  return { request, names, rows: others ? cells : cells.slice(spec.offset, spec.offset + spec.limit) };
}

const METRIC_NAMES = ['count', 'SUM n', 'SUM x', 'MAX x', 'COUNT t', 'AVG n'] as const;

/** Series are of texts and flags that are texts once the others are beside them. */
function seriesOf({ series }: Spec, dimensions: readonly Dimension[]): readonly Dimension[] {
  return series === null
    ? []
    : dimensions.filter(({ label }) => ['c', 't', 'sign', 'shout'].includes(label)).slice(0, series.columns);
}

function compareAll(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const order = compare(value, b[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** A question of rows as they are. */
export function rawQuestion({ columns, filters, order, limit, offset }: RawSpec): Question {
  const names = ['id', ...columns];
  const rows = rowsOfFilters(filters)
    .toSorted((a, b) => directed(a[order.by], b[order.by], order.ascending) || a.id - b.id)
    .slice(offset, offset + limit);
  const request: QueryObject = {
    columns: names,
    filters: requested(filters),
    orderby: [
      [order.by, order.ascending],
      ['id', true],
    ],
    row_limit: limit,
    row_offset: offset,
  };
  return { request, names, rows: rows.map((row) => names.map((name) => row[name as Name])) };
}

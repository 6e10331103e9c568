import * as fc from 'fast-check';
import { rowsOf, type Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type {
  Bound,
  Dimension,
  Expression,
  Measure,
  Predicate,
  Source,
  StructuredQuery,
} from '@tessera/query/structured-query';
import { normalise } from '../chart-data/resolve/normalise.ts';
import type { Births } from './engines/births.ts';

/** A query of all rows and no columns, without its source: tests add what they are about. */
export const bareQuery: Omit<StructuredQuery, 'source'> = {
  dimensions: [],
  measures: [],
  where: { kind: 'true' },
  having: { kind: 'true' },
  security: { kind: 'true' },
  orderBy: [],
  seriesLimit: null,
  limit: null,
  offset: 0,
  rowCountOnly: false,
};

/** The births with a nullable integer, a double and a decimal beside what they have. */
export const source: Source = {
  kind: 'sql',
  sql:
    'SELECT ds, gender, name, state, num, is_boy, CASE WHEN num % 3 = 0 THEN NULL ELSE num END AS gap, CAST(num ' +
    'AS DOUBLE PRECISION) / 8 AS ratio, CAST(num * 0.25 AS DECIMAL(12,2)) AS price FROM main.birth_names',
};

export const value = (one: string | number | bigint | boolean): Bound => ({ kind: 'value', value: one });
export const column = (name: string, type: string): Extract<Expression, { readonly kind: 'column' }> => ({
  kind: 'column',
  name,
  type,
});
const grain = (of: string): Expression => ({ kind: 'grain', grain: of, of: column('ds', 'TIMESTAMP'), zone: null });

export const dimensions: readonly Dimension[] = [
  { label: 'gender', expression: column('gender', 'VARCHAR') },
  { label: 'name', expression: column('name', 'VARCHAR') },
  { label: 'state', expression: column('state', 'VARCHAR') },
  { label: 'is_boy', expression: column('is_boy', 'BOOLEAN') },
  { label: 'num', expression: column('num', 'BIGINT') },
  { label: 'gap', expression: column('gap', 'BIGINT') },
  { label: 'day', expression: grain('P1D') },
  { label: 'month', expression: grain('P1M') },
  { label: 'year', expression: grain('P1Y') },
  { label: 'seven', expression: { kind: 'sql', sql: 'num % 7', type: null } },
  { label: 'all', expression: { kind: 'sql', sql: "'all'", type: null } },
  { label: 'ninety', expression: { kind: 'sql', sql: '(90)', type: null } },
];

/** Labels of the dimensions that are times. */
export const timeLabels: ReadonlySet<string> = new Set(['day', 'month', 'year']);

const aggregated = (['num', 'gap', 'ratio', 'price'] as const).flatMap((name): readonly Measure[] => {
  const of = column(name, name === 'ratio' ? 'DOUBLE PRECISION' : name === 'price' ? 'DECIMAL(12,2)' : 'BIGINT');
  return (['SUM', 'COUNT', 'MIN', 'MAX', 'AVG', 'COUNT_DISTINCT'] as const).map((aggregate) => ({
    label: `${aggregate}(${name})`,
    expression: { kind: 'aggregate', aggregate, of },
  }));
});
export const measures: readonly Measure[] = [
  ...aggregated,
  { label: 'rows', expression: { kind: 'count_rows' } },
  { label: 'total', expression: { kind: 'sql', sql: 'SUM(num)', type: null } },
  { label: 'share', expression: { kind: 'sql', sql: 'SUM(num) / COUNT(*)', type: null } },
];

const anyFilter: fc.Arbitrary<Predicate> = fc.constantFrom<Predicate>(
  { kind: 'true' },
  { kind: 'sql', sql: 'num > 500' },
  { kind: 'in', left: column('name', 'VARCHAR'), values: [value('Amy'), value("O'Brien")], negated: false },
  {
    kind: 'time_range',
    left: column('ds', 'TIMESTAMP'),
    since: Date.UTC(1970, 0, 1),
    until: null,
    columnType: 'TIMESTAMP',
  },
  { kind: 'compare', op: '<', left: column('num', 'BIGINT'), right: value(0n) },
  { kind: 'in', left: column('gender', 'VARCHAR'), values: [value('boy')], negated: false },
  {
    kind: 'and',
    of: [
      { kind: 'compare', op: '=', left: column('name', 'VARCHAR'), right: value("O'Brien") },
      { kind: 'compare', op: '=', left: column('gender', 'VARCHAR'), right: value('nobody') },
    ],
  },
);

/** Aggregate queries of all shapes over `source`. */
export const anyQuery: fc.Arbitrary<StructuredQuery> = fc
  .record({
    dimensions: fc.subarray([...dimensions], { maxLength: 5 }),
    measures: fc.oneof(
      fc.subarray([...measures], { minLength: 1, maxLength: 6 }),
      fc.constant(measures.filter((one) => /SUM|COUNT|rows/.test(one.label))),
      fc.subarray(
        measures.filter((one) => /^(SUM|COUNT|MIN|MAX)\(|^rows/.test(one.label)),
        { minLength: 1, maxLength: 6 },
      ),
    ),
    where: anyFilter,
    security: fc.constantFrom<Predicate>({ kind: 'true' }, { kind: 'sql', sql: "state = 'CA'", isRule: true }),
    having: fc.constantFrom<Predicate>({ kind: 'true' }, { kind: 'true' }, { kind: 'sql', sql: 'COUNT(*) > 3' }),
    order: fc.array(fc.tuple(fc.nat(12), fc.boolean()), { maxLength: 2 }),
    limit: fc.option(fc.integer({ min: 1, max: 40 })),
    series: fc.option(
      fc.record({
        limit: fc.integer({ min: 1, max: 3 }),
        by: fc.constantFrom(...measures.map((one) => one.expression)),
        descending: fc.boolean(),
      }),
    ),
    rowCountOnly: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  })
  .map(({ order, series, limit, ...query }): StructuredQuery => {
    const selected = [...query.dimensions, ...query.measures];
    const orderBy = order.map(([at, ascending]) => ({
      by: { label: selected[at % selected.length]?.label ?? '' },
      ascending,
    }));
    const labels = query.dimensions
      .filter((one) => ['gender', 'name', 'state'].includes(one.label))
      .map((one) => one.label);
    return {
      ...query,
      source,
      orderBy,
      limit,
      offset: 0,
      seriesLimit: series && labels.length > 0 ? { ...series, dimensions: labels, groupOthers: false } : null,
    };
  });

/** What some databases call the types of these columns, where that is not what most of them say. */
const ownTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clickhouse: {
    ds: "DateTime64(3, 'UTC')",
    gender: 'LowCardinality(String)',
    name: 'Nullable(String)',
    state: 'String',
    num: 'Int64',
    gap: 'Nullable(Int64)',
    is_boy: 'Bool',
    ratio: 'Float64',
    price: 'Decimal(12, 2)',
  },
  trino: { ds: 'TIMESTAMP(3)', gender: 'VARCHAR(16)', name: 'VARCHAR(255)', state: 'VARCHAR(10)', ratio: 'DOUBLE' },
  mysql: {
    ds: 'datetime',
    gender: 'varchar(16)',
    name: 'varchar(255)',
    state: 'varchar(10)',
    num: 'bigint(20)',
    gap: 'bigint(20)',
    is_boy: 'tinyint(1)',
    ratio: 'double',
    price: 'decimal(12,2)',
  },
  sqlite: { ds: 'DATETIME', gender: 'VARCHAR(16)', name: 'VARCHAR(255)', state: 'VARCHAR(10)' },
};

/** The query with the types of its columns as this database names them. */
export function typedFor(query: StructuredQuery, dialect: string): StructuredQuery {
  const types = ownTypes[dialect] ?? {};
  const typed = (value: object): unknown => {
    const { kind, name, left } = value as {
      readonly kind?: unknown;
      readonly name?: unknown;
      readonly left?: { readonly name?: string };
    };
    if (kind === 'column' && typeof name === 'string' && types[name] !== undefined)
      return { ...value, type: types[name] };
    return kind === 'time_range' ? { ...value, columnType: types[left?.name ?? ''] ?? 'TIMESTAMP' } : value;
  };
  const from = query.source;
  // Older versions of MySQL cast to no doubles.
  const own: Source =
    from.kind === 'sql' && dialect === 'mysql'
      ? { ...from, sql: from.sql.replace('CAST(num AS DOUBLE PRECISION)', 'num * 1e0') }
      : from;
  return deep({ ...query, source: own }, typed) as StructuredQuery;
}

function deep(value: unknown, change: (value: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deep(one, change)])));
}

/** The rows of a structured query as the pipeline reads them. */
export async function runStructured({ engine, dataset }: Births, query: StructuredQuery): Promise<Table> {
  const compiled = compile(query, dialectOf(dataset.dialect));
  const { table } = await engine.run(compiled, {
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    maxRows: 100_000,
  });
  return normalise(table, compiled.labels, { temporal: timeLabels, epochSeconds: new Set(), numeric: new Set() });
}

/**
 * The cells of each row as text, in which integers of any size differ from doubles; rows without an order in a fixed
 * one.
 *
 * @param digits  Of doubles: fewer than all where they depend on the order of adding
 */
export function rowTexts(table: Table, isOrdered: boolean, digits = 17): readonly string[] {
  const names = [...table.columns.keys()];
  const rows = rowsOf(table).map((row) =>
    JSON.stringify(
      names.map((name) => row[name]),
      (_, cell: unknown) =>
        typeof cell === 'bigint'
          ? `${cell}n`
          : typeof cell === 'number' && !Number.isInteger(cell)
            ? cell.toPrecision(digits)
            : cell,
    ),
  );
  return isOrdered ? rows : rows.toSorted();
}

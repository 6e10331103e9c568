import { doubleQuoted } from '@tessera/core/sql-writing';

export const aggregates = ['sum', 'count', 'distinct', 'avg', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

export type Pivot = {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Null counts the rows. */
  readonly value: string | null;
  readonly aggregate: Aggregate;
};

/** More groups than these are no table that anybody reads. */
export const MAX_GROUPS = 20_000;

/** Name of the value in the answer; no dimension has it. */
export function valueLabel({ rows, columns, value, aggregate }: Pivot): string {
  const wanted = value === null ? 'count' : `${aggregate}(${value})`;
  return [...rows, ...columns].includes(wanted) ? `${wanted} ` : wanted;
}

/** The question of a pivot table over the table `result`. */
export function pivotSql(pivot: Pivot): string {
  const dimensions = [...new Set([...pivot.rows, ...pivot.columns])].map(doubleQuoted);
  const cell = `${aggregateSql(pivot)} AS ${doubleQuoted(valueLabel(pivot))}`;
  const groups =
    dimensions.length === 0 ? '' : `\nGROUP BY ${dimensions.join(', ')}\nORDER BY ${dimensions.join(', ')}`;
  return `SELECT ${[...dimensions, cell].join(', ')}\nFROM result${groups}\nLIMIT ${MAX_GROUPS}`;
}

function aggregateSql({ value, aggregate }: Pivot): string {
  if (value === null) return 'count(*)';
  const of = doubleQuoted(value);
  return aggregate === 'distinct' ? `count(DISTINCT ${of})` : `${aggregate}(${of})`;
}

/** Whether the cells of a pivot table add up to its totals. */
export function hasTotals({ value, aggregate }: Pivot): boolean {
  return value === null || aggregate === 'sum' || aggregate === 'count';
}

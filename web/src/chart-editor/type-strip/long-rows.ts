import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { ownValue } from '@tessera/core/own-value';
import type { QueryColumn, QueryMetric, QueryObject } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import { type Cell, cellAt, type ColumnKind, numberAt } from '@tessera/core/table';
import type { QueryResult } from '@tessera/viz/define';

/** Rows as a database would give them: one for each combination of dimensions, a column for each metric. */
export type LongRows = {
  readonly dimensions: readonly string[];
  /** What each dimension was asked as: another time grain makes other rows. */
  readonly asked: ReadonlyMap<string, string>;
  readonly metrics: readonly string[];
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  readonly rows: readonly LongRow[];
};
export type LongRow = { readonly keys: readonly Cell[]; readonly values: readonly (number | null)[] };

/** More than a picture of a few hundred pixels can show. */
const MAX_ROWS = 1200;

/** The rows behind an answer, also where they came as one column per series; null where that is not known. */
export function longRows(query: QueryObject, { table, labelMap }: QueryResult): LongRows | null {
  const columns = query.columns ?? [];
  const dimensions = columns.map(columnLabel);
  const metrics = (query.metrics ?? []).map(labelOfMetric);
  const kinds = new Map<string, ColumnKind>();
  for (const name of dimensions) kinds.set(name, table.columns.get(name)?.kind ?? 'string');
  const asked = new Map(
    columns.map((column) => [columnLabel(column), askedAs(column, kinds.get(columnLabel(column)))] as const),
  );
  const pivot = query.post_processing?.find((step) => step?.operation === 'pivot');
  const rows = pivot ? spreadRows(dimensions, metrics, table, labelMap) : plainRows(dimensions, metrics, table);
  return rows && { dimensions, asked, metrics, kinds, rows };
}

export function labelOfMetric(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric;
  return 'expressionType' in metric ? metricLabel(metric) : metric.label;
}

/** What distinguishes rows of one column from those of the same column with another grain, which only times have. */
export function askedAs(column: QueryColumn, kind: ColumnKind | undefined): string {
  if (typeof column === 'string') return stableJson([column, null]);
  return stableJson([column.sqlExpression, kind === 'temporal' ? (column.timeGrain ?? null) : null]);
}

function plainRows(
  dimensions: readonly string[],
  metrics: readonly string[],
  table: QueryResult['table'],
): readonly LongRow[] | null {
  const keys = dimensions.map((name) => table.columns.get(name));
  const values = metrics.map((name) => table.columns.get(name));
  if (![...keys, ...values].every((column) => column !== undefined)) return null;
  return sampled(table.rowCount).map((row) => ({
    keys: keys.map((column) => (column ? cellAt(column, row) : null)),
    values: values.map((column) => numberAt(column, row)),
  }));
}

/** Each cell of a series is a row again: its column says which values of the dimensions it stands for. */
function spreadRows(
  dimensions: readonly string[],
  metrics: readonly string[],
  table: QueryResult['table'],
  labelMap: QueryResult['labelMap'],
): readonly LongRow[] | null {
  const [index, ...series] = dimensions;
  const axis = index === undefined ? undefined : table.columns.get(index);
  if (!axis) return null;
  const spread = [...table.columns.values()].flatMap((column) => {
    const place = column === axis ? null : placeOf(ownValue(labelMap, column.name) ?? [column.name], metrics, series);
    return place ? [{ column, ...place }] : [];
  });
  if (spread.length === 0) return null;
  const rows = new Map<string, { readonly keys: readonly Cell[]; readonly values: (number | null)[] }>();
  const shown = sampled(table.rowCount, Math.max(1, Math.floor(MAX_ROWS / spread.length)));
  for (const row of shown) {
    for (const { column, metric, names } of spread) {
      const value = numberAt(column, row);
      if (value === null) continue;
      const keys = [cellAt(axis, row), ...names];
      const id = `${row} ${JSON.stringify(names)}`;
      const at = rows.get(id) ?? { keys, values: metrics.map(() => null) };
      at.values[metric] = value;
      rows.set(id, at);
    }
  }
  return [...rows.values()];
}

/** Parts are a metric and values of the dimensions; the only metric is left out of the names of series. */
function placeOf(
  parts: readonly string[],
  metrics: readonly string[],
  series: readonly string[],
): { readonly metric: number; readonly names: readonly string[] } | null {
  if (parts.length === series.length && metrics.length === 1 && series.length > 0) return { metric: 0, names: parts };
  const metric = metrics.indexOf(parts[0] ?? '');
  return metric < 0 || parts.length !== series.length + 1 ? null : { metric, names: parts.slice(1) };
}

function sampled(count: number, most = MAX_ROWS): readonly number[] {
  const shown = Math.min(count, most);
  return Array.from({ length: shown }, (_, at) => Math.floor((at * count) / shown));
}

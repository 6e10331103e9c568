import { queryOptions } from '@tanstack/react-query';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { AdhocMetric, Aggregate, QueryObject } from '@tessera/core/query-object';
import { type Cell, cellAt, type ColumnKind, numberAt } from '@tessera/core/table';
import type { ChartResult } from './chart-data.ts';
import { fetchChartData } from './chart-data.ts';

export type ProfiledColumn = { readonly name: string; readonly kind: ColumnKind };

/** What one column of a dataset holds. */
export type ColumnProfile = {
  readonly rows: number;
  readonly nulls: number;
  readonly distinct: number | null;
  /** The least and the greatest value: numbers, or epoch milliseconds; null for words and for nothing. */
  readonly range: readonly [number, number] | null;
  readonly bars: readonly Bar[];
  readonly top: readonly { readonly value: Cell; readonly count: number }[];
};

/** One bar of a histogram: from its start up to its end. */
export type Bar = { readonly from: number; readonly to: number; readonly count: number };

const BINS = 24;
/** Numbers are sampled: the shape of a column needs no more. */
const SAMPLE = 10_000;
const TOP = 8;
const MONTHS = 1200;

/** One request: counts and ends, the most frequent values, and how the values are spread. */
export function columnProfile(dataset: { readonly id: number; readonly type: string }, column: ProfiledColumn) {
  return queryOptions({
    queryKey: ['column-profile', dataset.type, dataset.id, column.name, column.kind],
    queryFn: async ({ signal }): Promise<ColumnProfile> => {
      const asked = { datasource: dataset, form: {}, chartId: null, dashboardId: null, force: false };
      const results = await fetchChartData({ ...asked, queries: profileQueries(column) }, signal);
      return readProfile(column, results);
    },
    staleTime: 10 * 60_000,
    retry: false,
  });
}

const countRows: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' };

function aggregate(column: ProfiledColumn, name: Aggregate): AdhocMetric {
  return { expressionType: 'SIMPLE', aggregate: name, column: { column_name: column.name }, label: name };
}

export function profileQueries(column: ProfiledColumn): readonly QueryObject[] {
  const isMeasured = column.kind === 'numeric' || column.kind === 'temporal';
  const counts = [countRows, aggregate(column, 'COUNT'), aggregate(column, 'COUNT_DISTINCT')];
  const ends = isMeasured ? [aggregate(column, 'MIN'), aggregate(column, 'MAX')] : [];
  const summary: QueryObject = { columns: [], metrics: [...counts, ...ends], row_limit: 1 };
  const top: QueryObject = {
    columns: [column.name],
    metrics: [countRows],
    orderby: [[countRows, false]],
    row_limit: TOP,
  };
  if (column.kind === 'numeric') {
    const spread: QueryObject = {
      columns: [column.name],
      row_limit: SAMPLE,
      post_processing: [{ operation: 'histogram', options: { column: column.name, groupby: [], bins: BINS } }],
    };
    return [summary, top, spread];
  }
  if (column.kind !== 'temporal') return [summary, top];
  const month = {
    sqlExpression: column.name,
    label: column.name,
    expressionType: 'SQL',
    columnType: 'BASE_AXIS',
  } as const;
  return [
    summary,
    {
      columns: [{ ...month, timeGrain: 'P1M', isColumnReference: true }],
      metrics: [countRows],
      extras: { time_grain_sqla: 'P1M' },
      orderby: [[countRows, false]],
      row_limit: MONTHS,
    },
  ];
}

export function readProfile(column: ProfiledColumn, results: readonly ChartResult[]): ColumnProfile {
  const [summary, second, third] = results;
  const numberOf = (name: string) => numberAt(summary?.table.columns.get(name), 0);
  const rows = numberOf(metricLabel(countRows)) ?? 0;
  const [low, high] = [endOf(summary, 'MIN'), endOf(summary, 'MAX')];
  return {
    rows,
    nulls: rows - (numberOf('COUNT') ?? rows),
    distinct: numberOf('COUNT_DISTINCT'),
    range: low === null || high === null ? null : [low, high],
    bars: column.kind === 'numeric' ? readBins(third) : column.kind === 'temporal' ? readMonths(column, second) : [],
    top: column.kind === 'temporal' ? [] : readTop(column, second),
  };
}

/** Times come as epoch milliseconds, or as text from databases that have none. */
function endOf(result: ChartResult | undefined, name: string): number | null {
  const column = result?.table.columns.get(name);
  const cell = column ? cellAt(column, 0) : null;
  if (typeof cell === 'string' && Number.isNaN(Number(cell))) {
    const at = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(cell) ? cell : `${cell.replace(' ', 'T')}Z`);
    return Number.isNaN(at) ? null : at;
  }
  return numberAt(column, 0);
}

const BIN = /^(-?[\d.]+(?:e[+-]?\d+)?) - (-?[\d.]+(?:e[+-]?\d+)?)$/i;

function readBins(result: ChartResult | undefined): readonly Bar[] {
  return [...(result?.table.columns.values() ?? [])].flatMap((column) => {
    const edges = BIN.exec(column.name);
    const count = numberAt(column, 0);
    return edges && count !== null ? [{ from: Number(edges[1]), to: Number(edges[2]), count }] : [];
  });
}

/** Every month between the first and the last, also those without rows. */
function readMonths(column: ProfiledColumn, result: ChartResult | undefined): readonly Bar[] {
  const times = result?.table.columns.get(columnLabel(column.name));
  const counts = result?.table.columns.get(metricLabel(countRows));
  const found = new Map<number, number>();
  for (let row = 0; row < (result?.table.rowCount ?? 0); row += 1) {
    const at = numberAt(times, row);
    if (at !== null) found.set(monthOf(at), numberAt(counts, row) ?? 0);
  }
  if (found.size === 0) return [];
  const [first, last] = [Math.min(...found.keys()), Math.max(...found.keys())];
  const step = Math.max(1, Math.ceil((last - first + 1) / 60));
  return Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, index) => {
    const start = first + index * step;
    const count = Array.from({ length: step }, (__, at) => found.get(start + at) ?? 0).reduce((a, b) => a + b, 0);
    return { from: Date.UTC(0, start), to: Date.UTC(0, start + step), count };
  });
}

/** Months since 1900, as `Date.UTC(0, month)` counts them. */
function monthOf(epochMs: number): number {
  const date = new Date(epochMs);
  return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth();
}

function readTop(column: ProfiledColumn, result: ChartResult | undefined): ColumnProfile['top'] {
  const values = result?.table.columns.get(column.name);
  const counts = result?.table.columns.get(metricLabel(countRows));
  if (!values) return [];
  return Array.from({ length: result?.table.rowCount ?? 0 }, (_, row) => ({
    value: cellAt(values, row),
    count: numberAt(counts, row) ?? 0,
  }));
}

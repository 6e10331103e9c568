import { queryOptions } from '@tanstack/react-query';
import type { ExtraFormData } from '@tessera/core/filters/data-mask';
import { endsQuery, namesQuery, ROWS_NAME, valuesQuery } from '@tessera/core/native-filters/choices';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import type { FilterValue, NumberRange } from '@tessera/core/native-filters/emit';
import type { QueryObject } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import { cellAt, type Column, type ColumnKind } from '@tessera/core/table';
import {
  askChartData,
  chartDataBody,
  fetchChartData,
  readResults,
  type ChartDataRequest,
} from '../../../chart/chart-data.ts';

/** One value of a filter with the rows that have it; null where nobody counted them. */
export type Choice = { readonly value: FilterValue; readonly rows: number | null };

export type Choices = {
  readonly choices: readonly Choice[];
  readonly kind: ColumnKind;
  /** There are more than came. */
  readonly isCut: boolean;
};

/** A name that a filter offers: of a time column, or of a grain. */
export type Named = { readonly value: string; readonly label: string };

/** Answers that a list shows may be this old. */
const FRESH_MS = 5 * 60_000;

const none: Choices = { choices: [], kind: 'string', isCut: false };

type Place = { readonly dashboardId: number; readonly filter: NativeFilter; readonly limits: ExtraFormData };

/** The values of a value filter, those that hold `search` where the database is asked for it. */
export function filterValues({ dashboardId, filter, limits }: Place, search = '', kind: ColumnKind = 'string') {
  const query = valuesQuery(filter, { limits, search, kind, withCounts: true });
  return queryOptions({
    queryKey: ['dashboard', 'filter-values', dashboardId, filter.datasetId, stableJson(query)] as const,
    queryFn: ({ signal }) => loadValues(requestOf(dashboardId, filter, query), filter.column, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

async function loadValues(
  asked: ChartDataRequest | null,
  column: string | null,
  signal: AbortSignal,
): Promise<Choices> {
  if (asked === null || column === null) return none;
  const [result] = await fetchChartData(asked, signal);
  const values = result?.table.columns.get(column);
  if (!result || !values) return none;
  const counts = result.table.columns.get(ROWS_NAME);
  const isMoment = result.moments?.includes(column) ?? false;
  const { rowCount } = result.table;
  return {
    choices: Array.from({ length: rowCount }, (_, row) => ({
      value: scalarAt(values, row, isMoment),
      rows: counts === undefined ? null : countAt(counts, row),
    })),
    kind: values.kind,
    isCut: result.rowLimit !== null && rowCount >= result.rowLimit,
  };
}

/** The least and the greatest value of a range filter's column; null where there are no rows. */
export function filterEnds({ dashboardId, filter, limits }: Place) {
  const query = endsQuery(filter, limits);
  return queryOptions({
    queryKey: ['dashboard', 'filter-ends', dashboardId, filter.datasetId, stableJson(query)] as const,
    queryFn: async ({ signal }): Promise<NumberRange> => {
      const asked = requestOf(dashboardId, filter, query);
      if (asked === null) return [null, null];
      const [result] = await fetchChartData(asked, signal);
      const end = (name: string) => {
        const column = result?.table.columns.get(name);
        return column && result && result.table.rowCount > 0 ? countAt(column, 0) : null;
      };
      return [end('min'), end('max')];
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** The time columns of a dataset, or the grains of its database. */
export function filterNames({ dashboardId, filter }: Omit<Place, 'limits'>) {
  return queryOptions({
    queryKey: ['dashboard', 'filter-names', dashboardId, filter.datasetId, filter.filterType] as const,
    queryFn: ({ signal }) => loadNames(requestOf(dashboardId, filter, namesQuery(filter)), filter, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

async function loadNames(
  asked: ChartDataRequest | null,
  { filterType }: NativeFilter,
  signal: AbortSignal,
): Promise<readonly Named[]> {
  if (asked === null) return [];
  const { status, data } = await askChartData({ search: '', body: chartDataBody(asked) }, signal);
  const rows = listOf(recordOf(readResults(status, data)[0])['data']).map(recordOf);
  return filterType === 'filter_timecolumn'
    ? rows
        .filter((row) => row['dtype'] === TEMPORAL)
        .map((row) => named(row['column_name'], row['verbose_name'] ?? row['column_name']))
    : rows.filter((row) => row['duration'] !== null).map((row) => named(row['duration'], row['name']));
}

/** The generic type of columns of time in answers. */
const TEMPORAL = 2;

function named(value: unknown, label: unknown): Named {
  return { value: String(value), label: String(label) };
}

function requestOf(dashboardId: number, filter: NativeFilter, query: QueryObject | null): ChartDataRequest | null {
  if (query === null || filter.datasetId === null) return null;
  return {
    datasource: { id: filter.datasetId, type: 'table' },
    queries: [query],
    form: { native_filter_id: filter.id, dashboardId },
    chartId: null,
    dashboardId,
    force: false,
  };
}

function scalarAt(column: Column, row: number, isMoment: boolean): FilterValue {
  const cell = cellAt(column, row);
  // Filters name moments by text of the clock of their dataset.
  if (isMoment && typeof cell === 'number') return new Date(cell).toISOString().slice(0, -1);
  if (typeof cell === 'bigint') return String(cell);
  return typeof cell === 'object' ? null : cell;
}

function countAt(column: Column, row: number): number | null {
  const cell = cellAt(column, row);
  const count = typeof cell === 'number' ? cell : cell === null || typeof cell === 'object' ? Number.NaN : Number(cell);
  return Number.isFinite(count) ? count : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

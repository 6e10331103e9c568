import type { QueryObject } from '../query-object.ts';
import { stableJson } from '../stable-json.ts';

/** What narrows the rows behind a mark. */
export type RowFilters = Pick<QueryObject, 'filters' | 'extras' | 'granularity' | 'time_range'>;

export const ROW_TOTAL = 'total';

/** How many rows there are behind a mark, of all pages. */
export function rowTotal(filters: RowFilters): QueryObject {
  return {
    ...filters,
    columns: [],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: ROW_TOTAL }],
  };
}

/** The rows that a query counts; null for a query that is no `rowTotal`. */
export function rowsOfTotal({ result_type, ...query }: QueryObject): QueryObject | null {
  if ((result_type ?? 'full') !== 'full') return null;
  const { filters, extras, granularity, time_range } = query;
  const parts: RowFilters = {
    ...(filters !== undefined && { filters }),
    ...(extras !== undefined && { extras }),
    ...(granularity !== undefined && { granularity }),
    ...(time_range !== undefined && { time_range }),
  };
  return stableJson(rowTotal(parts)) === stableJson(query) ? { ...parts, result_type: 'drill_detail' } : null;
}

import { asColumns, asMetrics, buildQueryObject, type OrderBy, uniqueBy } from '@tessera/core/build-query';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { QueryColumn, QueryObject } from '@tessera/core/query-object';
import type { Again, BuildContext, RowFacts } from '../../define.ts';
import { isCut } from '../../layer/limit.ts';
import { readPivotForm } from '../../pivot/form.ts';
import { totalQueries, totalQueriesOfCut } from '../../pivot/totals.ts';

/**
 * The cells, and after them one query for each grouping of totals of metrics that are not additive. A download
 * takes the cells alone; the server asks for the totals of one that is pivoted.
 */
export function pivotQueries(
  raw: RawForm,
  { forExport = false, forAgain = false }: BuildContext,
): readonly QueryObject[] {
  const base = buildQueryObject(raw);
  const metrics = asMetrics(raw['metrics']);
  const columns = uniqueBy([...asColumns(raw['groupbyColumns']), ...asColumns(raw['groupbyRows'])], columnLabel).map(
    (column) => withGrain(column, raw, base.extras.time_grain_sqla),
  );
  const sort = asMetrics(raw['series_limit_metric'])[0] ?? metrics[0];
  const orderby: OrderBy[] = sort === undefined ? [] : [[sort, !base.order_desc]];
  const cells: QueryObject = { ...base, columns, ...(orderby.length > 0 ? { orderby } : {}) };
  if (forAgain) return [cells, ...totalQueriesOfCut(cells, readPivotForm(raw))];
  return forExport ? [cells] : [cells, ...totalQueries(cells, readPivotForm(raw), metrics)];
}

/** All totals where the row limit cut the cells and not all of them were asked: totals of a part would be false. */
export function totalsAgain(
  [cells]: readonly RowFacts[],
  form: Readonly<Record<string, unknown>>,
  queries: readonly QueryObject[],
): Again | null {
  const [asked] = queries;
  if (!asked || !cells || !isCut(cells, form)) return null;
  const totals = totalQueriesOfCut(asked, readPivotForm(form));
  // Those that were asked already are not asked once more.
  if (totals.length < queries.length) return null;
  return { queries: [asked, ...totals], take: (answers) => answers };
}

/** A column of times is cut to the grain. */
function withGrain(column: QueryColumn, raw: RawForm, grain: string | null | undefined): QueryColumn {
  if (typeof column !== 'string' || !grain || !isTemporalColumn(column, raw)) return column;
  return { timeGrain: grain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' };
}

/** Whether the dataset says of a column that it holds times. */
export function isTemporalColumn(column: string, raw: RawForm): boolean {
  const lookup = raw['temporal_columns_lookup'];
  if (raw['granularity_sqla'] === column) return true;
  return (
    typeof lookup === 'object' &&
    lookup !== null &&
    Object.hasOwn(lookup, column) &&
    Reflect.get(lookup, column) === true
  );
}

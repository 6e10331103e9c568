import { asColumns, buildQueryObject, metricsOf, uniqueBy } from '@tessera/core/build-query';
import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryColumn, QueryObject } from '@tessera/core/query-object';

/** A value for each combination of columns and dimensions, then the numbers of a box for each of the dimensions. */
export function boxPlotQueries(raw: RawForm): readonly QueryObject[] {
  const query = buildQueryObject(raw);
  const dimensions = asColumns(raw['groupby']);
  const chosen = asColumns(raw['columns']);
  // Charts from before there was a choice are spread over the time of the dataset.
  const across = (chosen.length > 0 ? chosen : asColumns(raw['granularity_sqla'])).map((column) => asAxis(column, raw));
  const step: PostStep = {
    operation: 'boxplot',
    options: {
      ...whiskersOf(raw['whiskerOptions']),
      groupby: dimensions.map(columnLabel),
      metrics: metricsOf(raw).map(metricLabel),
    },
  };
  return [
    {
      ...query,
      columns: uniqueBy([...across, ...dimensions], columnLabel),
      series_columns: dimensions,
      post_processing: [step],
    },
  ];
}

/** A time has the grain of the chart. */
function asAxis(column: QueryColumn, raw: RawForm): QueryColumn {
  const lookup = raw['temporal_columns_lookup'];
  const grain = raw['time_grain_sqla'];
  if (typeof column !== 'string') return column;
  const isListed = typeof lookup === 'object' && lookup !== null && Object.hasOwn(lookup, column);
  const isTemporal = isListed || column === raw['granularity_sqla'];
  if (!isTemporal || typeof grain !== 'string' || grain === '') return column;
  return { timeGrain: grain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' };
}

const PERCENTILES = /^(\d+)\/(\d+) percentiles$/;

/** How the server finds where whiskers end; what it does not know is Tukey's. */
export function whiskersOf(option: unknown): Readonly<Record<string, unknown>> {
  if (option === 'Min/max (no outliers)') return { whisker_type: 'min/max' };
  const ends = typeof option === 'string' ? PERCENTILES.exec(option) : null;
  return ends
    ? { whisker_type: 'percentile', percentiles: [Number(ends[1]), Number(ends[2])] }
    : { whisker_type: 'tukey' };
}

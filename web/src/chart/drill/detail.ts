import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parseExactJson } from '@tessera/core/exact-json';
import { NO_FILTER } from '@tessera/core/filters/adhoc';
import { readOperator } from '@tessera/core/filters/operators';
import type { AdhocFilter } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { QueryFilter, QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import type { SamplesBody } from '@tessera/server/contract';
import type { DrillFilter } from '@tessera/viz/events';
import { call } from '../../api/client.ts';
import { describeFilter } from '../../controls/filter-words.ts';
import { chartDataSearch } from '../chart-data.ts';
import { readShownTable } from '@tessera/viz/shown-table';
import type { DrillHost } from './mark-host.ts';

/** Rows of one page. */
export const DETAIL_ROWS = 100;

export type DetailPage = {
  readonly table: Table;
  /** Of all pages. */
  readonly total: number;
};

/** What narrows the rows behind a chart: its own query without what counts and sorts, and the values of a mark. */
export type DetailFilters = Pick<QueryObject, 'filters' | 'extras' | 'granularity' | 'time_range'>;

/** The rows behind a query; conditions on its groups are no conditions on rows. */
export function detailFilters(query: QueryObject, chosen: readonly DrillFilter[]): DetailFilters {
  const { where, relative_start, relative_end } = query.extras ?? {};
  const granularity = query.granularity ?? query.granularity_sqla;
  return {
    filters: [...(query.filters ?? []), ...chosen.map(queryFilter)],
    extras: {
      ...(where ? { where } : {}),
      ...(relative_start == null ? {} : { relative_start }),
      ...(relative_end == null ? {} : { relative_end }),
    },
    ...(granularity == null ? {} : { granularity }),
    ...(query.time_range == null ? {} : { time_range: query.time_range }),
  };
}

function queryFilter({ formattedVal: _, ...filter }: DrillFilter): QueryFilter {
  return filter;
}

/** What the chart itself is filtered by, as sentences. */
export function ownFilterTexts(query: QueryObject, label: (column: string) => string): readonly string[] {
  const own = (query.filters ?? []).flatMap(({ col, op, val }): readonly AdhocFilter[] => {
    if (readOperator(op) === 'TEMPORAL_RANGE' && (val === NO_FILTER || val === '')) return [];
    const filter: AdhocFilter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: col, operator: op };
    return [val === undefined ? filter : { ...filter, comparator: val }];
  });
  const range = query.time_range ?? NO_FILTER;
  return [
    ...own.map((filter) => describeFilter(filter, label)),
    ...(query.extras?.where ? [query.extras.where] : []),
    ...(range === NO_FILTER || range === '' ? [] : [t('Time: %s', range)]),
  ];
}

type Asked = {
  readonly host: Pick<DrillHost, 'datasource' | 'dashboardId'>;
  readonly chartId: number | 'new';
  readonly filters: DetailFilters;
  /** From 1. */
  readonly page: number;
  /** How often the rows were asked for anew; each time past the cache. */
  readonly reloads: number;
};

/** A page of the rows behind a mark ([7.1-08]); through a dashboard its reader sees them as that allows. */
export function detailPage({ host: { datasource, dashboardId }, chartId, filters, page, reloads }: Asked) {
  return queryOptions({
    queryKey: ['detail', datasource, dashboardId, chartId, filters, page, reloads] as const,
    queryFn: async ({ signal }): Promise<DetailPage> => {
      const place = chartDataSearch({ chartId: chartId === 'new' ? null : chartId, dashboardId, force: reloads > 0 });
      const own = new URLSearchParams(place);
      own.set('datasource_type', datasource.type);
      own.set('datasource_id', String(datasource.id));
      own.set('per_page', String(DETAIL_ROWS));
      own.set('page', String(page));
      const response = await call(`/datasource/samples?${own.toString()}`, { method: 'POST', body: filters, signal });
      return readPage(parseExactJson(await response.text()));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

function readPage(body: unknown): DetailPage {
  const { result } = body as SamplesBody;
  return { table: readShownTable(result), total: result.total_count };
}

import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext, QueryFilter, QueryObject } from '@tessera/core/query-object';
import { ROW_TOTAL, rowTotal } from '@tessera/core/query-scope/row-total';
import { cellAt, type Cell } from '@tessera/core/table';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { encodeCell } from '../../chart-data/values/encode.ts';
import type { CacheWish } from '../../chart-data/cache/freshness.ts';
import type { LineFormat } from '../../chart-data/values/line-formats.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { DatasourceName } from '../../chart-data/dataset-kind.ts';
import { limits } from '../../chart-data/limits.ts';
import type { Chunks } from '../../chart-data/values/chunks.ts';
import type { Coming } from '../../chart-data/prepare-cubes.ts';
import type { DataRequest, Pipeline } from '../../chart-data/pipeline.ts';
import { readContext, type SamplesQuery } from './schema.ts';

export type ChartDataService = ReturnType<typeof createChartDataService>;

/** A saved chart as its data needs it. */
type SavedChart = { readonly query_context: string | null; readonly cache_timeout: number | null };

type Needs = {
  readonly pipeline: Pipeline;
  /** A chart that the user may see. @throws AppError not_found */
  readonly charts: { readonly read: (principal: Principal, id: number) => Promise<SavedChart> };
};
export type Addressed = NonNullable<DataRequest['addressed']>;
export type Wish = {
  readonly force: boolean;
  readonly staleOkSeconds: number;
  /** See CacheWish. */ readonly keepAtLeastSeconds?: number;
  /** See DataRequest. */ readonly ask?: string;
  /** See DataRequest. */ readonly addressed?: Addressed;
  /** See DataRequest. */ readonly asAuthor?: boolean;
  /** See DataRequest. */ readonly announcement?: NonNullable<DataRequest['announcement']>;
};

/** Most values of a filter menu. */
const MENU_VALUES = 10_000;

/** Chart data for requests: bodies, saved charts, samples and filter menus. Every method throws AppError. */
export function createChartDataService(needs: Needs) {
  return bindAll(needs, {
    answers,
    cachedAnswers,
    annotations,
    downloads,
    savedContext,
    samples,
    unsavedSamples,
    values,
    anyOf,
    announce,
    prepareCubes,
  });
}

function requestOf(
  principal: Principal,
  context: QueryContext,
  wish: Wish,
  signal: AbortSignal,
  chartTimeout: number | null = null,
) {
  const cache: CacheWish = {
    force: wish.force || context.force === true,
    staleOkSeconds: wish.staleOkSeconds,
    requestTimeout: context.custom_cache_timeout ?? null,
    chartTimeout,
    ...(wish.keepAtLeastSeconds !== undefined && { keepAtLeastSeconds: wish.keepAtLeastSeconds }),
  };
  return {
    principal,
    context,
    cache,
    signal,
    ...(wish.ask !== undefined && { ask: wish.ask }),
    ...(wish.addressed && { addressed: wish.addressed }),
    ...(wish.asAuthor === true && { asAuthor: true as const }),
    ...(wish.announcement && { announcement: wish.announcement }),
  };
}

/** See SharedScans. */
function announce(needs: Needs, datasetId: number, queries: number) {
  return needs.pipeline.announce(datasetId, queries);
}

/** Cubes of charts for selections that may come. @returns how many there are */
function prepareCubes(
  needs: Needs,
  principal: Principal,
  charts: readonly { readonly context: QueryContext; readonly addressed: Addressed }[],
  comings: readonly Coming[],
  signal: AbortSignal,
): Promise<number> {
  const wish = { force: false, staleOkSeconds: 0 };
  const requests = charts.map(({ context, addressed }) =>
    requestOf(principal, { ...context, force: false }, { ...wish, addressed }, signal),
  );
  return needs.pipeline.prepareCubes(requests, comings);
}

/** One JSON entry per query. */
function answers(needs: Needs, principal: Principal, context: QueryContext, wish: Wish, signal: AbortSignal) {
  return needs.pipeline.answers(requestOf(principal, context, wish, signal));
}

/** The same without a database, or null. */
function cachedAnswers(needs: Needs, principal: Principal, context: QueryContext, wish: Wish, signal: AbortSignal) {
  return needs.pipeline.cachedAnswers(requestOf(principal, context, wish, signal));
}

/** What the annotation layers of each query draw, as JSON text. */
function annotations(needs: Needs, principal: Principal, context: QueryContext, wish: Wish, signal: AbortSignal) {
  return needs.pipeline.annotations(requestOf(principal, context, wish, signal));
}

/** The lines of one file per query. */
function downloads(
  needs: Needs,
  principal: Principal,
  context: QueryContext,
  format: LineFormat,
  wish: Wish,
  signal: AbortSignal,
) {
  return needs.pipeline.downloads(requestOf(principal, context, wish, signal), format);
}

/** The saved request of a chart, with the wishes of this call. @throws AppError not_found, invalid_request */
async function savedContext(
  needs: Needs,
  principal: Principal,
  chartId: number,
  change: Pick<QueryContext, 'result_type' | 'result_format'>,
): Promise<QueryContext> {
  const chart = await needs.charts.read(principal, chartId);
  if (chart.query_context === null || chart.query_context === '') {
    throw new AppError('invalid_request', {
      reason: message('Chart has no query context saved. Please save the chart again.'),
    });
  }
  const context = readContext({ form_data: chart.query_context });
  return {
    ...context,
    ...change,
    form_data: { ...context.form_data, slice_id: chartId },
    custom_cache_timeout: context.custom_cache_timeout ?? chart.cache_timeout,
  };
}

/** A page of rows as they are, with the number of all of them, as the JSON text of `result`. */
async function samples(
  needs: Needs,
  principal: Principal,
  query: SamplesQuery,
  filters: QueryObject,
  addressed: Addressed,
  signal: AbortSignal,
): Promise<Chunks> {
  const perPage = query.per_page ?? limits.sampleRows;
  const page = query.page ?? 1;
  const datasource = { id: query.datasource_id, type: query.datasource_type };
  const isDetail = Object.keys(filters).length > 0;
  const rows: QueryObject = {
    ...filters,
    row_limit: perPage,
    row_offset: (page - 1) * perPage,
    result_type: isDetail ? 'drill_detail' : 'samples',
  };
  const wish = { force: query.force === true, staleOkSeconds: 0, addressed };
  const [answers, counted] = await Promise.all([
    needs.pipeline.answers(requestOf(principal, { datasource, queries: [rows] }, wish, signal)),
    needs.pipeline.table(requestOf(principal, { datasource, queries: [rowTotal(filters)] }, wish, signal)),
  ]);
  const total = counted.columns.get(ROW_TOTAL);
  const tail = `,"page":${page},"per_page":${perPage},"total_count":${encodeCell(total ? cellAt(total, 0) : 0)}}`;
  const [answer = []] = answers;
  const last = answer.at(-1) ?? Buffer.from('{}');
  return [...answer.slice(0, -1), last.subarray(0, last.length - 1), Buffer.from(tail)];
}

/** The first rows of a query that is no dataset yet, asked anew, as the JSON text of `result`. */
async function unsavedSamples(
  needs: Needs,
  principal: Principal,
  unsaved: ResolvedDataset,
  signal: AbortSignal,
): Promise<Chunks> {
  const queries = [{ row_limit: limits.sampleRows, result_type: 'samples' as const }];
  const wish = { force: true, staleOkSeconds: 0 };
  const request = requestOf(principal, { datasource: { id: 0, type: 'table' }, queries }, wish, signal);
  const [answer = []] = await needs.pipeline.answers({ ...request, unsaved });
  return answer;
}

/** The values of a column for a filter menu, in their order. @throws AppError dataset_not_found, columns_missing */
async function values(
  needs: Needs,
  principal: Principal,
  datasource: DatasourceName,
  column: string,
  addressed: Addressed,
  signal: AbortSignal,
): Promise<readonly Cell[]> {
  const queries: readonly QueryObject[] = [
    {
      columns: [column],
      metrics: [],
      orderby: [[column, true]],
      row_limit: MENU_VALUES,
      apply_fetch_values_predicate: true,
    },
  ];
  const request = requestOf(
    principal,
    {
      datasource: named(datasource),
      queries: [...queries],
      // Who may not read the dataset may still choose in a filter of a dashboard.
      form_data: { type: 'NATIVE_FILTER', ...filterOf(addressed) },
    },
    { force: false, staleOkSeconds: 0, addressed },
    signal,
  );
  const table = await needs.pipeline.table(request);
  const [values] = table.columns.values();
  return values ? Array.from({ length: table.rowCount }, (_, row) => cellAt(values, row)) : [];
}

/** Conditions of which one must hold, as one in SQL of the database. @throws AppError dataset_not_found */
function anyOf(
  needs: Needs,
  principal: Principal,
  datasource: DatasourceName,
  filters: readonly QueryFilter[],
  signal: AbortSignal,
): Promise<string> {
  const context = { datasource: named(datasource), queries: [{ filters: [...filters] }] };
  const wish = { force: false, staleOkSeconds: 0 };
  return needs.pipeline.anyOf(requestOf(principal, context, wish, signal));
}

/** Its name alone, of an address that says more. */
function named({ id, type }: DatasourceName): QueryContext['datasource'] {
  return { id, ...(type !== undefined && { type }) };
}

/** The filter of a dashboard that an address names. */
function filterOf({ dashboard_id, native_filter_id }: Addressed) {
  return { ...(dashboard_id && { dashboardId: dashboard_id }), ...(native_filter_id && { native_filter_id }) };
}

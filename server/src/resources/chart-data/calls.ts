import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import type { TextPosition } from '@tessera/core/text-position';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { isDatasetKind } from '../../chart-data/dataset-kind.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { UnreadAnswers } from '../../http/unread-answers.ts';
import type { Tables } from '../../metadata/tables.ts';
import { addressedOf } from '../../http/request-parts.ts';
import { createAllowance, type Allowance } from './allowance.ts';
import { answerBatch, type BatchWay } from './batch.ts';
import { EXAMPLE_RANGE } from '../example-range.ts';
import { readContext, type AnyOfBody, type BatchBody, type DatasourceKind, type ExpressionBody } from './schema.ts';
import type { PrepareBody } from './schema.ts';
import { isAboutText, sentPlace } from './sent-text.ts';
import type { ChartDataService, Wish } from './service.ts';
import type { Stops } from './stops.ts';

type Warmed = { readonly chart_id: number; readonly viz_error: string | null; readonly viz_status: string | null };
type Complaint = {
  readonly message: string;
  readonly line_number: number | null;
  readonly start_column: number | null;
  readonly end_column: number | null;
};

/** What charts are made of, as an address names it. */
type AddressedSource = { readonly type: DatasourceKind; readonly id: number };

export type CallNeeds = {
  readonly data: ChartDataService;
  /** The dialect that expressions over it are in; `null` for what is not there. */
  readonly dialectOf: (principal: Principal, source: AddressedSource, signal: AbortSignal) => Promise<string | null>;
  readonly mayReadDataset: (principal: Principal, id: number) => Promise<boolean>;
  readonly mayEditDataset: (principal: Principal, id: number) => Promise<boolean>;
  readonly db: Kysely<Tables>;
  readonly unread: UnreadAnswers;
  readonly stops: Stops;
};

export type ChartDataCalls = ReturnType<typeof createChartDataCalls>;

/** Half of a minute for each user: nobody moves a pointer so much, and a script has no reason to. */
const PREPARING = { mostMs: 30_000, windowMs: 60_000 };

/** Charts that are warmed at once: warming must not take the turns of those who wait for an answer. */
const WARMED_AT_ONCE = 2;

/** Calls around chart data: many charts on one connection, warming, expressions checked by the database. */
export function createChartDataCalls(needs: CallNeeds) {
  return bindAll(
    { ...needs, preparing: new Map<string, AbortController>(), allowance: createAllowance(PREPARING) },
    {
      batch,
      prepare,
      stop,
      annotations,
      warmChart,
      warmDataset,
      validateExpression,
      anyOf,
    },
  );
}

async function warm(needs: CallNeeds, principal: Principal, chartId: number, signal: AbortSignal): Promise<Warmed> {
  try {
    const context = await needs.data.savedContext(principal, chartId, { result_type: 'full', result_format: 'json' });
    await needs.data.answers(principal, context, { force: true, staleOkSeconds: 0 }, signal);
    return { chart_id: chartId, viz_error: null, viz_status: 'success' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error;
    return { chart_id: chartId, viz_error: error.message, viz_status: 'failed' };
  }
}

/** Where in the expression as it was sent the error is. */
async function placeIn(
  needs: CallNeeds,
  principal: Principal,
  source: AddressedSource,
  { expression }: ExpressionBody,
  error: AppError,
  signal: AbortSignal,
): Promise<TextPosition | null> {
  const dialect = await needs.dialectOf(principal, source, signal);
  return dialect === null ? null : sentPlace({ kind: 'expression', text: expression }, dialect, error);
}

/** The requests of a batch: a line each, as soon as it is there. */
function batch(needs: CallNeeds, body: BatchBody, way: BatchWay) {
  return answerBatch(needs, body, way);
}

type Preparing = CallNeeds & {
  /** What is under way, by who wants it: the pointer has left the chart before. */
  readonly preparing: Map<string, AbortController>;
  readonly allowance: Allowance;
};

/** Cubes of accelerated datasets for selections that may come. @throws AppError too_many_requests, and others */
async function prepare(
  { data, preparing, allowance }: Preparing,
  principal: Principal,
  { requests, coming }: PrepareBody,
  signal: AbortSignal,
): Promise<number> {
  const owner = fairnessKeyOf(principal);
  preparing.get(owner)?.abort();
  const own = new AbortController();
  preparing.set(owner, own);
  try {
    const charts = requests.map(({ search, ...body }) => ({
      context: readContext(body),
      addressed: addressedOf(Object.fromEntries(new URLSearchParams(search ?? ''))),
    }));
    const stopped = AbortSignal.any([signal, own.signal]);
    return await allowance.spend(owner, () => data.prepareCubes(principal, charts, coming, stopped));
  } finally {
    if (preparing.get(owner) === own) preparing.delete(owner);
  }
}

/** End requests of ones own that are under way here, by the names that they were sent with. */
function stop(needs: CallNeeds, principal: Principal, asks: readonly string[]): number {
  return needs.stops.stop(fairnessKeyOf(principal), asks);
}

/** What the annotation layers of each query draw ([7.1-03]), in the envelope of chart data. @throws AppError */
async function annotations(
  needs: CallNeeds,
  principal: Principal,
  context: QueryContext,
  wish: Wish,
  signal: AbortSignal,
): Promise<string> {
  const found = await needs.data.annotations(principal, context, wish, signal);
  return `{"result":[${found.map((text) => `{"annotation_data":${text}}`).join(',')}]}`;
}

/** Run a chart's saved request anew, so that the next one finds its answer. @throws AppError not_found */
function warmChart(needs: CallNeeds, principal: Principal, chartId: number, signal: AbortSignal): Promise<Warmed> {
  return warm(needs, principal, chartId, signal);
}

/** The same for every chart of a dataset that the user may see. @throws AppError not_found */
async function warmDataset(
  needs: CallNeeds,
  principal: Principal,
  databaseName: string,
  tableName: string,
  signal: AbortSignal,
): Promise<readonly Warmed[]> {
  const datasets = await needs.db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('datasets.table_name', '=', tableName)
    .where('databases.database_name', '=', databaseName)
    .where('datasets.deleted_on', 'is', null)
    .where('databases.deleted_on', 'is', null)
    .execute();
  const visible: number[] = [];
  for (const { id } of datasets) if (await needs.mayReadDataset(principal, id)) visible.push(id);
  if (visible.length === 0) throw new AppError('not_found', {});
  const charts = await needs.db
    .selectFrom('charts')
    .select('id')
    .where('datasource_id', 'in', visible)
    .where('datasource_type', '=', 'table')
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .execute();
  const warmed: Warmed[] = [];
  for (let at = 0; at < charts.length; at += WARMED_AT_ONCE) {
    const some = charts.slice(at, at + WARMED_AT_ONCE);
    const done = await Promise.all(
      some.map(({ id }) =>
        warm(needs, principal, id, signal).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return null;
          throw error;
        }),
      ),
    );
    warmed.push(...done.filter((one) => one !== null));
  }
  return warmed;
}

/**
 * What is wrong with an expression, as the checks of queries and the database itself say; nothing when it holds. No
 * row is read. Who edits the dataset writes its own expressions, which name more than those of others may.
 */
async function validateExpression(
  needs: CallNeeds,
  principal: Principal,
  source: AddressedSource,
  body: ExpressionBody,
  signal: AbortSignal,
): Promise<readonly Complaint[]> {
  const { id, type } = source;
  const context: QueryContext = {
    datasource: { id, type },
    queries: [probe(body)],
    result_type: 'results',
  };
  try {
    await needs.data.answers(
      principal,
      context,
      { force: true, staleOkSeconds: 0, asAuthor: isDatasetKind(type) && (await needs.mayEditDataset(principal, id)) },
      signal,
    );
    return [];
  } catch (error) {
    if (!isAboutText(error)) throw error;
    const place = await placeIn(needs, principal, source, body, error, signal);
    return [
      {
        message: error.message,
        line_number: place?.line ?? null,
        start_column: place?.column ?? null,
        end_column: null,
      },
    ];
  }
}

/** Conditions of which one must hold, as one in SQL ([3.5-01]); no row is read. @throws AppError */
function anyOf(
  needs: CallNeeds,
  principal: Principal,
  source: AddressedSource,
  filters: AnyOfBody['filters'],
  signal: AbortSignal,
) {
  return needs.data.anyOf(principal, source, filters, signal);
}

/** A query that holds the expression and reads nothing. */
function probe({ expression, expression_type: type, clause }: ExpressionBody): QueryObject {
  // Templates in the query of the dataset may need the bounds of some time range.
  const nothing = { extras: { where: '1 = 0' }, row_limit: 1, time_range: EXAMPLE_RANGE };
  const count = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: 'rows' };
  if (type === 'metric')
    return { ...nothing, metrics: [{ expressionType: 'SQL', sqlExpression: expression, label: 'expression' }] };
  if (type === 'having' || (type === 'filter' && clause?.toUpperCase() === 'HAVING'))
    return { ...nothing, metrics: [count], having: expression };
  if (type === 'where' || type === 'filter') return { ...nothing, metrics: [count], where: expression };
  return {
    ...nothing,
    columns: [{ expressionType: 'SQL', sqlExpression: expression, label: 'expression' }],
    metrics: [],
  };
}

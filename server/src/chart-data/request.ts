import type { QueryObject, ResultType } from '@tessera/core/query-object';
import type { Principal } from '../principal.ts';
import type { Quotas } from '../engines/admission/quotas.ts';
import type { RunOptions } from '../engines/engine.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import type { AccessRequest, ThroughDashboard } from './access/access-path.ts';
import type { DatasetReader, EditorSourceReader, MayRead } from './access/authorise.ts';
import type { ResolvedDataset } from './dataset.ts';
import type { CacheWish } from './cache/freshness.ts';
import type { ExtractsHere } from './extract/extract.ts';
import type { Plan } from './plan/plan.ts';
import type { QueryLogger, QueryTrace } from './edge/query-log.ts';
import type { ResolvedQuery, TimeReader } from './resolve/resolve.ts';
import type { RowSecurity } from './resolve/restrict.ts';
import type { Results } from './cache/results.ts';
import type { EngineReader } from './run/run.ts';
import type { TemplateStep } from './template-step.ts';
import type { Announcement, SharedScans } from './cache/shared-scans.ts';
import type { Finisher } from './post-process/worker-pool.ts';

export type PipelineSettings = {
  readonly rowLimit: number;
  readonly downloadRowLimit: number;
  readonly resultMb: number;
  readonly queryTimeoutSeconds: number;
  readonly cacheTimeoutSeconds: number;
};

export type PipelineNeeds = {
  readonly datasets: DatasetReader;
  readonly mayRead: MayRead;
  readonly throughDashboard: ThroughDashboard;
  readonly editorSource: EditorSourceReader;
  readonly security: RowSecurity;
  /** Clauses of the row-level rules that bind a principal on a dataset, as they were written. */
  readonly rulesOf: (principal: Principal, dataset: ResolvedDataset) => Promise<readonly string[]>;
  readonly templates: TemplateStep;
  readonly engines: EngineReader;
  readonly extractsHere: ExtractsHere;
  readonly results: Results;
  readonly sharedScans: SharedScans;
  readonly quotas: Quotas;
  readonly finisher: Finisher;
  readonly annotate: Annotate;
  /** Hears of every query that reached its rows, and of every one that failed. */
  readonly log: QueryLogger;
  readonly readTime: TimeReader;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A clock that corrections of the time do not move: for how long things take. */
  readonly monotonicMs: () => number;
  readonly settings: PipelineSettings;
};

export type DataRequest = AccessRequest & {
  readonly cache: CacheWish;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** The request id under which the client gets its progress. */
  readonly ask?: string;
  /** The expressions are drafts of who edits the dataset: like its saved ones they may name whatever the source has. */
  readonly asAuthor?: true;
  /** Leave the database alone: what is not in the cache fails with NotCached. */
  readonly onlyCached?: true;
  /** Its queries are announced already, with those of other requests. */
  readonly announcement?: Announcement;
};

/**
 * What annotation layers draw over a query's answer, as JSON text by the name of the layer; '{}' for none.
 * It asks for itself, so that a layer is never more than the principal may see.
 */
export type Annotate = (
  request: DataRequest,
  layers: unknown,
  around: { readonly query: QueryObject; readonly range: ResolvedQuery['range'] },
) => Promise<string>;

/** A request for cached answers met one that is not cached. */
export class NotCached extends Error {}

/** One query of an authorised request. */
export type QueryRequest = {
  readonly request: DataRequest;
  readonly dataset: ResolvedDataset;
  readonly query: QueryObject;
  readonly type: ResultType;
  readonly maxRows: number;
  /** Filled on the way: the wrappers read it when the query has ended, well or not. */
  readonly progress: QueryProgress;
};

/** How far a query came. */
export type QueryProgress = {
  /** Every plan that was made for it: redaction goes by them. */
  readonly plans: Plan[];
  /** What the log says of it; null until it is planned. */
  trace: QueryTrace | null;
};

export function queryRequest(
  request: DataRequest,
  dataset: ResolvedDataset,
  query: QueryObject,
  { type, maxRows }: { readonly type?: ResultType; readonly maxRows: number },
): QueryRequest {
  return {
    request,
    dataset,
    query,
    type: type ?? query.result_type ?? request.context.result_type ?? 'full',
    maxRows,
    progress: { plans: [], trace: null },
  };
}

/** The bounds of one run in a database. */
export function runOptions(
  { request, maxRows }: Pick<QueryRequest, 'request' | 'maxRows'>,
  { queryTimeoutSeconds, resultMb }: PipelineSettings,
  signal: AbortSignal = request.signal,
): RunOptions & { readonly fairnessKey: string } {
  return {
    signal,
    timeoutMs: queryTimeoutSeconds * 1000,
    maxRows,
    maxBytes: resultMb * 1024 * 1024,
    fairnessKey: fairnessKeyOf(request.principal),
  };
}

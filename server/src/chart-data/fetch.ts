import type { QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { type ComparedRange, fetchWithOffsets, hasOffsets, type Prepared } from './plan/offsets/compare.ts';
import type { Unmatched } from './plan/offsets/join.ts';
import type { CachedRun } from './cached-run.ts';
import type { Plan } from './plan/plan.ts';
import type { Prepare } from './prepare.ts';
import { presentationOf, queriesBeside, queriesBesideCut } from './post-process/present/present.ts';
import { isRaw } from './resolve/raw.ts';
import type { PipelineNeeds, QueryRequest } from './request.ts';

/** The rows of a query with what stands beside them. */
export type FetchedQuery = {
  /** The run of the query itself. */
  readonly main: CachedRun;
  /** Its rows, joined with those of other times. */
  readonly table: CachedRun['table'];
  readonly isCached: boolean;
  /** Tells these very runs from others. */
  readonly identity: string;
  /** Other times are joined to the rows, or further rows stand beside them. */
  readonly isJoined: boolean;
  /** The rows of further queries that are shown among those of this one. */
  readonly beside: readonly Table[];
  /** Rows of other times that stand beside none of this query. */
  readonly unmatched: readonly Unmatched[];
  /** The ranges of other times. */
  readonly compared: readonly ComparedRange[];
  /** The plan of the query itself, then those of other times. */
  readonly plans: readonly Plan[];
  /** JSON text of what the annotation layers draw. */
  readonly annotations: string;
};

type Steps = {
  readonly prepare: Prepare;
  readonly cachedRun: (asked: QueryRequest, prepared: Prepared) => Promise<CachedRun>;
};

/** The rows of a query, those of other times joined to them, and its annotations: asked at the same time. */
export function createFetch(needs: Pick<PipelineNeeds, 'annotate' | 'readTime'>, { prepare, cachedRun }: Steps) {
  return async (asked: QueryRequest, own: Prepared): Promise<FetchedQuery> => {
    const { dataset, query, type, request } = asked;
    const fetchOne = (prepared: Prepared) => cachedRun(asked, prepared);
    const fetchOther = async (prepared: Prepared) => ({ plan: prepared.plan, run: await fetchOne(prepared) });
    const rows = async () => {
      if (!hasOffsets(query) || isRaw(type)) return { ...(await unjoined(fetchOne(own))), isJoined: false };
      const steps = { dataset, readTime: needs.readTime, prepare: (one: typeof query) => prepare(asked, one) };
      return { ...(await fetchWithOffsets(query, own, { ...steps, fetch: fetchOne })), isJoined: true };
    };
    const isAnnotated = type === 'full' || type === 'post_processed';
    const presentation = type === 'post_processed' ? presentationOf(request.context.form_data ?? {}) : null;
    const fetchAll = (others: readonly QueryObject[]) =>
      Promise.all(others.map(async (other) => fetchOther(await prepare(asked, other))));
    const [fetched, first, annotations] = await Promise.all([
      rows(),
      fetchAll(presentation === null ? [] : queriesBeside(query, presentation)),
      isAnnotated ? annotate(needs.annotate, asked, own) : '{}',
    ]);
    const { limit } = own.plan.query;
    const more = presentation === null ? [] : queriesBesideCut(query, presentation, fetched.main.table, limit);
    const besides = [...first, ...(await fetchAll(more))];
    return {
      ...fetched,
      isJoined: fetched.isJoined || besides.length > 0,
      isCached: fetched.isCached && besides.every(({ run }) => run.isCached),
      identity: [fetched, ...besides.map(({ run }) => run)].map(({ identity }) => identity).join(' '),
      beside: besides.map(({ run }) => run.table),
      plans: [own.plan, ...fetched.plans, ...besides.map(({ plan }) => plan)],
      annotations,
    };
  };
}

/** What the layers of a query draw; those of its form where the query names none. */
export function annotate(
  annotations: PipelineNeeds['annotate'],
  { request, query }: QueryRequest,
  { resolved: { range } }: Prepared,
): Promise<string> {
  const layers = query.annotation_layers ?? request.context.form_data?.['annotation_layers'];
  return annotations(request, layers, { query, range });
}

async function unjoined(running: Promise<CachedRun>) {
  const main = await running;
  const { table, isCached, identity } = main;
  return { main, table, isCached, identity, unmatched: [], compared: [], plans: [] };
}

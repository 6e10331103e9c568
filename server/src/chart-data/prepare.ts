import type { QueryObject } from '@tessera/core/query-object';
import { writtenLength } from '@tessera/query/compile/written';
import type { LoopTicks } from './run/loop-ticks.ts';
import { placeOf } from './extract/extract.ts';
import { atNewestPartition } from './run/newest-partition.ts';
import type { Prepared } from './plan/offsets/compare.ts';
import { plan } from './plan/plan.ts';
import { isRaw } from './resolve/raw.ts';
import { HEAVY_SQL, isHeavy } from './edge/request-bounds.ts';
import { NotCached, type PipelineNeeds, type QueryRequest } from './request.ts';
import { resolve, type ResolvedQuery } from './resolve/resolve.ts';
import { restrict } from './resolve/restrict.ts';

type Needs = Pick<PipelineNeeds, 'templates' | 'readTime' | 'security' | 'engines' | 'extractsHere'>;

/** A query that is ready for the cache. A compared query is prepared like its own: `query` says which of them. */
export type Prepare = (asked: QueryRequest, query: QueryObject) => Promise<Prepared>;

/** resolve → restrict → plan; templates become SQL before names are looked up. */
export function createPrepare(needs: Needs, tickOfTheLoop: LoopTicks): Prepare {
  return async (asked, query) => {
    const { request, type, maxRows } = asked;
    const mayAsk = (): void => {
      if (request.onlyCached) throw new NotCached();
    };
    if (isHeavy(query)) await tickOfTheLoop();
    const rendered = await needs.templates.render({ ...request, mayAsk }, asked.dataset, askable(asked, query));
    const { dataset, takenOver, readFilters } = rendered;
    const found = resolve(rendered.query, dataset, type, needs.readTime, { most: maxRows });
    const resolved = withTemplateFilters(found, takenOver, readFilters);

    const structured = request.asAuthor ? { ...resolved.structured, source: dataset.source } : resolved.structured;
    const restricted = restrict(structured, await needs.security(request.principal, dataset, request.signal));
    const settled = await atNewestPartition(restricted, dataset, needs.engines, request.signal, mayAsk);

    const isLong = isHeavy(query) || writtenLength(found.structured) > HEAVY_SQL;
    if (isLong) await tickOfTheLoop();
    // Who edits a dataset asks the source what it makes of a draft.
    const place = placeOf(settled, dataset, request.asAuthor ? nowhere : needs.extractsHere);
    const planned = plan(place.query, place.dataset, resolved.temporal, {
      textHoldsRules: rendered.holdsRules,
      notOver: place.notOver,
    });
    asked.progress.plans.push(planned);
    return { isLong, resolved, plan: planned, takenOver, readFilters };
  };
}

const nowhere = (): boolean => false;

/** Rows as they are hold every column, whatever the request names. */
function askable({ type, dataset }: QueryRequest, query: QueryObject): QueryObject {
  return isRaw(type) ? { ...query, columns: dataset.columns.map((column) => column.name) } : query;
}

/** A filter that a template read is in the rows, whether or not the dataset has such a column. */
function withTemplateFilters(
  found: ResolvedQuery,
  takenOver: readonly string[],
  readFilters: readonly string[],
): ResolvedQuery {
  const byTemplate = [
    ...found.rejected.map(({ column }) => column).filter((column) => readFilters.includes(column)),
    ...takenOver,
  ];
  return {
    ...found,
    applied: [...found.applied, ...byTemplate.map((column) => ({ column }))],
    rejected: found.rejected.filter(({ column }) => !byTemplate.includes(column)),
  };
}

import { AppError } from '@tessera/core/errors/app-error';
import { columnLabel } from '@tessera/core/form-data';
import type { QueryFilter, QueryObject } from '@tessera/core/query-object';
import { conjuncts } from '@tessera/query/conjuncts';
import { cubeOf, type Cube } from '@tessera/query/cube/cube';
import { dialectOf } from '@tessera/query/dialects/registry';
import { exactKey } from '@tessera/query/exact-key';
import type { Predicate } from '@tessera/query/structured-query';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { freshness } from './cache/freshness.ts';
import { redacted, traceOf, type QueryLogging } from './edge/observe.ts';
import type { Prepared } from './plan/offsets/compare.ts';
import { plan } from './plan/plan.ts';
import { NotCached, queryRequest, type DataRequest, type PipelineNeeds, type QueryRequest } from './request.ts';
import type { Steps } from './steps.ts';

/** A selection that may come, as the filters that it may send, one by one. */
export type Coming = readonly QueryFilter[];

type Needs = Pick<PipelineNeeds, 'results' | 'sharedScans' | 'settings'>;
type Planned = {
  readonly asked: QueryRequest;
  readonly cube: Prepared;
  /** Queries that it answers: they may differ in order and limit alone. */
  readonly owns: readonly Prepared[];
};

/** Nobody waits for a cube: one that takes longer is given up. */
const TIME_LIMIT_MS = 5_000;
/** How many groups may be behind an answer that a limit cut off, by those that it shows. */
const BEHIND_LIMIT = 25;

/**
 * Cubes of charts on accelerated datasets: each of their queries, grouped also by what selections that may come filter.
 * They are results as all others are, of the same rights, rules and filters, and answer the queries under such filters
 * (see `cache/subsumption.ts`). What cannot be answered so, or would be large, has none.
 */
export function createCubePreparation(needs: Needs, steps: Steps, log: QueryLogging) {
  /** @returns how many cubes there are. @throws AppError */
  return async (requests: readonly DataRequest[], comings: readonly Coming[]): Promise<number> => {
    const planned = new Map<string, Planned>();
    for (const given of requests)
      for (const one of await planAll(needs, steps, given, comings)) {
        const same = planned.get(one.cube.plan.key);
        planned.set(one.cube.plan.key, { ...one, owns: [...(same?.owns ?? []), ...one.owns] });
      }
    const all = [...planned.values()];
    const [first] = all;
    if (!first) return 0;
    const announcement = needs.sharedScans.announce(first.asked.dataset.id, all.length);
    const making = Promise.all(all.map((one) => make(needs, steps, log, announced(one, announcement))));
    return (await making.finally(announcement.close)).filter((isMade) => isMade).length;
  };
}

function announced({ asked, ...rest }: Planned, announcement: NonNullable<DataRequest['announcement']>): Planned {
  return { ...rest, asked: { ...asked, request: { ...asked.request, announcement } } };
}

/** The cubes of the queries of one chart. @throws AppError as its own request would, and one under such filters */
async function planAll(
  { results, settings }: Needs,
  steps: Steps,
  given: DataRequest,
  comings: readonly Coming[],
): Promise<readonly Planned[]> {
  const { queries } = given.context;
  const filtered = queries.flatMap((query) => comings.map((coming) => under(query, kindsOf(coming))));
  await steps.authorise({ ...given, context: { ...given.context, queries: filtered } });
  const { dataset, request } = await steps.authorise(given);
  if ((freshness(request.cache, dataset, settings.cacheTimeoutSeconds).maxAgeMs ?? 1) <= 0) return [];
  const planned: Planned[] = [];
  for (const query of queries) {
    const asked = queryRequest(request, dataset, query, { type: 'full', maxRows: settings.rowLimit });
    const own = await redacted(asked, () => steps.prepare(asked, query));
    if (own.plan.dataset.reads !== 'extract') continue;
    const known = results.peek(own.plan.key);
    if (!known) continue;
    const { rowCount } = known.table;
    const isCut = known.truncated || (own.plan.query.limit !== null && rowCount >= own.plan.query.limit);
    const groups = isCut || own.plan.query.seriesLimit !== null ? rowCount * BEHIND_LIMIT : rowCount;
    for (const coming of comings) {
      const probed = await redacted(asked, () => steps.prepare(asked, under(query, coming)));
      const cube = cubeUnder(own, probed, groups);
      if (cube !== null) planned.push({ asked, owns: [own], cube: preparedOf(own, cube) });
    }
  }
  return planned;
}

function under(query: QueryObject, coming: Coming): QueryObject {
  return { ...query, filters: [...(query.filters ?? []), ...coming] };
}

/** One of each column and operator: that is what decides whether a query may be asked. */
function kindsOf(coming: Coming): Coming {
  return [...new Map(coming.map((one) => [`${columnLabel(one.col)} ${one.op}`, one])).values()];
}

function cubeUnder(own: Prepared, probed: Prepared, groups: number): Cube | null {
  const { query, dataset, versionKey } = own.plan;
  if (probed.plan.versionKey !== versionKey) return null;
  const parts = conjuncts(probed.plan.query.where);
  const present = new Set(conjuncts(query.where).map(exactKey));
  const isWhole = [...present].every((key) => parts.some((part) => exactKey(part) === key));
  const coming: readonly Predicate[] = parts.filter((part) => !present.has(exactKey(part)));
  const asked = { query, temporal: own.resolved.temporal };
  return isWhole ? cubeOf(asked, coming, dialectOf(dataset.dialect), groups) : null;
}

function preparedOf(own: Prepared, { query, temporal }: Cube): Prepared {
  const { textHoldsRules, dataset } = own.plan;
  return {
    ...own,
    resolved: { ...own.resolved, temporal },
    plan: plan(query, dataset, temporal, { textHoldsRules }),
  };
}

async function make(
  { results }: Needs,
  { cachedRun, cubes }: Steps,
  log: QueryLogging,
  { asked, owns, cube }: Planned,
): Promise<boolean> {
  const { request } = asked;
  const bounded: QueryRequest = {
    ...asked,
    request: {
      ...request,
      cache: { ...request.cache, force: false },
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
    },
  };
  try {
    const run = await redacted(bounded, () =>
      log.answer(bounded, async () => {
        const { table, isCached, truncated } = await cachedRun(bounded, cube, false).catch(unlessLeft(request.signal));
        bounded.progress.trace = traceOf([cube.plan], { rows: table.rowCount, isCached });
        return { isWhole: !truncated && table.rowCount < (cube.plan.query.limit ?? 0) };
      }),
    );
    // One that was cut off would answer nothing.
    if (!run.isWhole) results.forget(cube.plan.key);
    else
      for (const own of owns)
        cubes.keep(fairnessKeyOf(request.principal), own.plan, { key: cube.plan.key, ...questionOf(cube) });
    return run.isWhole;
  } catch (error) {
    if (error instanceof AppError || error instanceof NotCached) return false;
    throw error;
  }
}

/** Where the pointer has gone on, nothing has failed. */
function unlessLeft(signal: AbortSignal) {
  return (error: unknown): never => {
    throw signal.aborted ? new NotCached() : error;
  };
}

function questionOf({ plan: { query }, resolved: { temporal } }: Prepared) {
  return { query, temporal };
}

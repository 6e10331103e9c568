import type { QueryObject } from '@tessera/core/query-object';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { readable } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Lookup, LookupAnswer } from '../templates/template-data.ts';
import type { DatasetReader, MayRead } from './access/authorise.ts';
import type { ResolvedDataset } from './dataset.ts';
import { newestPartition } from './run/newest-partition.ts';
import { resolve, type TimeReader } from './resolve/resolve.ts';
import { isRestricted, restrict, type RowSecurity } from './resolve/restrict.ts';
import type { EngineReader } from './run/run.ts';
import type { Asked, TemplateStep } from './template-step.ts';

type Needs = {
  readonly datasets: DatasetReader;
  readonly mayRead: MayRead;
  readonly security: RowSecurity;
  readonly render: TemplateStep['render'];
  readonly readTime: TimeReader;
  readonly maxRows: number;
  readonly engines: EngineReader;
};

/**
 * What macros fetch: saved metrics and the queries of other datasets. The user needs the same rights, and is bound
 * by the same row-level rules, as when asking those datasets directly.
 */
export function createTemplateLookups(needs: Needs) {
  return async (asked: Asked, dataset: ResolvedDataset, outer: QueryObject, lookup: Lookup): Promise<LookupAnswer> => {
    try {
      if (lookup.kind === 'metric') return await metric(needs, asked, dataset, lookup);
      if (lookup.kind === 'dataset') return await query(needs, asked, outer, lookup);
      return await partitions(needs, asked, dataset, lookup);
    } catch (error) {
      if (isAppError(error, 'query_timeout') && 'table' in lookup)
        return {
          ok: false,
          reason: `The partitions of ${lookup.table} could not be listed within ${error.params.seconds} s.`,
        };
      if (error instanceof AppError && asked.signal?.aborted !== true) return { ok: false, reason: error.message };
      throw error;
    }
  };
}

async function readableDataset(needs: Needs, asked: Asked, id: number): Promise<ResolvedDataset | null> {
  const found = await needs.datasets(id);
  return found && needs.mayRead(asked.principal, found) ? found : null;
}

async function metric(
  needs: Needs,
  asked: Asked,
  dataset: ResolvedDataset,
  lookup: Extract<Lookup, { kind: 'metric' }>,
): Promise<LookupAnswer> {
  const source =
    lookup.datasetId === null || lookup.datasetId === dataset.id
      ? dataset
      : await readableDataset(needs, asked, lookup.datasetId);
  if (!source) return { ok: false, reason: `Dataset ${lookup.datasetId} not found.` };
  const saved = source.metrics.find((one) => one.name === lookup.key);
  return saved
    ? { ok: true, value: saved.expression }
    : { ok: false, reason: `Metric \`\`${lookup.key}\`\` not found in ${source.name}.` };
}

async function query(
  needs: Needs,
  asked: Asked,
  outer: QueryObject,
  lookup: Extract<Lookup, { kind: 'dataset' }>,
): Promise<LookupAnswer> {
  const found = await readableDataset(needs, asked, lookup.id);
  if (!found) return { ok: false, reason: `Dataset ${lookup.id} not found!` };
  // The range is known to the inner templates and filters nothing by itself.
  const inner: QueryObject = {
    columns: [...(lookup.columns ?? found.columns.map((column) => column.name))],
    metrics: lookup.includeMetrics ? found.metrics.map((one) => one.name) : null,
    ...(outer.time_range ? { time_range: outer.time_range } : {}),
  };
  const { dataset, query: plain, holdsRules } = await needs.render(asked, found, inner);
  const { structured } = resolve(plain, dataset, 'full', needs.readTime, { most: needs.maxRows });
  const restricted = restrict(
    { ...structured, limit: null },
    await needs.security(asked.principal, dataset, asked.signal ?? new AbortController().signal),
  );
  return {
    ok: true,
    value: `(${readable(restricted, dialectOf(dataset.dialect))}) AS dataset_${lookup.id}`,
    holdsRules: holdsRules || isRestricted(restricted),
  };
}

/** Partitions of the tables that the dataset's own database holds. */
async function partitions(
  needs: Needs,
  { mayAsk, signal }: Asked,
  dataset: ResolvedDataset,
  lookup: Extract<Lookup, { kind: 'partitions' | 'sub_partition' }>,
): Promise<LookupAnswer> {
  const engine = await needs.engines(dataset);
  if (!engine.newestPartition)
    return { ok: false, reason: `${dataset.databaseName} has no partitions that can be listed.` };
  mayAsk?.();
  const [table = '', schema = null, catalog = null] = lookup.table.split('.').reverse();
  const fixed = lookup.kind === 'sub_partition' ? lookup.fixed : {};
  const newest = await newestPartition(engine, { catalog, schema, table }, fixed, signal);
  if (lookup.kind === 'partitions') return { ok: true, value: newest?.map((one) => one.value) ?? null };
  const free = newest?.filter((one) => !Object.hasOwn(fixed, one.column)) ?? [];
  if (free.length > 1)
    return {
      ok: false,
      reason:
        'latest_sub_partition: all partition columns but one must be given; these are not: ' +
        `${free.map((one) => one.column).join(', ')}.`,
    };
  return { ok: true, value: newest === null ? null : free.map((one) => one.value) };
}

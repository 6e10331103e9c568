import type { Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression } from '@tessera/query/structured-query';
import type { Engine, RunOptions } from '../../engines/engine.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { normalise, type KnownKinds } from '../resolve/normalise.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from './shared-runs.ts';

/** An open connection to the database of a dataset. */
export type EngineReader = (
  dataset: Pick<ResolvedDataset, 'databaseId' | 'databaseVersion'> &
    Partial<Pick<ResolvedDataset, 'extract' | 'reads' | 'namespace' | 'result'>>,
) => Promise<Engine>;

export type Work = { readonly plan: Plan; readonly dataset: ResolvedDataset; readonly temporal: ReadonlySet<string> };

/**
 * The one step that touches a database.
 * @throws AppError database_error, query_timeout, query_cancelled,
 * engine_unavailable
 */
export async function run(work: Work, engine: Engine, options: RunOptions): Promise<Run> {
  const { table, truncated } = await engine.run(work.plan.compiled(), options);
  return { table: readTable(work, table), truncated };
}

/** The rows of a query as the database gave them, under its labels. */
export function readTable({ plan, dataset, temporal }: Work, table: Table): Table {
  const { query } = plan;
  const labels = query.rowCountOnly
    ? ['rowcount']
    : [...query.dimensions, ...(query.measures ?? [])].map((one) => one.label);
  return normalise(table, labels, kindsOf(plan, dataset, temporal));
}

/** The same rows batch by batch, for downloads of any size. */
export async function* runInBatches(
  { plan, dataset, temporal }: Work,
  engine: Engine,
  options: RunOptions,
): AsyncGenerator<Run, void> {
  const { query } = plan;
  const dialect = dialectOf(dataset.dialect);
  const isPlain =
    query.measures === null &&
    query.orderBy.length === 0 &&
    query.offset === 0 &&
    query.seriesLimit === null &&
    !query.rowCountOnly;
  const leavesLimit = isPlain && query.limit !== null && dialect.limitGathers === true;
  const compiled = leavesLimit ? compile({ ...query, limit: null }, dialect) : plan.compiled();
  const read = leavesLimit
    ? { ...options, maxRows: Math.min(options.maxRows, query.limit ?? options.maxRows) }
    : options;
  const kinds = kindsOf(plan, dataset, temporal);
  for await (const { table, truncated } of engine.stream(compiled, read))
    yield { table: normalise(table, compiled.labels, kinds), truncated };
}

function kindsOf(plan: Plan, dataset: ResolvedDataset, temporal: ReadonlySet<string>): KnownKinds {
  return {
    temporal: instants(plan, dataset, temporal),
    epochSeconds: epochSeconds(plan),
    numeric: unseenNumbers(plan, dataset),
  };
}

/**
 * Metrics of a database that judges kinds by values: without a value they are still numbers, but for extremes of
 * something else.
 */
function unseenNumbers({ query }: Plan, dataset: ResolvedDataset): ReadonlySet<string> {
  const dialect = dialectOf(dataset.dialect);
  if (dialect.rollUp?.kindsAreOfValues !== true || query.rowCountOnly) return new Set();
  const isNumber = (expression: Expression): boolean => {
    if (expression.kind !== 'aggregate' || (expression.aggregate !== 'MIN' && expression.aggregate !== 'MAX'))
      return true;
    return (
      !('type' in expression.of) || expression.of.type === null || dialect.kindOf(expression.of.type) === 'numeric'
    );
  };
  return new Set((query.measures ?? []).filter(({ expression }) => isNumber(expression)).map(({ label }) => label));
}

/**
 * Columns to read as instants. In SQLite a raw column of times stays as the driver gave it: its text is what users
 * stored, and only a grain or the base axis says that it must be time.
 */
function instants(plan: Plan, dataset: ResolvedDataset, temporal: ReadonlySet<string>): ReadonlySet<string> {
  if (plan.query.rowCountOnly) return new Set();
  return plan.query.measures === null && dialectOf(dataset.dialect).timesAreText === true
    ? new Set(plan.query.dimensions.filter((one) => one.expression.kind === 'grain').map((one) => one.label))
    : temporal;
}

/** Columns that hold seconds since 1970 and are selected without a grain, which would have made timestamps of them. */
function epochSeconds(plan: Plan): ReadonlySet<string> {
  const isSeconds = (expression: Expression): boolean =>
    expression.kind === 'aggregate'
      ? isSeconds(expression.of)
      : expression.kind === 'column' && expression.type === 'epoch_s';
  return new Set(
    [...plan.query.dimensions, ...(plan.query.measures ?? [])]
      .filter((one) => isSeconds(one.expression))
      .map((one) => one.label),
  );
}

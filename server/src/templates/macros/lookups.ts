import { argument, flagArgument, MacroError, textArgument, type Call, type Macro, type MacroRun } from './macro.ts';

/** dataset(id, include_metrics, columns): the dataset's query in brackets, with an alias. */
const dataset: Macro = (call, run) => {
  const id = argument(call, 0, 'dataset_id');
  if (typeof id !== 'number' || !Number.isInteger(id)) throw new MacroError('dataset: the id must be a whole number.');
  const columns = argument(call, 2, 'columns');
  return run.lookUp({
    kind: 'dataset',
    id,
    includeMetrics: flagArgument(call, 1, 'include_metrics', false),
    columns: Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : null,
  });
};

/** metric(key, dataset_id): the expression of a saved metric, itself rendered. */
const metric: Macro = (call, run) => {
  const id = argument(call, 1, 'dataset_id');
  return run.lookUp({
    kind: 'metric',
    key: textArgument('metric', call, 0, 'metric_key'),
    datasetId: typeof id === 'number' ? id : null,
  });
};

export const lookupMacros: Readonly<Record<string, Macro>> = { dataset, metric };

const latestPartitions: Macro = (call, run) =>
  asList(run.lookUp({ kind: 'partitions', table: textArgument('latest_partitions', call, 0, 'table') }));

const latestPartition: Macro = (call, run) =>
  asList(run.lookUp({ kind: 'partitions', table: textArgument('latest_partition', call, 0, 'table') }))?.[0] ?? null;

const latestSubPartition: Macro = (call: Call, run: MacroRun) => {
  const fixed = Object.fromEntries(
    [...call.named].filter(([name]) => name !== 'table').map(([name, value]) => [name, String(value)]),
  );
  return (
    asList(
      run.lookUp({ kind: 'sub_partition', table: textArgument('latest_sub_partition', call, 0, 'table'), fixed }),
    )?.[0] ?? null
  );
};

function asList(value: string | readonly string[] | null): readonly string[] | null {
  return value === null ? null : typeof value === 'string' ? [value] : value;
}

/** Functions below the namespace of an engine: `trino.latest_partition('schema.table')`. */
export const partitionMacros: Readonly<Record<string, Macro>> = {
  latest_partition: latestPartition,
  first_latest_partition: latestPartition,
  latest_partitions: latestPartitions,
  latest_sub_partition: latestSubPartition,
};

/** Engine namespaces by dialect; the older name of an engine stays known. */
export const partitionNamespaces: Readonly<Record<string, readonly string[]>> = {
  trino: ['trino', 'presto'],
  presto: ['presto'],
  hive: ['hive'],
  spark: ['spark', 'hive'],
};

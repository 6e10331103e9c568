import { columnLabel, metricLabel } from './form-data.ts';
import type { VerboseNames } from './label-in.ts';
import { ownValue } from './own-value.ts';
import type { PostStep, QueryObject } from './query-object.ts';

/**
 * The verbose names of what a query asks for. The series of a pivot are named for values: one of them may be called as
 * a metric of the dataset is, and is none of it.
 */
export function verboseNamesOf(
  query: Pick<QueryObject, 'columns' | 'groupby' | 'metrics' | 'post_processing'>,
  verbose: VerboseNames,
): VerboseNames {
  const names: Record<string, string> = Object.create(null);
  for (const name of askedNames(query)) {
    const shown = ownValue(verbose, name);
    if (shown !== undefined) names[name] = shown;
  }
  return names;
}

function askedNames({
  columns,
  groupby,
  metrics,
  post_processing: steps,
}: Parameters<typeof verboseNamesOf>[0]): readonly string[] {
  const spread = steps?.find((step) => step?.operation === 'pivot' && listOf(step, 'columns').length > 0);
  if (spread) return listOf(spread, 'index');
  return [...(columns?.length ? columns : (groupby ?? [])).map(columnLabel), ...(metrics ?? []).map(metricLabel)];
}

function listOf({ options }: PostStep, name: string): readonly string[] {
  const list = options?.[name];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

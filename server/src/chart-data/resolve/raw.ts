import type { ResultType } from '@tessera/core/query-object';
import type { ResolvedDataset } from '../dataset.ts';

/** Rows as they are: all columns, no metrics, nothing beside them. */
export function isRaw(type: ResultType): boolean {
  return type === 'samples' || type === 'drill_detail';
}

/** Names on screen by name in the dataset. */
export function verboseNames(dataset: ResolvedDataset): Readonly<Record<string, string>> {
  const names: Record<string, string> = Object.create(null);
  for (const { name, verboseName } of [...dataset.columns, ...dataset.metrics])
    if (verboseName) names[name] = verboseName;
  return names;
}

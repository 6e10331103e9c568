import type { ResolvedDataset } from '../dataset.ts';
import type { Named } from './expressions.ts';

export type LabelMap = Readonly<Record<string, readonly string[]>>;

/** What each result column stands for: names as they are, expressions by their SQL, and verbose names by their name. */
export function labelMap(dimensions: readonly Named[], measures: readonly Named[], dataset: ResolvedDataset): LabelMap {
  const map: Record<string, readonly string[]> = Object.create(null);
  for (const one of [...dimensions, ...measures]) map[one.label] = [one.source];
  const verbose = [...dataset.columns, ...dataset.metrics];
  for (const one of [...dimensions, ...measures]) {
    const name = verbose.find((candidate) => candidate.name === one.label)?.verboseName;
    if (name && map[name] === undefined) map[name] = [one.label];
  }
  return map;
}

/**
 * The map for the columns that came out in the end. Flattened names hold the metric and the dimension values,
 * joined with ", " and with commas inside of a part written as "\,".
 */
export function withResultColumns(map: LabelMap, columns: readonly string[], flattened: boolean): LabelMap {
  const all: Record<string, readonly string[]> = Object.create(null);
  for (const column of columns) {
    const parts = flattened ? column.split(/(?<!\\), /) : [column];
    all[column] = map[column] ?? parts.map((part) => part.replaceAll('\\,', ','));
  }
  for (const [label, parts] of Object.entries(map)) all[label] ??= parts;
  return all;
}

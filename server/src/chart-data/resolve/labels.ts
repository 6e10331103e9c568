import { ownValue } from '@tessera/core/own-value';
import type { ResolvedDataset } from '../dataset.ts';
import { TIMESTAMP_LABEL, type Named } from './expressions.ts';

export type LabelMap = Readonly<Record<string, readonly string[]>>;

/**
 * What each result column stands for: names as they are (the time axis of older queries too), expressions by their SQL,
 * and verbose names by their name.
 */
export function labelMap(dimensions: readonly Named[], measures: readonly Named[], dataset: ResolvedDataset): LabelMap {
  const map: Record<string, readonly string[]> = Object.create(null);
  for (const one of [...dimensions, ...measures])
    map[one.label] = [one.label === TIMESTAMP_LABEL ? one.label : one.source];
  const verbose = [...dataset.columns, ...dataset.metrics];
  for (const one of [...dimensions, ...measures]) {
    const name = verbose.find((candidate) => candidate.name === one.label)?.verboseName;
    if (name && map[name] === undefined) map[name] = [one.label];
  }
  return map;
}

/** The map for the columns that came out in the end, those that a pivot made by their parts, and what went in. */
export function withResultColumns(map: LabelMap, columns: readonly string[], pivoted: LabelMap): LabelMap {
  const all: Record<string, readonly string[]> = Object.create(null);
  for (const column of columns) all[column] = ownValue(pivoted, column) ?? ownValue(map, column) ?? [column];
  for (const [label, parts] of Object.entries(map)) all[label] ??= parts;
  return all;
}

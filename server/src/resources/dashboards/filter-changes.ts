import type { FilterChanges } from './schema.ts';

type Filter = { readonly id: string };

/** The filters of a dashboard after a change ([7.4-04]): replaced and added, then removed, then put in order. */
export function applyFilterChanges(
  present: readonly Filter[],
  { modified = [], deleted = [], reordered = [] }: FilterChanges,
): readonly Filter[] {
  const byId = new Map(present.map((filter) => [filter.id, filter]));
  for (const filter of modified) byId.set(filter.id, filter);
  for (const id of deleted) byId.delete(id);
  const ordered = [...new Set(reordered)].flatMap((id) => byId.get(id) ?? []);
  return [...ordered, ...[...byId.values()].filter((filter) => !reordered.includes(filter.id))];
}

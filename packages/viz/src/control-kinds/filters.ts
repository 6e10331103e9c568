import { conditionsOf } from '@tessera/core/filters/any-of';
import { filtersForSave } from '@tessera/core/filters/adhoc';
import { type AdhocFilter, columnLabel } from '@tessera/core/form-data';
import { defineKind, type Names } from './kind.ts';
import { isRecord, readList } from './read.ts';

/** Conditions that its author chose. */
export type FiltersControl = { readonly kind: 'filters' };

export const filters = defineKind<FiltersControl, readonly AdhocFilter[]>({
  read: readFilters,
  empty: () => [],
  initial: () => [],
  remap: (value, names) => {
    const all = readFilters(value);
    const kept = all.flatMap((one) => remapFilter(one, names) ?? []);
    return { value: kept, isWhole: kept.length === all.length };
  },
  fields: {
    what: 'filters',
    isList: true,
    toList: readFilters,
    fromList: (items) => items,
  },
  save: (value) => filtersForSave(readFilters(value)),
});

export function readFilters(value: unknown): readonly AdhocFilter[] {
  return readList(value, readFilter);
}

function readFilter(value: unknown): AdhocFilter | undefined {
  if (!isRecord(value)) return undefined;
  return value['expressionType'] === 'SIMPLE' || value['expressionType'] === 'SQL' ? (value as AdhocFilter) : undefined;
}

function remapFilter(filter: AdhocFilter, names: Names): AdhocFilter | null {
  const conditions = conditionsOf(filter);
  // Its SQL keeps the names that it was printed with.
  if (conditions) return conditions.every((one) => remapFilter(one, names) !== null) ? filter : null;
  if (filter.expressionType === 'SQL' || !filter.subject) return filter;
  const after = names.column(columnLabel(filter.subject));
  if (after === null) return null;
  return typeof filter.subject === 'string' ? { ...filter, subject: after } : filter;
}

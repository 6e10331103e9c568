import type { QueryColumn } from '@tessera/core/query-object';
import { defineKind, type Names } from './kind.ts';
import { isRecord, readList } from './read.ts';

/** A list of columns. */
export type ColumnsControl = { readonly kind: 'columns' };

export const columns = defineKind<ColumnsControl, readonly QueryColumn[]>({
  read: readColumns,
  empty: () => [],
  initial: () => [],
  remap: (value, names) => {
    const all = readColumns(value);
    const kept = all.flatMap((one) => remapColumn(one, names) ?? []);
    return { value: kept, isWhole: kept.length === all.length };
  },
  fields: {
    what: 'columns',
    isList: true,
    toList: readColumns,
    fromList: (items) => items,
  },
});

export function readColumns(value: unknown): readonly QueryColumn[] {
  return readList(value, readColumn);
}

/** A column of the dataset by name, or one that its author wrote as SQL. */
export function readColumn(value: unknown): QueryColumn | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isRecord(value) || typeof value['sqlExpression'] !== 'string') return undefined;
  return value as QueryColumn;
}

/** A written column names nothing that could be checked here. */
export function remapColumn(value: QueryColumn, names: Names): QueryColumn | null {
  return typeof value === 'string' ? names.column(value) : value;
}

import type { GuessedColumn } from './guess.ts';
import { isBlank } from './known-types.ts';

/** The part of a saved column that the source decides about. */
export type SourceColumn = {
  readonly column_name: string;
  readonly type: string | null;
  readonly type_generic: number | null;
  readonly expression: string | null;
};
export type ColumnChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly from: string | null; readonly to: string }[];
};

/** How the source differs from what is saved. Calculated columns are nobody's but the dataset's. */
export function compareColumns(saved: readonly SourceColumn[], source: readonly GuessedColumn[]): ColumnChanges {
  const before = new Map(saved.filter((column) => !column.expression).map((column) => [column.column_name, column]));
  const now = new Set(source.map((column) => column.column_name));
  return {
    added: source.filter((column) => !before.has(column.column_name)).map((column) => column.column_name),
    removed: [...before.keys()].filter((name) => !now.has(name)),
    changed: source.flatMap((column) => {
      const old = before.get(column.column_name);
      // A database that names no type says nothing against the one that its values had.
      return old && old.type !== column.type && !isBlank(column.type)
        ? [{ name: column.column_name, from: old.type, to: column.type }]
        : [];
    }),
  };
}

import type { ColumnDetail, ListedTable, Reference, TableIndex, TablePath } from '../../../../api/catalog.ts';

type Shared = {
  /** Names the row, and what is open below it. */
  readonly key: string;
  /** From 1. */
  readonly level: number;
  /** Its place among those that stand beside it, from 1. */
  readonly position: number;
  readonly size: number;
};

export type GroupId = 'tab' | 'pinned' | 'recent';
export type GroupRow = Shared & {
  readonly kind: 'group';
  readonly group: GroupId;
  readonly count: number;
  readonly isExpanded: boolean;
};
export type SchemaRow = Shared & {
  readonly kind: 'schema';
  readonly schema: string;
  /** Null while nobody has asked. */
  readonly count: number | null;
  readonly isExpanded: boolean;
  /** Bare names are looked for there. */
  readonly isCurrent: boolean;
};
export type TableRow = Shared & {
  readonly kind: 'table';
  readonly table: ListedTable;
  readonly isExpanded: boolean;
  /** Its schema is notified beside its name, where the tree does not. */
  readonly showsSchema: boolean;
  /** The group or schema in which it stands; null in what was found. */
  readonly place: string | null;
};
export type ColumnRow = Shared & {
  readonly kind: 'column';
  readonly table: ListedTable;
  readonly column: ColumnDetail;
  readonly isPrimary: boolean;
  /** The key to another table that it is a part of. */
  readonly reference: Reference | null;
};
export type ReferenceRow = Shared & {
  readonly kind: 'reference';
  readonly table: ListedTable;
  readonly reference: Reference;
};
export type IndexesRow = Shared & { readonly kind: 'indexes'; readonly count: number; readonly isExpanded: boolean };
export type IndexRow = Shared & { readonly kind: 'index'; readonly index: TableIndex };
/** Something that is known of a table. */
export type FactRow = Shared & {
  readonly kind: 'fact';
  readonly fact: 'comment' | 'partitions';
  readonly text: string;
};
export type NoteRow = Shared & { readonly kind: 'note'; readonly note: 'loading' | 'no_tables' | 'no_columns' | 'cut' };
export type ProblemRow = Shared & {
  readonly kind: 'problem';
  readonly error: unknown;
  /** What could not be read. */
  readonly what: { readonly schema: string } | { readonly table: TablePath } | 'search';
};

/** A line of the schema bar. */
export type TreeRow =
  | GroupRow
  | SchemaRow
  | TableRow
  | ColumnRow
  | ReferenceRow
  | IndexesRow
  | IndexRow
  | FactRow
  | NoteRow
  | ProblemRow;

/** Whether a row opens and closes; null for one that does not. */
export function expansionOf(row: TreeRow): boolean | null {
  return 'isExpanded' in row ? row.isExpanded : null;
}

const NOTE = ' note';

/** Of the note that stands below a row, in the place of what it holds. */
export function noteKey(holder: string): string {
  return `${holder}${NOTE}`;
}

/** The row that a note stood below; null for the key of another row. */
export function holderOfNote(key: string): string | null {
  return key.endsWith(NOTE) ? key.slice(0, -NOTE.length) : null;
}

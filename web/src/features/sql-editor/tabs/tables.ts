export const tableKinds = ['table', 'view', 'materialized_view'] as const;
export type TableKind = (typeof tableKinds)[number];

/** A table that is open in the schema bar of a tab ([3.13-05]); what is known of it is asked of the database. */
export type EditorTable = {
  readonly id: string;
  /** Its number on the server; null until it is stored there. */
  readonly remoteId: number | null;
  readonly dbId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
  readonly kind: TableKind;
  readonly queryEditorId: string;
  readonly expanded: boolean;
  /** Client id of the query that shows its first rows; null where none does. */
  readonly dataPreviewQueryId: string | null;
};

export type TableAction =
  | { readonly type: 'open_table'; readonly table: EditorTable }
  | { readonly type: 'edit_table'; readonly id: string; readonly change: Partial<Omit<EditorTable, 'id'>> }
  | { readonly type: 'close_tables'; readonly ids: readonly string[] };

/** The newest first; a table that is open already is not opened twice. */
export function stepTables(tables: readonly EditorTable[], action: TableAction): readonly EditorTable[] {
  switch (action.type) {
    case 'open_table': {
      const { table } = action;
      const known = tables.find((one) => isSameTable(one, table));
      return known ? [{ ...known, expanded: true }, ...tables.filter((one) => one !== known)] : [table, ...tables];
    }
    case 'edit_table':
      return tables.map((table) => (table.id === action.id ? { ...table, ...action.change } : table));
    case 'close_tables':
      return tables.filter(({ id }) => !action.ids.includes(id));
  }
}

function isSameTable(a: EditorTable, b: EditorTable): boolean {
  return (
    a.queryEditorId === b.queryEditorId &&
    a.dbId === b.dbId &&
    a.catalog === b.catalog &&
    a.schema === b.schema &&
    a.name === b.name
  );
}

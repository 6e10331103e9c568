/** What is known of a database while somebody writes. All of it is at hand at once; what is not is noted as wanted. */

export type TableRef = { readonly catalog: string | null; readonly schema: string | null; readonly name: string };
export type TableEntry = TableRef & { readonly kind: 'table' | 'view' };
export type ColumnEntry = {
  readonly name: string;
  readonly type: string | null;
  readonly comment: string | null;
  /** It is the primary key, or a part of it. */
  readonly isKey: boolean;
};
export type ForeignKey = {
  readonly columns: readonly string[];
  readonly to: TableRef;
  readonly toColumns: readonly string[];
};
export type TableShape = {
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly columns: readonly ColumnEntry[];
  readonly foreignKeys: readonly ForeignKey[];
};

/**
 * What is known of a table; `null` where it has to be fetched, `unknown` where that failed or nobody can say what the
 * name means.
 */
export type ShapeAnswer = TableShape | 'absent' | 'unknown' | null;

export function isShape(answer: ShapeAnswer): answer is TableShape {
  return typeof answer === 'object' && answer !== null;
}

export type FunctionArgument = {
  readonly name: string;
  readonly type: string | null;
  readonly isOptional: boolean;
  /** It may be repeated. */
  readonly isVariadic: boolean;
};
export type FunctionSignature = { readonly arguments: readonly FunctionArgument[]; readonly returns: string | null };
export type FunctionEntry = {
  readonly name: string;
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'table';
  readonly description: string | null;
  readonly signatures: readonly FunctionSignature[];
};

/** A text that somebody keeps under a name. */
export type Snippet = { readonly name: string; readonly description: string; readonly sql: string };
/** What a template may ask. */
export type Macro = { readonly name: string; readonly call: string; readonly description: string };

export type Catalog = {
  /** Of the tab: where a bare name is looked for. */
  readonly schema: string | null;
  readonly schemas: readonly string[];
  /** The tables of a schema; `null` where they are not at hand. */
  readonly tables: (schema: string | null) => readonly TableEntry[] | null;
  /** Tables of all schemas for what is typed, the best first; `null` where they are not at hand. */
  readonly search: (text: string) => readonly TableEntry[] | null;
  readonly shape: (table: TableRef) => ShapeAnswer;
  /** By their names in small letters. */
  readonly functions: ReadonlyMap<string, FunctionEntry>;
  readonly snippets: readonly Snippet[];
  readonly macros: readonly Macro[];
  /** Names that templates find, and their values as they would be shown. */
  readonly parameters: ReadonlyMap<string, string>;
};

/** What was looked for and is not at hand. */
export type Want =
  | { readonly kind: 'shape'; readonly table: TableRef }
  | { readonly kind: 'tables'; readonly schema: string | null }
  | { readonly kind: 'search'; readonly text: string };

/** A catalogue that notes what it was asked and could not tell. */
export function noteWants(catalog: Catalog): { readonly catalog: Catalog; readonly wants: readonly Want[] } {
  const wants: Want[] = [];
  const seen = new Set<string>();
  const noted = <T>(found: T | null, want: Want): T | null => {
    const key = JSON.stringify(want);
    if (found === null && !seen.has(key)) {
      seen.add(key);
      wants.push(want);
    }
    return found;
  };
  return {
    wants,
    catalog: {
      ...catalog,
      tables: (schema) => noted(catalog.tables(schema), { kind: 'tables', schema }),
      search: (text) => noted(catalog.search(text), { kind: 'search', text }),
      shape: (table) => noted(catalog.shape(table), { kind: 'shape', table }),
    },
  };
}

export const emptyCatalog: Catalog = {
  schema: null,
  schemas: [],
  tables: () => null,
  search: () => null,
  shape: () => null,
  functions: new Map(),
  snippets: [],
  macros: [],
  parameters: new Map(),
};

import type { Span } from './lexer.ts';
import type { Fragment } from './script.ts';
import type { Group, Node } from './tree.ts';

/** A name as somebody wrote it, without its quotes. */
export type Name = Span & { readonly text: string; readonly isQuoted: boolean };

/** `a.b.c` */
export type Path = Span & {
  readonly names: readonly Name[];
  /** It ends with a dot: a name is to come. */
  readonly isOpen: boolean;
};

/** What SELECT lists. */
export type Item = Span & {
  readonly nodes: readonly Node[];
  readonly alias: Name | null;
  /** Where it is a column and nothing else. */
  readonly path: Path | null;
  /** `*`, or `t.*` with the names before it. */
  readonly star: readonly Name[] | null;
};

export type Join = {
  /** Where its first word begins. */
  readonly from: number;
  readonly on: Span | null;
  readonly using: Group | null;
  /** CROSS, NATURAL and their like take no condition. */
  readonly takesCondition: boolean;
};

/** What a FROM reads: a table by its name, a query in brackets, or what a function gives. */
export type Source = Span & {
  /** `null` for a query. */
  readonly path: Path | null;
  readonly isCall: boolean;
  readonly query: Query | null;
  readonly isLateral: boolean;
  readonly alias: Name | null;
  /** `AS t (a, b)` */
  readonly columns: readonly Name[];
  readonly join: Join | null;
};

export type ClauseKind =
  | 'verb'
  | 'with'
  | 'select'
  | 'from'
  | 'where'
  | 'group'
  | 'having'
  | 'qualify'
  | 'window'
  | 'order'
  | 'limit'
  | 'offset'
  | 'values'
  | 'insert'
  | 'update'
  | 'set'
  | 'returning'
  | 'describe'
  | 'tail';

/** A clause: from its first word to the next clause. */
export type Clause = Span & {
  readonly kind: ClauseKind;
  /** Behind the words that begin it. */
  readonly body: number;
  readonly nodes: readonly Node[];
};

/** A query of the WITH clause. */
export type Cte = Span & {
  readonly name: Name;
  readonly columns: readonly Name[];
  /** `null` while there is nothing in its brackets, and for a value that has a name. */
  readonly query: Query | null;
};

/** One SELECT, or another statement, with its clauses. */
export type Block = Span & {
  readonly query: Query;
  readonly clauses: readonly Clause[];
  readonly items: readonly Item[];
  readonly sources: readonly Source[];
  /** Queries inside of it, in whatever clause. */
  readonly children: readonly Query[];
};

/** What stands alone or in brackets: one block, or several that UNION and its like join. */
export type Query = Span & {
  readonly role: 'statement' | 'cte' | 'source' | 'value';
  readonly isRecursive: boolean;
  readonly ctes: readonly Cte[];
  readonly blocks: readonly Block[];
  /** The block that it stands in; of a query of WITH the one around that. */
  readonly parent: Block | null;
  /** Of a query of WITH: the query that names it, and its place there. */
  readonly namedBy: { readonly query: Query; readonly index: number } | null;
};

/** A statement as it was understood. */
export type Parsed = {
  readonly fragment: Fragment;
  readonly nodes: readonly Node[];
  readonly root: Query;
};

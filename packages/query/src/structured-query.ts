/**
 * The structured query: what is planned, hashed, coalesced, restricted and explained. SQL is only its printing.
 * Every identifier in it comes from the catalogue of a dataset; every value is bound, never spliced.
 */

export type TimeGrain = string; // ISO 8601 duration as clients send it: PT1H, P1D, P1W, 1969-12-28T00:00:00Z/P1W …

/** A value bound as a parameter. Instants are UTC epoch milliseconds with the column type they are compared with. */
export type Bound =
  | { readonly kind: 'value'; readonly value: string | number | bigint | boolean | null }
  | { readonly kind: 'instant'; readonly epochMs: number; readonly columnType: string | null };

/** Half-open in UTC epoch milliseconds; `null` is open. */
export type Span = { readonly since: number | null; readonly until: number | null };

export type Expression =
  /** A physical column of the source, by its catalogue name. */
  | { readonly kind: 'column'; readonly name: string; readonly type: string | null }
  /** SQL written by a user or a saved expression; checked before it gets here. */
  | { readonly kind: 'sql'; readonly sql: string; readonly type: string | null }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: 'AVG' | 'COUNT' | 'COUNT_DISTINCT' | 'MAX' | 'MIN' | 'SUM';
      readonly of: Expression;
    }
  | { readonly kind: 'count_rows' }
  | {
      readonly kind: 'grain';
      readonly grain: TimeGrain;
      readonly of: Expression;
      readonly zone: string | null;
      /** The rows are of no other time, by the filters of the query; set by the compiler. */
      readonly span?: Span;
    }
  /**
   * Which of these numbers a value is beside: 0 below the first, 1 for the first itself, 2 between it and the second,
   * and so on. Rows that every range between them takes or leaves as a whole.
   */
  | { readonly kind: 'bin'; readonly of: Expression; readonly edges: readonly Edge[] };

/** A number as it is compared: of integers all digits count. */
export type Edge = { readonly number: number; readonly isInteger: boolean };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE' | 'REGEX';

export type Predicate =
  | { readonly kind: 'true' }
  | { readonly kind: 'and'; readonly of: readonly Predicate[] }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'compare'; readonly op: Comparison; readonly left: Expression; readonly right: Bound }
  | { readonly kind: 'in'; readonly left: Expression; readonly values: readonly Bound[]; readonly negated: boolean }
  | { readonly kind: 'null'; readonly left: Expression; readonly negated: boolean }
  | { readonly kind: 'boolean'; readonly left: Expression; readonly value: boolean }
  /** Half-open in time: since <= expression < until; a null end is open. */
  | {
      readonly kind: 'time_range';
      readonly left: Expression;
      readonly since: number | null;
      readonly until: number | null;
      readonly columnType: string | null;
    }
  /** The value of the newest partition; where partitions are not known, the greatest of the source. */
  | { readonly kind: 'newest'; readonly left: Expression }
  /** `isRule`: written by administrators as a rule on rows, which may hold sub-queries and any function. */
  | { readonly kind: 'sql'; readonly sql: string; readonly isRule?: boolean }
  /**
   * Asked of rows that the rules leave, and of no other: a database may turn the order of conditions round. Set by the
   * compiler.
   */
  | { readonly kind: 'guarded'; readonly rules: Predicate; readonly of: Predicate }
  /** Stands for row-level rules in texts for users who may not read them; such a text is never run. */
  | { readonly kind: 'hidden_rules' };

export type Dimension = { readonly label: string; readonly expression: Expression };
export type Measure = { readonly label: string; readonly expression: Expression };

export type Source = (
  | { readonly kind: 'table'; readonly catalog: string | null; readonly schema: string | null; readonly table: string }
  | {
      readonly kind: 'sql';
      readonly sql: string;
      /** Tables that stand in the query with the rows that rules leave; the rest of a query sees no others. */
      readonly restricted?: readonly RestrictedTable[];
    }
) & { /** Left out where whoever asks may name whatever the source has. */ readonly names?: SourceNames };

/** A table of which the query of a virtual dataset reads the rows that rules leave. */
export type RestrictedTable = {
  readonly table: { readonly catalog: string | null; readonly schema: string | null; readonly table: string };
  /** Row-level rules alone, which bind no values. */
  readonly rules: Predicate;
  /** The most rows that are read of them, the first ones; left out for all. */
  readonly rows?: number;
  /** What these rows are called in the query. */
  readonly name: string;
  /** The name that means them too, wherever the query writes it without a schema; `null` for none. */
  readonly shadows: string | null;
};

/** What expressions of users who ask may name of a source. */
export type SourceNames = {
  /** Columns of the source that the dataset has. */
  readonly columns: readonly string[];
  /** Expressions of the dataset itself: whoever edits it may name any column of the source. */
  readonly saved: ReadonlySet<string>;
};

export type Ordering = {
  readonly by: { readonly label: string } | { readonly expression: Expression };
  readonly ascending: boolean;
};

/** Keep the top series only, by a measure; the others are dropped or gathered under the literal 'Others'. */
export type SeriesLimit = {
  readonly dimensions: readonly string[];
  readonly limit: number;
  readonly by: Expression;
  readonly descending: boolean;
  readonly groupOthers: boolean;
};

export type StructuredQuery = {
  readonly source: Source;
  readonly dimensions: readonly Dimension[];
  /** `null`: raw rows without GROUP BY. An empty list groups by the dimensions alone. */
  readonly measures: readonly Measure[] | null;
  readonly where: Predicate;
  readonly having: Predicate;
  /** Row-level security. A part of the query itself, so that hash, cache and every reader carry it. */
  readonly security: Predicate;
  readonly orderBy: readonly Ordering[];
  readonly seriesLimit: SeriesLimit | null;
  readonly limit: number | null;
  readonly offset: number;
  /** SELECT COUNT(*) AS rowcount over the limited query. */
  readonly rowCountOnly: boolean;
};

/**
 * A text that users wrote, as it stands in a compiled query.
 *
 * `expression`: a metric, a column or a condition; `rule`: the condition of a row-level rule; both are asked of `from`.
 * `query`: the query of a virtual dataset, or one of the SQL editor; `statement`: one of the editor that changes
 * something.
 */
export type WrittenSql =
  | {
      readonly kind: 'expression' | 'rule';
      readonly sql: string;
      /** FROM text of the source. */
      readonly from: string;
      /** The columns that it may name, and what the source is called; left out where it may name any. */
      readonly names?: { readonly columns: readonly string[]; readonly source: string };
    }
  | { readonly kind: 'query'; readonly sql: string }
  /** What tells of tables, settings and plans, on a connection that reads only: nobody but the database reads it. */
  | { readonly kind: 'about'; readonly sql: string }
  | {
      readonly kind: 'statement';
      readonly sql: string;
      /** Whoever wrote it may run what no parser can read, too. */
      readonly mayBeUnread?: true;
    };

/** SQL text with its parameters in placeholder order. */
export type CompiledQuery = {
  readonly text: string;
  readonly parameters: readonly Bound[];
  /**
   * What users wrote of the text; empty where all of it is the product's own. Nothing else is read a second time, so
   * nobody may forget it.
   */
  readonly written: readonly WrittenSql[];
};

const identities = new WeakMap<Source, Source>();

/** What tells a source from another; what may be named of it belongs to the version of its dataset. */
export function sourceIdentity(source: Source): Source {
  const known = identities.get(source);
  if (known) return known;
  const { names: _, ...identity } = source;
  identities.set(source, identity);
  return identity;
}

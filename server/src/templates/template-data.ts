import type { QueryFilter } from '@tessera/core/query-object';
import type { Output } from './marked-outputs.ts';

/** The user as macros tell it; null for nobody and for guests. */
export type TemplateUser = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly roles: readonly string[];
};

/** A time range: the text as written, and its bounds in UTC epoch milliseconds (null is open). */
export type TemplateTimeRange = { readonly text: string; readonly since: number | null; readonly until: number | null };

/** Everything that a template may know, as plain data: nothing else of the server reaches the sandbox. */
export type TemplateData = {
  /** Name of the SQL dialect: decides quoting and how instants are written. */
  readonly dialect: string;
  readonly user: TemplateUser | null;
  /** Clauses of the row-level rules of the user on the dataset; null where there is none. */
  readonly rlsRules: readonly string[] | null;
  readonly urlParams: {
    /** Of the request itself. */
    readonly request: Readonly<Record<string, string>>;
    /** Saved in form data. */
    readonly form: Readonly<Record<string, string>>;
  };
  /** SIMPLE filters of the query, with those of the dashboard merged in. */
  readonly filters: readonly QueryFilter[];
  /** Bounds of the outer query; null where it has no time range. */
  readonly timeRange: TemplateTimeRange | null;
  /** Ranges of TEMPORAL_RANGE filters by column. */
  readonly timeFilters: Readonly<Record<string, TemplateTimeRange>>;
  /** Main time column and types of time columns, to write instants in the column's own type. */
  readonly timeColumn: string | null;
  readonly columnTypes: Readonly<Record<string, string | null>>;
  /** Raw values of the query object under the names that templates know. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Parameters of the database, the dataset or the editor tab, later ones first. */
  readonly params: Readonly<Record<string, unknown>>;
};

/** Something that a macro needs from outside the sandbox; it is fetched, and the template is rendered again. */
export type Lookup =
  | {
      readonly kind: 'dataset';
      readonly id: number;
      readonly includeMetrics: boolean;
      readonly columns: readonly string[] | null;
    }
  | { readonly kind: 'metric'; readonly key: string; readonly datasetId: number | null }
  | { readonly kind: 'partitions'; readonly table: string }
  | { readonly kind: 'sub_partition'; readonly table: string; readonly fixed: Readonly<Record<string, string>> };

export type LookupAnswer =
  | {
      readonly ok: true;
      readonly value: string | readonly string[] | null;
      /** The value holds clauses of row-level rules. */ readonly holdsRules?: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Stable text of a lookup, by which its answer is found in the next round. */
export function lookupKey(lookup: Lookup): string {
  return JSON.stringify(lookup);
}

export type RenderRequest = {
  readonly text: string;
  readonly data: TemplateData;
  readonly answers: Readonly<Record<string, LookupAnswer>>;
  /** Tell what expressions printed. */ readonly isFollowed?: true;
};

/** What one rendering used, besides its text. */
export type TemplateUse = {
  /** Values that separate cache entries, in order of use. */
  readonly cacheKeys: readonly unknown[];
  /** Columns whose filters the template took over, so that the outer query leaves them out. */
  readonly removedFilters: readonly string[];
  /** Columns with filters that macros read, taken over or not. */
  readonly readFilters: readonly string[];
  /**
   * Where a followed template printed what its author did not write; and the SQL fragments that macros made of values.
   */
  readonly outputs: readonly Output[];
  readonly pieces: readonly string[];
};

export type RenderReply =
  | ({ readonly kind: 'rendered'; readonly text: string } & TemplateUse)
  | { readonly kind: 'lookups'; readonly lookups: readonly Lookup[] }
  | { readonly kind: 'failed'; readonly failure: 'missing' | 'invalid' | 'limit'; readonly reason: string };

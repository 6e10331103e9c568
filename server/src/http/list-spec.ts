import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { TSchema } from 'typebox';
import type { RisonValue } from '@tessera/core/rison';
import type { Principal } from '../principal.ts';
import type { Tables } from '../metadata/tables.ts';
import type { RoutePermission, View } from '../permissions.ts';
import type { SecurityEvent } from './app-types.ts';

/** How values of a column are compared; it decides the operators of the column. */
export type FilterKind =
  | 'text'
  | 'integer'
  | 'flag'
  /** ISO text in its column. */
  | 'time'
  /** Milliseconds since 1970 in its column. */
  | 'epoch_ms'
  | 'relation_one'
  | 'relation_many';

/** A column of the list. Dots in its name place the value inside a related object: `owners.first_name`. */
export type ListColumn = {
  /** Title case of the name when left out. */
  readonly label?: string;
  readonly description?: string;
  /**
   * SQL over the base table: makes the column sortable, and with `filter` filterable. Use correlated sub-queries for
   * other tables.
   */
  readonly sql?: RawBuilder<unknown>;
  readonly filter?: FilterKind;
  /** `false`: filterable but not sortable. */
  readonly order?: boolean;
  /** What it is sorted by where that depends on who asks, and `sql` is left out. */
  readonly orderBy?: (principal: Principal) => RawBuilder<unknown>;
  /** Who may ask about its values; everybody when left out. Rows leave them out by themselves. */
  readonly readable?: (principal: Principal) => boolean;
  /** `false`: answered only when asked for by name. */
  readonly shown?: boolean;
  /**
   * For `relation_many`: whether the row is related to this id, as an EXISTS over the join table.
   * `relation_one` compares `sql` itself, which is the foreign key.
   */
  readonly relatedTo?: (id: number) => RawBuilder<SqlBool>;
};

/**
 * A search with a name of its own: `(col:slice_name,opr:chart_all_text,value:x)`.
 * @throws AppError invalid_fields for a
 * value that it cannot read
 */
type Search = (value: RisonValue, principal: Principal) => RawBuilder<SqlBool>;

export type Choice = {
  readonly value: number | string;
  readonly text: string;
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Where the choices of a related column come from. */
export type RelatedSource = {
  /** Table and what of it the principal may see, for instance `FROM users WHERE deleted_on IS NULL`. */
  readonly from: (principal: Principal) => RawBuilder<unknown>;
  readonly value: RawBuilder<number | string>;
  readonly text: RawBuilder<string>;
  /** More columns of the source, by alias, that `extra` reads. */
  readonly more?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly extra?: (row: Readonly<Record<string, unknown>>, principal: Principal) => Readonly<Record<string, unknown>>;
};

export type JsonRow = Readonly<Record<string, unknown>>;

/** One list resource: everything that `listRoutes` needs to serve list, info, related, distinct and bulk delete. */
export type ListSpec = {
  /** Address below /api/v1 and noun of messages: `chart` serves `/chart/` and says 'Deleted 2 charts'. */
  readonly path: string;
  readonly noun: string;
  /** Plural of the noun when it is not the noun with an s. */
  readonly plural?: string;
  /** `List Slice` */
  readonly title: string;
  readonly table: keyof Tables &
    (
      | 'users'
      | 'roles'
      | 'databases'
      | 'datasets'
      | 'charts'
      | 'dashboards'
      | 'logs'
      | 'rls_rules'
      | 'annotation_layers'
      | 'css_templates'
      | 'annotations'
      | 'query_log'
      | 'sql_queries'
      | 'tags'
      | 'saved_queries'
    );
  /** Its rows are those that were deleted, and not those that live. */
  readonly isTrash?: true;
  readonly view: View;
  readonly read: RoutePermission;
  readonly columns: Readonly<Record<string, ListColumn>>;
  /**
   * Columns of the table whose texts may be megabytes: filters by them, and searches named `all_text`, are looked at a
   * slice at a time, between other requests.
   */
  readonly longTexts?: readonly string[];
  /** Order when the client names none. The id breaks ties. */
  readonly defaultOrder: { readonly column: string; readonly direction: 'asc' | 'desc' };
  readonly searches?: Readonly<Record<string, Readonly<Record<string, Search>>>>;
  readonly related?: Readonly<Record<string, RelatedSource>>;
  /** Columns whose different values can be listed, by their SQL. */
  readonly distinct?: Readonly<Record<string, RawBuilder<string | null>>>;
  /** What the principal may see, over the base table; null is everything. Counts, related and distinct obey it too. */
  readonly visible: (principal: Principal) => RawBuilder<SqlBool> | null;
  /** Whole rows in the order of the ids, nested as the API shows them; the list picks the columns asked for. */
  readonly rows: (ids: readonly number[], principal: Principal) => Promise<readonly JsonRow[]>;
  /** A whole row; an answer has the columns of it that were asked for. Any row where it is left out. */
  readonly row?: TSchema;
  /** Bodies of POST and PUT, for `_info`. */
  readonly addSchema?: TSchema;
  readonly editSchema?: TSchema;
  /** Bulk delete: deletes all or none and resolves to their number. @throws AppError not_found, forbidden, in_use */
  readonly remove?: {
    /** What the security log calls it. */
    readonly audited?: SecurityEvent;
    readonly permission: RoutePermission;
    readonly run: (principal: Principal, ids: readonly number[]) => Promise<number>;
  };
};

export type ListContext = { readonly db: Kysely<Tables> };

import type { Generated } from 'kysely';

/** What the SQL editor stores: the queries that ran, those that were saved, and the tabs of each user. */

/** A query that somebody ran in the SQL editor. */
export type SqlQueriesTable = {
  readonly id: Generated<number>;
  /** Chosen by the client; names the query in its calls. */
  readonly client_id: string;
  readonly user_id: number;
  readonly database_id: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** As it was written, templates and all. */
  readonly sql: string;
  /** What the database was sent, with its limit. */
  readonly executed_sql: string | null;
  readonly sql_editor_id: string | null;
  readonly tab_name: string | null;
  /** A state of [4.9-01]. */
  readonly status: string;
  /** 0 to 100. */
  readonly progress: Generated<number>;
  readonly rows: number | null;
  /** The most rows that were asked for. */
  readonly row_limit: number | null;
  /** What bounded the rows: NOT_LIMITED, QUERY, DROPDOWN or QUERY_AND_DROPDOWN. */
  readonly limiting_factor: string | null;
  /** Names the cached result; null before there is one. */
  readonly results_key: string | null;
  readonly select_as_cta: Generated<number>;
  readonly ctas_method: string | null;
  readonly tmp_table_name: string | null;
  readonly tmp_schema_name: string | null;
  /** Values of the template parameters (JSON). */
  readonly template_params: string | null;
  readonly run_async: Generated<number>;
  readonly is_data_preview: Generated<number>;
  /** What ran of it, statement by statement (JSON). */
  readonly statements: string | null;
  readonly error_message: string | null;
  /** JSON list of errors as the API answers them. */
  readonly errors: string | null;
  /** Of what its database was sent, row-level rules and all. */
  readonly rules_digest: string | null;
  /** Milliseconds since 1970, as clients count. */
  readonly start_ms: number;
  readonly start_running_ms: number | null;
  readonly end_ms: number | null;
  readonly changed_on: string;
};

/** A saved query. `Audited` columns as every object of users has them. */
export type SavedQueriesTable = {
  readonly id: Generated<number>;
  readonly uuid: string;
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by: number | null;
  readonly changed_by: number | null;
  readonly version: Generated<number>;
  readonly deleted_on: string | null;
  readonly label: string;
  readonly description: string | null;
  readonly database_id: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly template_parameters: string | null;
  /** Schedule and other settings (JSON). */
  readonly extra_json: string | null;
  readonly last_run: string | null;
  /** Rows of the last run. */
  readonly rows: number | null;
  /** A path that its owner chose, parts joined by `/`; null is the top. */
  readonly folder: string | null;
  /** 1: everybody who may use its database sees it. */
  readonly is_shared: Generated<number>;
};

/** Whom the owner of a saved query gave it to. */
export type SavedQueryReadersTable = {
  readonly saved_query_id: number;
  readonly kind: 'user' | 'role';
  readonly reader_id: number;
};

/** The text of a saved query as each save left it. */
export type SavedQueryVersionsTable = {
  readonly saved_query_id: number;
  readonly version: number;
  readonly label: string;
  readonly sql: string;
  readonly template_parameters: string | null;
  readonly created_on: string;
  readonly created_by: number | null;
};

/** A tab of the SQL editor ([3.13-01]). */
export type EditorTabsTable = {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly label: string;
  readonly active: Generated<number>;
  readonly database_id: number | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string | null;
  readonly query_limit: number | null;
  /** `client_id` of a query. */
  readonly latest_query_id: string | null;
  readonly saved_query_id: number | null;
  readonly autorun: Generated<number>;
  readonly template_params: string | null;
  readonly hide_left_bar: Generated<number>;
  /** Version, time of the last change and extras (JSON). */
  readonly extra_json: string | null;
  /** The name that the browser gave it before the server knew it; a second push of the same tab finds it. */
  readonly client_id: string | null;
  /** Raised by each change of what the tab says; two browser tabs compare it. */
  readonly revision: Generated<number>;
  readonly created_on: string;
  readonly changed_on: string;
};

/** A table that is open in the schema bar of a tab ([3.13-05]). */
export type EditorTablesTable = {
  readonly id: Generated<number>;
  readonly tab_id: number;
  readonly database_id: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
  /** What was known of the table when it was opened (JSON). */
  readonly description: string | null;
  readonly expanded: Generated<number>;
};

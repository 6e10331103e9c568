import type { Generated } from 'kysely';
import type {
  EditorTablesTable,
  EditorTabsTable,
  SavedQueriesTable,
  SavedQueryReadersTable,
  SavedQueryVersionsTable,
  SqlQueriesTable,
} from './sql-editor-tables.ts';

/**
 * The metadata database, one type per table; migrations/ makes them on SQLite and PostgreSQL.
 * Instants are ISO 8601 text in UTC, flags are 0/1, JSON is text: both databases hold the same.
 */

type Id = { readonly id: Generated<number>; readonly uuid: string };

/** Every object that users make: who, when, which version, and whether it is in the trash. */
type Audited = Id & {
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by: number | null;
  readonly changed_by: number | null;
  /** Raised by each write; `If-Match` is compared with it. */
  readonly version: Generated<number>;
  readonly deleted_on: string | null;
};

type Certified = { readonly certified_by: string | null; readonly certification_details: string | null };

export type UsersTable = Audited & {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly is_active: Generated<number>;
  /** Raised to end every session and token of the user. */
  readonly session_epoch: Generated<number>;
  readonly login_count: Generated<number>;
  readonly last_login: string | null;
};
export type RolesTable = Audited & { readonly name: string; readonly is_builtin: Generated<number> };
/** `view` is a name of permissions.ts, or `dataset:ID` / `database:ID` with datasource_access / database_access. */
type RolePermissionsTable = { readonly role_id: number; readonly permission: string; readonly view: string };
type UserRolesTable = { readonly user_id: number; readonly role_id: number };
type SessionsTable = {
  /** SHA-256 of the cookie's token, hex. */
  readonly token_hash: string;
  readonly user_id: number | null;
  readonly csrf_secret: string;
  readonly created_on: string;
  readonly expires_on: string;
};
export type DatabasesTable = Audited & {
  readonly database_name: string;
  /** Registry key of the engine: duckdb, sqlite, postgresql … */
  readonly engine: string;
  /** Structured, allow-listed connection fields (JSON), never a driver string. */
  readonly parameters: string;
  /** Encrypted JSON of the secret fields; written, never read back. */
  readonly secrets: string | null;
  readonly allow_dml: Generated<number>;
  readonly allow_ctas: Generated<number>;
  readonly allow_cvas: Generated<number>;
  readonly allow_run_async: Generated<number>;
  readonly allow_file_upload: Generated<number>;
  readonly expose_in_sqllab: Generated<number>;
  /** Where CREATE TABLE AS and CREATE VIEW AS of the SQL editor write; null: where its user says. */
  readonly force_ctas_schema: string | null;
  readonly cache_timeout: number | null;
  /** Other settings (JSON): metadata cache times, limits … */
  readonly extra: string;
  /** 1: made by the product (the samples), so that they can be removed in one action. */
  readonly is_sample: Generated<number>;
};
export type DatasetsTable = Audited &
  Certified & {
    readonly database_id: number;
    readonly catalog: string | null;
    readonly schema: string | null;
    readonly table_name: string;
    /** The query of a virtual dataset; null for a physical one. */
    readonly sql: string | null;
    readonly description: string | null;
    readonly main_dttm_col: string | null;
    /** Time zone of its time columns (IANA); null is UTC. */
    readonly time_zone: string | null;
    readonly default_endpoint: string | null;
    readonly offset: Generated<number>;
    readonly cache_timeout: number | null;
    readonly filter_select_enabled: Generated<number>;
    readonly fetch_values_predicate: string | null;
    readonly normalize_columns: Generated<number>;
    readonly always_filter_main_dttm: Generated<number>;
    readonly template_params: string | null;
    readonly extra: string | null;
    readonly is_managed_externally: Generated<number>;
    readonly external_url: string | null;
  };
/** An accelerated dataset. Instants are ISO text; `version` 0: nothing was made yet. */
export type DatasetExtractsTable = {
  readonly dataset_id: number;
  /** Column whose values only grow, so that newer rows are added; null: all rows are read each time. */
  readonly watermark: string | null;
  /** How often, as JSON. */
  readonly schedule: string;
  /** In whose name it is refreshed. */
  readonly user_id: number | null;
  readonly version: Generated<number>;
  /** What of the dataset it was made of; another one makes it unusable. */
  readonly signature: string | null;
  /** Its columns, and what they stand for, as JSON. */
  readonly shape: string | null;
  readonly row_count: number | null;
  readonly bytes: number | null;
  readonly reached: string | null;
  /** When the source was read for it. */
  readonly read_on: string | null;
  readonly took_ms: number | null;
  readonly next_on: string | null;
  /** What of the dataset was last tried. */
  readonly tried: string | null;
  /** The refresh that is under way, or was last, and its job. */
  readonly run_id: string | null;
  readonly job_id: string | null;
  readonly began_on: string | null;
  readonly progress: string | null;
  /** Why the last refresh failed, as an error list in JSON. */
  readonly failure: string | null;
  readonly failed_on: string | null;
};
/** When a column or metric of a dataset was made and changed. */
type Dated = { readonly created_on: string | null; readonly changed_on: string | null };
export type DatasetColumnsTable = Id &
  Certified &
  Dated & {
    readonly dataset_id: number;
    readonly position: number;
    readonly column_name: string;
    readonly verbose_name: string | null;
    /** Type name of the source database; null where it gives none. */
    readonly type: string | null;
    readonly type_generic: number | null;
    readonly is_dttm: Generated<number>;
    readonly is_active: Generated<number>;
    readonly groupby: Generated<number>;
    readonly filterable: Generated<number>;
    /** SQL of a calculated column; null for one of the source. */
    readonly expression: string | null;
    readonly description: string | null;
    readonly python_date_format: string | null;
    readonly warning_text: string | null;
    readonly extra: string | null;
  };
export type DatasetMetricsTable = Id &
  Certified &
  Dated & {
    readonly dataset_id: number;
    readonly position: number;
    readonly metric_name: string;
    readonly verbose_name: string | null;
    readonly metric_type: string | null;
    readonly expression: string;
    readonly description: string | null;
    readonly d3format: string | null;
    readonly currency: string | null;
    readonly warning_text: string | null;
    readonly extra: string | null;
  };
export type ChartsTable = Audited &
  Certified & {
    readonly slice_name: string;
    readonly viz_type: string;
    readonly datasource_id: number | null;
    readonly datasource_type: string;
    /** Form data (JSON text), stored as sent. */
    readonly params: string | null;
    readonly query_context: string | null;
    readonly description: string | null;
    readonly cache_timeout: number | null;
    readonly last_saved_on: string | null;
    readonly last_saved_by: number | null;
    readonly is_managed_externally: Generated<number>;
    readonly external_url: string | null;
  };
export type DashboardsTable = Audited &
  Certified & {
    readonly dashboard_title: string;
    readonly slug: string | null;
    readonly position_json: string | null;
    readonly json_metadata: string | null;
    readonly css: string | null;
    readonly description: string | null;
    readonly published: Generated<number>;
    readonly is_managed_externally: Generated<number>;
    readonly external_url: string | null;
    readonly folder_id: Generated<number | null>;
  };
/** What a dashboard was after a save: the columns that its editors write, as JSON. */
type DashboardVersionsTable = {
  readonly dashboard_id: number;
  readonly version: number;
  readonly created_on: string;
  readonly created_by: number | null;
  readonly content: string;
  /** What the save changed, as a list of operations; null for the first. */
  readonly changes: string | null;
  /** Letters of both. */
  readonly size: Generated<number>;
};
type DashboardChartsTable = { readonly dashboard_id: number; readonly chart_id: number };
type DashboardRolesTable = { readonly dashboard_id: number; readonly role_id: number };

const ownedTypes = ['chart', 'dashboard', 'dataset', 'folder'] as const;
export type OwnedType = (typeof ownedTypes)[number];
type OwnersTable = { readonly object_type: OwnedType; readonly object_id: number; readonly user_id: number };
/** What a user can star. */
export type StarredType = Exclude<OwnedType, 'folder'> | 'tag' | 'saved_query';
type FavoritesTable = {
  readonly user_id: number;
  readonly object_type: StarredType;
  readonly object_id: number;
  readonly created_on: string;
};

/** Short-lived and shared state by key: explore form data, permalinks, filter state. */
type KeyValueTable = {
  readonly key: string;
  readonly resource: string;
  readonly value: string;
  readonly created_by: number | null;
  readonly created_on: string;
  readonly expires_on: string | null;
};
export type LogsTable = {
  readonly id: Generated<number>;
  readonly action: string;
  readonly user_id: number | null;
  readonly dashboard_id: number | null;
  readonly slice_id: number | null;
  readonly dataset_id: Generated<number | null>;
  readonly json: string | null;
  readonly duration_ms: number | null;
  readonly dttm: string;
};
export type RlsRulesTable = Audited & {
  readonly name: string;
  readonly description: string | null;
  /** `Regular` applies to the roles of the rule, `Base` to everybody but them. */
  readonly filter_type: 'Regular' | 'Base';
  /** Rules of one group are joined by OR, groups by AND. */
  readonly group_key: string | null;
  readonly clause: string;
};
type RlsRuleDatasetsTable = { readonly rule_id: number; readonly dataset_id: number };
type RlsRuleRolesTable = { readonly rule_id: number; readonly role_id: number };

/** Moments and spans of time with a text, drawn over charts. */
/** What is said about a dashboard or a chart on it; `parent_id` is the comment that it answers. */
export type DashboardCommentsTable = {
  readonly id: Generated<number>;
  readonly dashboard_id: number;
  readonly parent_id: number | null;
  readonly chart_id: number | null;
  readonly text: string;
  /** What was set when it was written, as JSON. */
  readonly state: string | null;
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by: number | null;
  readonly resolved_on: string | null;
  readonly resolved_by: number | null;
};
type CommentMentionsTable = { readonly comment_id: number; readonly user_id: number; readonly seen_on: string | null };
/** Styles that dashboards begin with. */
export type CssTemplatesTable = Audited & { readonly template_name: string; readonly css: string };
export type AnnotationLayersTable = Audited & { readonly name: string; readonly descr: string | null };
export type AnnotationsTable = Audited & {
  readonly layer_id: number;
  readonly short_descr: string;
  readonly long_descr: string | null;
  /** Both ends as instants; a moment ends when it starts. */
  readonly start_dttm: string;
  readonly end_dttm: string;
  readonly json_metadata: string | null;
};

/** Words that users group charts, dashboards and saved queries by. */
export type TagsTable = Audited & {
  readonly name: string;
  /** The name without its case; unique. */
  readonly name_key: string;
  readonly description: string | null;
};
/** `query` is a saved query, as scripts call it. */
export const taggedTypes = ['chart', 'dashboard', 'query'] as const;
export type TaggedType = (typeof taggedTypes)[number];
type TaggedObjectsTable = { readonly tag_id: number; readonly object_type: TaggedType; readonly object_id: number };

/** Queries that users asked; it outlives the objects that it names. */
export type QueryLogTable = {
  readonly id: Generated<number>;
  readonly start_time: string;
  readonly duration_ms: number;
  readonly user_id: number | null;
  readonly username: string;
  readonly source: string;
  /** Result type that was asked for. */
  readonly kind: string;
  readonly database_id: number | null;
  readonly database_name: string | null;
  readonly dataset_id: number | null;
  readonly dataset_name: string | null;
  /** `own`, `dashboard` or `dashboard_filter`; null in entries of older versions. */
  readonly path: string | null;
  readonly chart_id: number | null;
  readonly dashboard_id: number | null;
  readonly status: string;
  readonly error_code: string | null;
  /** What the user was shown; null where it was a fault of the server, which its own log tells. */
  readonly error: string | null;
  readonly rows: number | null;
  readonly is_cached: number;
  readonly sql: string | null;
};

export const jobStates = ['queued', 'running', 'done', 'error'] as const;
export type JobState = (typeof jobStates)[number];
/** Work that outlives its request and, if need be, its server. */
export type JobsTable = {
  readonly id: string;
  readonly kind: string;
  /** What to do (JSON); only the kind's own handler reads it. */
  readonly payload: string;
  readonly user_id: number;
  /** Where its events go. */
  readonly channel: string;
  readonly state: JobState;
  readonly attempts: Generated<number>;
  /** The running process; null unless running. */
  readonly worker: string | null;
  /** Raised by each claim: a worker whose lease was lost cannot write with its old one. */
  readonly token: Generated<number>;
  /** Beyond it the job is free for others. */
  readonly lease_until: string | null;
  /** When somebody last showed that they wait for it. */
  readonly seen_on: string;
  /** When its user asked to stop it. */
  readonly cancel_on: string | null;
  /** JSON list of errors as the API answers them. */
  readonly errors: string;
  readonly created_on: string;
  readonly ended_on: string | null;
  /** Id of the event of its end; null until it was published. */
  readonly event_id: string | null;
};

/** Who asked to see a dashboard; one request per user and dashboard. */
type AccessRequestsTable = {
  readonly id: Generated<number>;
  readonly dashboard_id: number;
  readonly user_id: number;
  readonly created_on: string;
  /** `given` or `dismissed`; null while it is open. */
  readonly decision: string | null;
  readonly decided_on: string | null;
  readonly decided_by: number | null;
};

/** Other sites show this dashboard to guests under this uuid. */
type EmbeddedDashboardsTable = {
  readonly uuid: string;
  readonly dashboard_id: number;
  /** JSON list of the sites that may embed it; an empty one is any. */
  readonly allowed_domains: string;
  readonly created_on: string;
  readonly created_by: number | null;
  readonly changed_on: string;
  readonly changed_by: number | null;
};

/** Facts of this installation: the setup token's hash, samples loaded or removed … */
type SettingsTable = { readonly key: string; readonly value: string };

/** A folder of dashboards. */
type FoldersTable = Audited & {
  readonly name: string;
  readonly parent_id: number | null;
};
/** Every folder above one, and itself. */
type FolderAncestorsTable = { readonly folder_id: number; readonly ancestor_id: number };
type FolderRolesTable = { readonly folder_id: number; readonly role_id: number };

export type Tables = {
  readonly users: UsersTable;
  readonly roles: RolesTable;
  readonly role_permissions: RolePermissionsTable;
  readonly user_roles: UserRolesTable;
  readonly sessions: SessionsTable;
  readonly databases: DatabasesTable;
  readonly datasets: DatasetsTable;
  readonly dataset_columns: DatasetColumnsTable;
  readonly dataset_metrics: DatasetMetricsTable;
  readonly dataset_extracts: DatasetExtractsTable;
  readonly charts: ChartsTable;
  readonly dashboards: DashboardsTable;
  readonly dashboard_versions: DashboardVersionsTable;
  readonly dashboard_charts: DashboardChartsTable;
  readonly dashboard_roles: DashboardRolesTable;
  readonly owners: OwnersTable;
  readonly favorites: FavoritesTable;
  readonly key_value: KeyValueTable;
  readonly logs: LogsTable;
  readonly settings: SettingsTable;
  readonly rls_rules: RlsRulesTable;
  readonly rls_rule_datasets: RlsRuleDatasetsTable;
  readonly rls_rule_roles: RlsRuleRolesTable;
  readonly dashboard_comments: DashboardCommentsTable;
  readonly comment_mentions: CommentMentionsTable;
  readonly css_templates: CssTemplatesTable;
  readonly annotation_layers: AnnotationLayersTable;
  readonly annotations: AnnotationsTable;
  readonly tags: TagsTable;
  readonly tagged_objects: TaggedObjectsTable;
  readonly access_requests: AccessRequestsTable;
  readonly embedded_dashboards: EmbeddedDashboardsTable;
  readonly folders: FoldersTable;
  readonly folder_ancestors: FolderAncestorsTable;
  readonly folder_roles: FolderRolesTable;
  readonly jobs: JobsTable;
  readonly sql_queries: SqlQueriesTable;
  readonly saved_queries: SavedQueriesTable;
  readonly saved_query_versions: SavedQueryVersionsTable;
  readonly saved_query_readers: SavedQueryReadersTable;
  readonly editor_tabs: EditorTabsTable;
  readonly editor_tables: EditorTablesTable;
  readonly query_log: QueryLogTable;
};

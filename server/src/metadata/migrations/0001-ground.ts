import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { MetadataDialect } from '../metadata.ts';
import type { Migration } from '../migration.ts';
import type { Tables } from '../tables.ts';

type Table = CreateTableBuilder<string, string>;

/** Every table of the first version; tables.ts says what the columns mean. */
export const ground: Migration = {
  name: '0001-ground',
  up: async (db, dialect) => {
    const make = maker(db, dialect);
    await people(make);
    await data(make);
    await content(make);
    await state(make);
    await indexes(db);
  },
};

type Make = ReturnType<typeof maker>;

function maker(db: Kysely<Tables>, dialect: MetadataDialect) {
  const withId = (table: Table): Table =>
    dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
  const numbered = (name: string): Table => withId(db.schema.createTable(name));
  return {
    plain: (name: string): Table => db.schema.createTable(name),
    numbered,
    object: (name: string): Table => numbered(name).addColumn('uuid', 'text', (column) => column.notNull().unique()),
    audited: (name: string): Table =>
      required(
        numbered(name).addColumn('uuid', 'text', (column) => column.notNull().unique()),
        'created_on',
        'changed_on',
      )
        .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('deleted_on', 'text'),
  };
}

const required = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
const optional = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text'), table);
const flag = (table: Table, name: string, value: 0 | 1): Table =>
  table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(value));
const certified = (table: Table): Table => optional(table, 'certified_by', 'certification_details');
const external = (table: Table): Table => flag(optional(table, 'external_url'), 'is_managed_externally', 0);
const reference = (table: Table, name: string, target: string): Table =>
  table.addColumn(name, 'integer', (column) => column.notNull().references(target).onDelete('cascade'));

async function people({ plain, audited }: Make): Promise<void> {
  const users = optional(
    required(audited('users'), 'username', 'first_name', 'last_name', 'email'),
    'password_hash',
    'last_login',
  );
  await flag(flag(flag(users, 'is_active', 1), 'session_epoch', 0), 'login_count', 0).execute();
  await flag(required(audited('roles'), 'name'), 'is_builtin', 0).execute();
  await required(reference(plain('role_permissions'), 'role_id', 'roles.id'), 'permission', 'view')
    .addPrimaryKeyConstraint('role_permissions_pk', ['role_id', 'permission', 'view'])
    .execute();
  await reference(reference(plain('user_roles'), 'user_id', 'users.id'), 'role_id', 'roles.id')
    .addPrimaryKeyConstraint('user_roles_pk', ['user_id', 'role_id'])
    .execute();
  await required(
    plain('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade')),
    'csrf_secret',
    'created_on',
    'expires_on',
  ).execute();
}

async function data({ audited, object }: Make): Promise<void> {
  let databases = optional(
    required(audited('databases'), 'database_name', 'engine', 'parameters', 'extra'),
    'secrets',
  ).addColumn('cache_timeout', 'integer');
  for (const name of ['allow_dml', 'allow_ctas', 'allow_cvas', 'allow_run_async', 'allow_file_upload', 'is_sample'])
    databases = flag(databases, name, 0);
  await flag(databases, 'expose_in_sqllab', 1).execute();

  const datasets = optional(
    required(external(certified(audited('datasets'))), 'table_name')
      .addColumn('database_id', 'integer', (column) => column.notNull().references('databases.id'))
      .addColumn('cache_timeout', 'integer'),
    'catalog',
    'schema',
    'sql',
    'description',
    'main_dttm_col',
    'time_zone',
    'default_endpoint',
    'fetch_values_predicate',
    'template_params',
    'extra',
  );
  await flag(
    flag(flag(flag(datasets, 'offset', 0), 'filter_select_enabled', 1), 'normalize_columns', 0),
    'always_filter_main_dttm',
    0,
  ).execute();

  const columns = optional(
    required(certified(reference(object('dataset_columns'), 'dataset_id', 'datasets.id')), 'column_name')
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('type_generic', 'integer'),
    'verbose_name',
    'type',
    'expression',
    'description',
    'python_date_format',
    'warning_text',
    'extra',
  );
  await flag(flag(flag(flag(columns, 'is_dttm', 0), 'is_active', 1), 'groupby', 1), 'filterable', 1).execute();

  await optional(
    required(
      certified(reference(object('dataset_metrics'), 'dataset_id', 'datasets.id')),
      'metric_name',
      'expression',
    ).addColumn('position', 'integer', (column) => column.notNull()),
    'verbose_name',
    'metric_type',
    'description',
    'd3format',
    'currency',
    'warning_text',
    'extra',
  ).execute();
}

async function content({ plain, audited }: Make): Promise<void> {
  await optional(
    required(external(certified(audited('charts'))), 'slice_name', 'viz_type', 'datasource_type'),
    'params',
    'query_context',
    'description',
    'last_saved_on',
  )
    .addColumn('datasource_id', 'integer')
    .addColumn('cache_timeout', 'integer')
    .addColumn('last_saved_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await flag(
    optional(
      required(external(certified(audited('dashboards'))), 'dashboard_title'),
      'slug',
      'position_json',
      'json_metadata',
      'css',
      'description',
    ),
    'published',
    0,
  ).execute();
  await reference(reference(plain('dashboard_charts'), 'dashboard_id', 'dashboards.id'), 'chart_id', 'charts.id')
    .addPrimaryKeyConstraint('dashboard_charts_pk', ['dashboard_id', 'chart_id'])
    .execute();
  await reference(reference(plain('dashboard_roles'), 'dashboard_id', 'dashboards.id'), 'role_id', 'roles.id')
    .addPrimaryKeyConstraint('dashboard_roles_pk', ['dashboard_id', 'role_id'])
    .execute();
}

async function state({ plain, numbered }: Make): Promise<void> {
  const owned = (name: string): Table =>
    reference(
      required(plain(name), 'object_type').addColumn('object_id', 'integer', (column) => column.notNull()),
      'user_id',
      'users.id',
    );
  await owned('owners').addPrimaryKeyConstraint('owners_pk', ['object_type', 'object_id', 'user_id']).execute();
  await required(owned('favorites'), 'created_on')
    .addPrimaryKeyConstraint('favorites_pk', ['user_id', 'object_type', 'object_id'])
    .execute();
  await optional(
    required(
      plain('key_value').addColumn('key', 'text', (column) => column.primaryKey()),
      'resource',
      'value',
      'created_on',
    ),
    'expires_on',
  )
    .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await optional(required(numbered('logs'), 'action', 'dttm'), 'json')
    .addColumn('user_id', 'integer')
    .addColumn('dashboard_id', 'integer')
    .addColumn('slice_id', 'integer')
    .addColumn('duration_ms', 'double precision')
    .execute();
  await required(
    plain('settings').addColumn('key', 'text', (column) => column.primaryKey()),
    'value',
  ).execute();
}

/** Names are unique among what is not in the trash. */
const uniqueNames = [
  ['users', ['username']],
  ['users', ['email']],
  ['roles', ['name']],
  ['databases', ['database_name']],
  ['dashboards', ['slug']],
] as const;

const lookups = [
  ['user_roles', ['role_id']],
  ['sessions', ['user_id']],
  ['sessions', ['expires_on']],
  ['datasets', ['database_id']],
  ['dataset_columns', ['dataset_id', 'position']],
  ['dataset_metrics', ['dataset_id', 'position']],
  ['charts', ['datasource_id']],
  ['charts', ['changed_on']],
  ['dashboards', ['changed_on']],
  ['datasets', ['changed_on']],
  ['dashboard_charts', ['chart_id']],
  ['owners', ['user_id', 'object_type']],
  ['favorites', ['object_type', 'object_id']],
  ['key_value', ['expires_on']],
  ['logs', ['user_id', 'dttm']],
  ['logs', ['dttm']],
] as const;

async function indexes(db: Kysely<Tables>): Promise<void> {
  for (const [table, columns] of uniqueNames) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}_unique`)
      .on(table)
      .columns([...columns])
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
  }
  for (const [table, columns] of lookups) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

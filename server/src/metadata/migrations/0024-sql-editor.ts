import type { CreateTableBuilder, Kysely } from 'kysely';
import type { MetadataDialect } from '../metadata.ts';
import type { Migration } from '../migration.ts';
import type { Tables } from '../tables.ts';

type Table = CreateTableBuilder<string, string>;
type Make = (name: string) => Table;

/** The SQL editor: queries that ran, saved queries with their versions, tabs and the tables open in them. */
export const sqlEditor: Migration = {
  name: '0024-sql-editor',
  up: async (db, dialect) => {
    const make = numbered(db, dialect);
    await queries(db, make);
    await savedQueries(db, make);
    await tabs(db, make);
  },
};

function numbered(db: Kysely<Tables>, dialect: MetadataDialect): Make {
  return (name) => {
    const table = db.schema.createTable(name);
    return dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
  };
}

const texts = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text'), table);
const numbers = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'integer'), table);
/** Milliseconds since 1970, exact in both databases. */
const instants = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'double precision'), table);
const flags = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)), table);
const required = (table: Table, ...names: readonly string[]): Table =>
  names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
const owned = (table: Table, name: string, target: string): Table =>
  table.addColumn(name, 'integer', (column) => column.notNull().references(target).onDelete('cascade'));
const by = (table: Table, name: string): Table =>
  table.addColumn(name, 'integer', (column) => column.references('users.id').onDelete('set null'));

async function queries(db: Kysely<Tables>, make: Make): Promise<void> {
  const named = required(owned(owned(make('sql_queries'), 'user_id', 'users.id'), 'database_id', 'databases.id'), 'sql')
    .addColumn('client_id', 'text', (column) => column.notNull().unique())
    .addColumn('start_ms', 'double precision', (column) => column.notNull());
  const described = texts(
    required(named, 'status', 'changed_on'),
    'catalog',
    'schema',
    'executed_sql',
    'sql_editor_id',
    'tab_name',
    'limiting_factor',
    'results_key',
    'ctas_method',
    'tmp_table_name',
    'tmp_schema_name',
    'template_params',
    'statements',
    'error_message',
    'errors',
  );
  const counted = numbers(flags(described, 'progress', 'select_as_cta', 'run_async', 'is_data_preview'), 'rows');
  await instants(numbers(counted, 'row_limit'), 'start_running_ms', 'end_ms').execute();
  await db.schema.createIndex('sql_queries_by_user').on('sql_queries').columns(['user_id', 'start_ms']).execute();
  await db.schema.createIndex('sql_queries_by_change').on('sql_queries').column('changed_on').execute();
}

async function savedQueries(db: Kysely<Tables>, make: Make): Promise<void> {
  const audited = required(make('saved_queries'), 'created_on', 'changed_on')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1));
  const named = required(
    owned(by(by(audited, 'created_by'), 'changed_by'), 'database_id', 'databases.id'),
    'label',
    'sql',
  );
  await texts(
    named,
    'deleted_on',
    'description',
    'catalog',
    'schema',
    'template_parameters',
    'extra_json',
    'last_run',
  ).execute();
  const versions = required(
    owned(db.schema.createTable('saved_query_versions'), 'saved_query_id', 'saved_queries.id'),
    'label',
    'sql',
    'created_on',
  ).addColumn('version', 'integer', (column) => column.notNull());
  await by(texts(versions, 'template_parameters'), 'created_by')
    .addPrimaryKeyConstraint('saved_query_versions_pk', ['saved_query_id', 'version'])
    .execute();
}

async function tabs(db: Kysely<Tables>, make: Make): Promise<void> {
  const tab = required(owned(make('editor_tabs'), 'user_id', 'users.id'), 'label', 'created_on', 'changed_on');
  await texts(
    numbers(flags(tab, 'active', 'autorun', 'hide_left_bar'), 'database_id', 'query_limit', 'saved_query_id'),
    'catalog',
    'schema',
    'sql',
    'latest_query_id',
    'template_params',
    'extra_json',
  ).execute();
  await db.schema.createIndex('editor_tabs_by_user').on('editor_tabs').column('user_id').execute();
  const table = required(owned(make('editor_tables'), 'tab_id', 'editor_tabs.id'), 'name').addColumn(
    'database_id',
    'integer',
    (column) => column.notNull(),
  );
  await texts(flags(table, 'expanded'), 'catalog', 'schema', 'description').execute();
  await db.schema.createIndex('editor_tables_by_tab').on('editor_tables').column('tab_id').execute();
}

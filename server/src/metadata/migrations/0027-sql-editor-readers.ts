import type { Migration } from '../migration.ts';

/**
 * Saved queries have folders and readers, tabs a revision and the name that their browser gave them, and a database the
 * schema that CREATE … AS of the editor writes to.
 */
export const sqlEditorReaders: Migration = {
  name: '0027-sql-editor-readers',
  up: async (db) => {
    await db.schema.alterTable('databases').addColumn('force_ctas_schema', 'text').execute();
    const queries = () => db.schema.alterTable('saved_queries');
    await queries().addColumn('folder', 'text').execute();
    await queries().addColumn('rows', 'integer').execute();
    await queries()
      .addColumn('is_shared', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('saved_query_readers')
      .addColumn('saved_query_id', 'integer', (column) =>
        column.notNull().references('saved_queries.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('reader_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('saved_query_readers_pk', ['saved_query_id', 'kind', 'reader_id'])
      .execute();
    const tabs = () => db.schema.alterTable('editor_tabs');
    await tabs().addColumn('client_id', 'text').execute();
    await tabs()
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    const index = (name: string, table: string, columns: readonly string[]) =>
      db.schema
        .createIndex(name)
        .on(table)
        .columns([...columns]);
    await index('saved_query_readers_by_reader', 'saved_query_readers', ['kind', 'reader_id']).execute();
    await index('saved_queries_by_owner', 'saved_queries', ['created_by']).execute();
    await index('saved_queries_by_database', 'saved_queries', ['database_id']).execute();
    await index('editor_tabs_by_client', 'editor_tabs', ['user_id', 'client_id']).unique().execute();
  },
};

import type { Migration } from '../migration.ts';

/**
 * Every query that users asked, with what came of it. It has no keys to other tables: it outlives what it tells about.
 */
export const queryLog: Migration = {
  name: '0004-query-log',
  up: async (db, dialect) => {
    const table =
      dialect === 'sqlite'
        ? db.schema.createTable('query_log').addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : db.schema
            .createTable('query_log')
            .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await table
      .addColumn('start_time', 'text', (column) => column.notNull())
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('database_id', 'integer')
      .addColumn('database_name', 'text')
      .addColumn('dataset_id', 'integer')
      .addColumn('dataset_name', 'text')
      .addColumn('chart_id', 'integer')
      .addColumn('dashboard_id', 'integer')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('error_code', 'text')
      .addColumn('rows', 'integer')
      .addColumn('is_cached', 'integer', (column) => column.notNull())
      .addColumn('sql', 'text')
      .execute();
    await db.schema.createIndex('query_log_start_time').on('query_log').column('start_time').execute();
    await db.schema.createIndex('query_log_user_id').on('query_log').columns(['user_id', 'start_time']).execute();
    await db.schema.createIndex('query_log_dataset_id').on('query_log').columns(['dataset_id', 'start_time']).execute();
  },
};

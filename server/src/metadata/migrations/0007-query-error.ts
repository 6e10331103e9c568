import type { Migration } from '../migration.ts';

/** The message of a failed query, and a way to the queries of one database that does not read the whole log. */
export const queryError: Migration = {
  name: '0007-query-error',
  up: async (db) => {
    await db.schema.alterTable('query_log').addColumn('error', 'text').execute();
    await db.schema
      .createIndex('query_log_database_id')
      .on('query_log')
      .columns(['database_id', 'start_time'])
      .execute();
  },
};

import type { Migration } from '../migration.ts';

/** A query of the SQL editor has the row-level rules under which it ran: its rows are shown while they are the same. */
export const sqlQueryRules: Migration = {
  name: '0028-sql-query-rules',
  up: async (db) => {
    await db.schema.alterTable('sql_queries').addColumn('rules_digest', 'text').execute();
  },
};

import type { Migration } from '../migration.ts';

/** By which right a query reached its dataset: the principal's own, or a dashboard. Older entries do not say. */
export const queryPath: Migration = {
  name: '0017-query-path',
  up: async (db) => {
    await db.schema.alterTable('query_log').addColumn('path', 'text').execute();
  },
};

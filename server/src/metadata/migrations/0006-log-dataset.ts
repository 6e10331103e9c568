import type { Migration } from '../migration.ts';

/** An event may be about a dataset too, so that datasets are among what a user opened of late. */
export const logDataset: Migration = {
  name: '0006-log-dataset',
  up: async (db) => {
    await db.schema.alterTable('logs').addColumn('dataset_id', 'integer').execute();
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Columns and metrics tell when they were made and changed; those that are there were, as far as is known, with their
 * dataset.
 */
export const datasetParts: Migration = {
  name: '0009-dataset-parts',
  up: async (db) => {
    for (const table of ['dataset_columns', 'dataset_metrics'] as const) {
      for (const column of ['created_on', 'changed_on'] as const) {
        await db.schema.alterTable(table).addColumn(column, 'text').execute();
        const ofDataset = sql`(select ${sql.ref(`datasets.${column}`)} from datasets where datasets.id =
          ${sql.ref(`${table}.dataset_id`)})`;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${ofDataset}`.execute(db);
      }
    }
  },
};

import type { Migration } from '../migration.ts';

/** Accelerated datasets: how each is stored, what was made last, and what is being made. */
export const datasetExtracts: Migration = {
  name: '0026-dataset-extracts',
  up: async (db) => {
    await db.schema
      .createTable('dataset_extracts')
      .addColumn('dataset_id', 'integer', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
      .addColumn('watermark', 'text')
      .addColumn('schedule', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('signature', 'text')
      .addColumn('shape', 'text')
      .addColumn('row_count', 'double precision')
      .addColumn('bytes', 'double precision')
      .addColumn('reached', 'text')
      .addColumn('read_on', 'text')
      .addColumn('took_ms', 'double precision')
      .addColumn('next_on', 'text')
      .addColumn('tried', 'text')
      .addColumn('run_id', 'text')
      .addColumn('job_id', 'text')
      .addColumn('began_on', 'text')
      .addColumn('progress', 'text')
      .addColumn('failure', 'text')
      .addColumn('failed_on', 'text')
      .execute();
    await db.schema.createIndex('dataset_extracts_next').on('dataset_extracts').column('next_on').execute();
  },
};

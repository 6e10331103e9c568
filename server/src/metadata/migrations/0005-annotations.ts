import { sql, type CreateTableBuilder } from 'kysely';
import type { Migration } from '../migration.ts';

/** Layers of annotations, and the annotations in them. */
export const annotations: Migration = {
  name: '0005-annotations',
  up: async (db, dialect) => {
    const table = (name: string) =>
      audited(
        dialect === 'sqlite'
          ? db.schema.createTable(name).addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
          : db.schema
              .createTable(name)
              .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity()),
      );
    await table('annotation_layers')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('descr', 'text')
      .execute();
    await table('annotations')
      .addColumn('layer_id', 'integer', (column) =>
        column.notNull().references('annotation_layers.id').onDelete('cascade'),
      )
      .addColumn('short_descr', 'text', (column) => column.notNull())
      .addColumn('long_descr', 'text')
      .addColumn('start_dttm', 'text', (column) => column.notNull())
      .addColumn('end_dttm', 'text', (column) => column.notNull())
      .addColumn('json_metadata', 'text')
      .execute();
    await db.schema.createIndex('annotations_by_layer').on('annotations').columns(['layer_id', 'start_dttm']).execute();
    // Names are free again when their object is in the trash.
    await db.schema
      .createIndex('annotation_layers_name')
      .on('annotation_layers')
      .column('name')
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
    await db.schema
      .createIndex('annotations_name')
      .on('annotations')
      .columns(['layer_id', 'short_descr'])
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
  },
};

function audited<Name extends string>(table: CreateTableBuilder<Name, 'id'>) {
  return table
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('deleted_on', 'text');
}

import type { Migration } from '../migration.ts';

/** Tags, and the charts and dashboards that carry them. */
export const tags: Migration = {
  name: '0019-tags',
  up: async (db, dialect) => {
    const table =
      dialect === 'sqlite'
        ? db.schema.createTable('tags').addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : db.schema
            .createTable('tags')
            .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await table
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_on', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .execute();
    await db.schema.createIndex('tags_name_key').on('tags').column('name_key').unique().execute();
    await db.schema
      .createTable('tagged_objects')
      .addColumn('tag_id', 'integer', (column) => column.notNull().references('tags.id').onDelete('cascade'))
      .addColumn('object_type', 'text', (column) => column.notNull())
      .addColumn('object_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('tagged_objects_pk', ['tag_id', 'object_type', 'object_id'])
      .execute();
    await db.schema
      .createIndex('tagged_objects_by_object')
      .on('tagged_objects')
      .columns(['object_type', 'object_id'])
      .execute();
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Folders of dashboards, their roles, and for each folder those above it with itself. */
export const folders: Migration = {
  name: '0025-folders',
  up: async (db, dialect) => {
    const made = db.schema.createTable('folders');
    const table =
      dialect === 'sqlite'
        ? made.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : made.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await table
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_on', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('parent_id', 'integer')
      .execute();
    // Two folders of one name beside each other cannot be distinguished.
    await db.schema
      .createIndex('folders_name')
      .on('folders')
      .expression(sql`coalesce(parent_id, 0), name`)
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
    for (const [name, other, target] of [
      ['folder_ancestors', 'ancestor_id', 'folders.id'],
      ['folder_roles', 'role_id', 'roles.id'],
    ] as const)
      await db.schema
        .createTable(name)
        .addColumn('folder_id', 'integer', (column) => column.notNull().references('folders.id').onDelete('cascade'))
        .addColumn(other, 'integer', (column) => column.notNull().references(target).onDelete('cascade'))
        .addPrimaryKeyConstraint(`${name}_pk`, ['folder_id', other])
        .execute();
    await db.schema.alterTable('dashboards').addColumn('folder_id', 'integer').execute();
    await db.schema.createIndex('dashboards_by_folder').on('dashboards').column('folder_id').execute();
  },
};

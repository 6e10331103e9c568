import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Styles that dashboards begin with. */
export const cssTemplates: Migration = {
  name: '0022-css-templates',
  up: async (db, dialect) => {
    const table = db.schema.createTable('css_templates');
    await (
      dialect === 'sqlite'
        ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
    )
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_on', 'text')
      .addColumn('template_name', 'text', (column) => column.notNull())
      .addColumn('css', 'text', (column) => column.notNull())
      .execute();
    // Names are free again when their object is in the trash.
    await db.schema
      .createIndex('css_templates_name')
      .on('css_templates')
      .column('template_name')
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
  },
};

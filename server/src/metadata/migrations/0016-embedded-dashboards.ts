import type { Migration } from '../migration.ts';

/** Dashboards that other sites show to guests, each under a uuid of its own that can be taken back. */
export const embeddedDashboards: Migration = {
  name: '0016-embedded-dashboards',
  up: async (db) => {
    await db.schema
      .createTable('embedded_dashboards')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('dashboard_id', 'integer', (column) =>
        column.notNull().unique().references('dashboards.id').onDelete('cascade'),
      )
      .addColumn('allowed_domains', 'text', (column) => column.notNull())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .execute();
  },
};

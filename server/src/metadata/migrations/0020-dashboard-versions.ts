import type { Migration } from '../migration.ts';

/** What dashboards were at each save. */
export const dashboardVersions: Migration = {
  name: '0020-dashboard-versions',
  up: async (db) => {
    await db.schema
      .createTable('dashboard_versions')
      .addColumn('dashboard_id', 'integer', (column) =>
        column.notNull().references('dashboards.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('dashboard_versions_pk', ['dashboard_id', 'version'])
      .execute();
  },
};

import type { Migration } from '../migration.ts';

/** Who asked to see a dashboard, and what came of it; one request per user and dashboard. */
export const accessRequests: Migration = {
  name: '0014-access-requests',
  up: async (db, dialect) => {
    const table =
      dialect === 'sqlite'
        ? db.schema
            .createTable('access_requests')
            .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : db.schema
            .createTable('access_requests')
            .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await table
      .addColumn('dashboard_id', 'integer', (column) =>
        column.notNull().references('dashboards.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('decision', 'text')
      .addColumn('decided_on', 'text')
      .addColumn('decided_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addUniqueConstraint('access_requests_once', ['dashboard_id', 'user_id'])
      .execute();
  },
};

import type { Migration } from '../migration.ts';

/** What is said about dashboards, and who is named in it. */
export const dashboardComments: Migration = {
  name: '0023-dashboard-comments',
  up: async (db, dialect) => {
    const table = db.schema.createTable('dashboard_comments');
    await (
      dialect === 'sqlite'
        ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
    )
      .addColumn('dashboard_id', 'integer', (column) =>
        column.notNull().references('dashboards.id').onDelete('cascade'),
      )
      .addColumn('parent_id', 'integer', (column) => column.references('dashboard_comments.id').onDelete('cascade'))
      .addColumn('chart_id', 'integer', (column) => column.references('charts.id').onDelete('set null'))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('state', 'text')
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('resolved_on', 'text')
      .addColumn('resolved_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await db.schema
      .createIndex('dashboard_comments_by_dashboard')
      .on('dashboard_comments')
      .column('dashboard_id')
      .execute();
    await db.schema
      .createTable('comment_mentions')
      .addColumn('comment_id', 'integer', (column) =>
        column.notNull().references('dashboard_comments.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('seen_on', 'text')
      .addPrimaryKeyConstraint('comment_mentions_pk', ['comment_id', 'user_id'])
      .execute();
    await db.schema.createIndex('comment_mentions_by_user').on('comment_mentions').column('user_id').execute();
  },
};

import type { Migration } from '../migration.ts';

/** Work that outlives the request which asked for it. */
export const jobs: Migration = {
  name: '0003-jobs',
  up: async (db) => {
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('worker', 'text')
      .addColumn('token', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_until', 'text')
      .addColumn('seen_on', 'text', (column) => column.notNull())
      .addColumn('cancel_on', 'text')
      .addColumn('errors', 'text', (column) => column.notNull())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('ended_on', 'text')
      .addColumn('event_id', 'text')
      .execute();
    await db.schema.createIndex('jobs_state').on('jobs').columns(['state', 'created_on']).execute();
    await db.schema.createIndex('jobs_channel').on('jobs').columns(['channel', 'state']).execute();
    await db.schema.createIndex('jobs_ended_on').on('jobs').columns(['event_id', 'ended_on']).execute();
  },
};

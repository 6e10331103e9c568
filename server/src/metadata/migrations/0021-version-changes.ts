import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What each save changed stands beside it, so that a list of versions reads none of them whole. */
export const versionChanges: Migration = {
  name: '0021-version-changes',
  up: async (db) => {
    await db.schema.alterTable('dashboard_versions').addColumn('changes', 'text').execute();
    await db.schema
      .alterTable('dashboard_versions')
      .addColumn('size', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update dashboard_versions set size = length(content)`.execute(db);
  },
};

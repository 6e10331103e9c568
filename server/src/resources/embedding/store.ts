import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type EmbeddingRow = Selectable<Tables['embedded_dashboards']>;
export type EmbeddingStore = ReturnType<typeof createEmbeddingStore>;

/** Embeddings in the metadata database. One of a dashboard in the trash is not there. */
export function createEmbeddingStore(db: Kysely<Tables>) {
  const alive = () =>
    db
      .selectFrom('embedded_dashboards')
      .innerJoin('dashboards', 'dashboards.id', 'embedded_dashboards.dashboard_id')
      .selectAll('embedded_dashboards')
      .where('dashboards.deleted_on', 'is', null);
  return {
    ofDashboard: async (dashboardId: number): Promise<EmbeddingRow | null> =>
      (await alive().where('dashboard_id', '=', dashboardId).executeTakeFirst()) ?? null,

    /** Those that exist. */
    among: async (uuids: readonly string[]): Promise<readonly EmbeddingRow[]> =>
      uuids.length === 0 ? [] : alive().where('embedded_dashboards.uuid', 'in', uuids).execute(),

    /** One embedding per dashboard: a second write changes the first. */
    put: async (row: EmbeddingRow): Promise<void> => {
      const { allowed_domains, changed_on, changed_by } = row;
      await db
        .insertInto('embedded_dashboards')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('dashboard_id').doUpdateSet({ allowed_domains, changed_on, changed_by }),
        )
        .execute();
    },

    remove: async (dashboardId: number): Promise<void> => {
      await db.deleteFrom('embedded_dashboards').where('dashboard_id', '=', dashboardId).execute();
    },
  };
}

import type { App } from '../http/app-types.ts';
import { editorTabRoutes } from '../resources/editor-tabs/routes.ts';
import { createTabService } from '../resources/editor-tabs/service.ts';
import { createTabStore } from '../resources/editor-tabs/store.ts';
import { createFavoriteStore } from '../resources/favorites/store.ts';
import { savedQueryRoutes } from '../resources/saved-queries/routes.ts';
import { createSavedQueryService } from '../resources/saved-queries/service.ts';
import { createSavedQueryStore } from '../resources/saved-queries/store.ts';
import { presentQuery } from '../resources/queries/present.ts';
import type { Ground } from './ground.ts';
import type { SqlEditor } from './sql-editor.ts';

export type SqlStores = ReturnType<typeof createSqlStores>;

/** What the SQL editor keeps for its users: tabs, saved queries, links. */
export function createSqlStores({ db, now }: Ground, { queryStore }: Pick<SqlEditor, 'queryStore'>) {
  const savedQueryStore = createSavedQueryStore(db);
  const savedQueries = createSavedQueryService({ queries: savedQueryStore, favorites: createFavoriteStore(db), now });
  const tabs = createTabService({
    tabs: createTabStore(db),
    query: async (userId, clientId) => {
      const row = await queryStore.find({ clientId });
      return row?.user_id === userId ? presentQuery(row) : null;
    },
    seesSavedQuery: savedQueries.sees,
    now,
  });
  return { tabs, savedQueries, savedQueryStore };
}

/** Addresses outside `/api/v1`. */
export async function registerPlainSqlStores(app: App, { tabs }: SqlStores): Promise<void> {
  await app.register(editorTabRoutes(tabs));
}

/** Addresses below `/api/v1`. */
export async function registerSqlStores(api: App, { savedQueries }: SqlStores, { db, now }: Ground): Promise<void> {
  await api.register(savedQueryRoutes(savedQueries, { db, now }));
}

import type { App } from '../http/app-types.ts';
import { editorTabRoutes } from '../resources/editor-tabs/routes.ts';
import { createTabService } from '../resources/editor-tabs/service.ts';
import { createTabStore } from '../resources/editor-tabs/store.ts';
import type { Ground } from './ground.ts';

export type SqlStores = ReturnType<typeof createSqlStores>;

/** What the SQL editor keeps for its users: tabs, saved queries, links. */
export function createSqlStores({ db, now }: Ground) {
  const tabs = createTabService({
    tabs: createTabStore(db),
    query: async () => null,
    seesSavedQuery: async () => false,
    now,
  });
  return { tabs };
}

/** Addresses outside `/api/v1`. */
export async function registerPlainSqlStores(app: App, { tabs }: SqlStores): Promise<void> {
  await app.register(editorTabRoutes(tabs));
}

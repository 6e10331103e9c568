import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { listRoutes } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { plural, trashLists } from './list.ts';
import { RestoredBody, TrashIds } from './schema.ts';
import type { TrashService } from './service.ts';

/** `/trash/chart/…`, `/trash/dashboard/…` and so on: what was deleted, restoring it, and removing it for good. */
export function trashRoutes(trash: TrashService, context: ListContext): (app: App) => Promise<void> {
  return async (app) => {
    for (const { kind, list } of trashLists(trash)) {
      listRoutes(app, context, list);
      app.post(`/trash/${kind}/restore`, {
        config: { permission: list.read },
        schema: {
          summary: `Take ${plural[kind]} out of the trash`,
          tags: ['Trash'],
          body: TrashIds,
          response: { 200: RestoredBody, ...errorResponses },
        },
        handler: async (request) => trash.restore(request.principal, kind, request.body.ids),
      });
    }
  };
}

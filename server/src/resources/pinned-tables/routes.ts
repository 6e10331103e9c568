import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { IdParams } from '../item-shapes.ts';
import { PinnedTables } from './schema.ts';
import type { PinnedTableService } from './service.ts';

const tags = ['SQL Lab'];
const response = { 200: Type.Object({ result: PinnedTables }), ...errorResponses };

/** `/database/{id}/pinned_tables/`: tables that one keeps at hand. */
export function pinnedTableRoutes(pinned: PinnedTableService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/database/:id/pinned_tables/', {
      config: { permission: 'can_read SQLLab' },
      schema: { summary: 'Tables that one has pinned', tags, params: IdParams, response },
      handler: async ({ principal, params }) => ({
        result: { tables: [...(await pinned.read(principal, params.id))] },
      }),
    });

    app.put('/database/:id/pinned_tables/', {
      config: { permission: 'can_read SQLLab' },
      schema: {
        summary: 'Replace the tables that one has pinned',
        tags,
        params: IdParams,
        body: PinnedTables,
        response,
      },
      handler: async ({ principal, params, body }) => ({
        result: { tables: [...(await pinned.write(principal, params.id, body.tables))] },
      }),
    });
  };
}

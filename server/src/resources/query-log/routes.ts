import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { listRoutes } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { queryLogList } from './list.ts';
import { LoggedQuery } from './schema.ts';
import type { QueryLogStore } from './store.ts';

/** `/querylog/…`: every query that was asked, for admins. */
export function queryLogRoutes(
  queries: QueryLogStore,
  context: ListContext,
  now: () => Date,
): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, queryLogList(queries, now));

    app.get('/querylog/:id', {
      config: { permission: 'can_read Log' },
      schema: {
        summary: 'A query that was asked',
        tags: ['Query log'],
        params: IdParams,
        response: {
          200: Type.Object({ id: Type.Integer(), result: LoggedQuery }),
          ...errorResponses,
        },
      },
      handler: async (request) => {
        const [row] = await queries.byIds([request.params.id]);
        if (!row) throw new AppError('not_found', {});
        return { id: row.id, result: row };
      },
    });
  };
}

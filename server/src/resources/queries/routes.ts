import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { Q, readObject } from '../../http/list-query.ts';
import { listRoutes } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { QueryItem, StopBody, Stopped, UpdatedQueries } from './schema.ts';
import type { QueryService } from './service.ts';

const tags = ['Queries'];

/** `/query/…`: the history of the SQL editor, and the stop of what runs. */
export function queryRoutes(service: QueryService, context: ListContext, list: ListSpec): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, list);

    app.post('/query/stop', {
      config: { permission: 'can_read Query' },
      schema: {
        summary: 'Stop a query in the database itself',
        tags,
        body: StopBody,
        response: { 200: Stopped, ...errorResponses },
      },
      handler: async (request) => {
        await service.stop(request.principal, request.body.client_id);
        return { result: 'OK' as const };
      },
    });

    app.get('/query/updated_since', {
      config: { permission: 'can_read Query' },
      schema: {
        summary: 'Own queries that changed since, the oldest change first',
        tags,
        querystring: Q,
        response: { 200: UpdatedQueries, ...errorResponses },
      },
      handler: async (request) => ({
        result: await service.updatedSince(request.principal, sinceOf(request.query.q)),
      }),
    });

    app.get('/query/:id', {
      config: { permission: 'can_read Query' },
      schema: {
        summary: 'A query of the history, by its number or its client_id',
        tags,
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        response: { 200: QueryItem, ...errorResponses },
      },
      handler: async (request) => service.item(request.principal, request.params.id),
    });
  };
}

/** @throws AppError invalid_rison, invalid_fields */
function sinceOf(q: string | undefined): number {
  const { last_updated_ms: since = 0 } = readObject(q);
  const ms = typeof since === 'string' ? Number(since) : since;
  if (typeof ms === 'number' && Number.isFinite(ms) && Math.abs(ms) <= 8.64e15) return ms;
  throw new AppError('invalid_fields', { fields: { last_updated_ms: [message('Not a valid number.')] } });
}

import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { pick } from '../../http/list-answer.ts';
import { parseIds, Q, readObject } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { FavoriteStatus, IdParams, idOrUuid, KeyParams, PickedColumns, Starred } from '../item-shapes.ts';
import { ChartAudienceBody, ChartItem, ChartPost, ChartPut, ChartSeenBody } from './schema.ts';
import type { ChartService } from './service.ts';

const tags = ['Chart'];

/** `/chart/…`: list, item, save, delete and stars. */
export function chartRoutes(charts: ChartService, context: ListContext, list: ListSpec): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, list);

    app.get('/chart/favorite_status/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Which charts are starred',
        tags,
        querystring: Q,
        response: { 200: FavoriteStatus, ...errorResponses },
      },
      handler: async (request) => ({
        result: [...(await charts.favoriteStatus(request.principal, parseIds(request.query.q)))],
      }),
    });

    app.get('/chart/:key', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'One chart by id or uuid',
        tags,
        params: KeyParams,
        querystring: Q,
        response: { 200: Type.Object({ result: Type.Union([ChartItem, PickedColumns]) }), ...errorResponses },
      },
      handler: async (request, reply) => {
        const item = await charts.read(request.principal, idOrUuid(request.params.key));
        const { columns } = readObject(request.query.q);
        const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
        void reply.header('ETag', `"${item.version}"`);
        return { result: names.length === 0 ? item : pick(item, names) };
      },
    });

    app.get('/chart/:id/audience', {
      config: { permission: 'can_write Chart' },
      schema: {
        summary: 'Who a chart is open to',
        tags,
        params: IdParams,
        response: { 200: Type.Object({ result: ChartAudienceBody }), ...errorResponses },
      },
      handler: async ({ principal, params }) => ({ result: await charts.audience(principal, params.id) }),
    });

    app.get('/chart/:id/audience/:user', {
      config: { permission: 'can_write Chart' },
      schema: {
        summary: 'What a user sees of a chart',
        tags,
        params: Type.Object({ ...IdParams.properties, user: IdParams.properties.id }),
        response: { 200: Type.Object({ result: ChartSeenBody }), ...errorResponses },
      },
      handler: async ({ principal, params }) => ({ result: await charts.seenBy(principal, params.id, params.user) }),
    });

    app.post('/chart/', {
      config: { permission: 'can_write Chart', body: 'large' },
      schema: {
        summary: 'Make a chart',
        tags,
        body: ChartPost,
        response: {
          201: Type.Object({ id: Type.Integer(), result: Type.Record(Type.String(), Type.Unknown()) }),
          ...errorResponses,
        },
      },
      handler: async (request, reply) => {
        const { id, version } = await charts.create(request.principal, request.body);
        return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.put('/chart/:id', {
      config: { permission: 'can_write Chart', body: 'large' },
      schema: {
        summary: 'Change a chart',
        tags,
        params: IdParams,
        body: ChartPut,
        response: {
          200: Type.Object({ id: Type.Integer(), result: Type.Record(Type.String(), Type.Unknown()) }),
          ...errorResponses,
        },
      },
      handler: async (request, reply) => {
        const { version } = await charts.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${version}"`).send({ id: request.params.id, result: request.body });
      },
    });

    app.delete('/chart/:id', {
      config: { permission: 'can_write Chart' },
      schema: { summary: 'Delete a chart', tags, params: IdParams, response: { 200: MessageBody, ...errorResponses } },
      handler: async (request) => {
        await charts.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });

    for (const [method, isFavorite] of [
      ['POST', true],
      ['DELETE', false],
    ] as const) {
      app.route({
        method,
        url: '/chart/:id/favorites/',
        config: { permission: 'can_read Chart' },
        schema: {
          summary: isFavorite ? 'Star a chart' : 'Unstar a chart',
          tags,
          params: IdParams,
          response: { 200: Starred, ...errorResponses },
        },
        handler: async (request) => {
          await charts.favor(request.principal, request.params.id, isFavorite);
          return { result: 'OK' };
        },
      });
    }
  };
}

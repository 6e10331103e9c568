import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { pick } from '../../http/list-answer.ts';
import { parseIds, Q, readObject } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext, ListSpec } from '../../http/list-spec.ts';
import { ChartItem } from '../charts/schema.ts';
import { FavoriteStatus, IdParams, KeyParams, PickedColumns, Starred } from '../item-shapes.ts';
import {
  DashboardColors,
  DashboardCopy,
  DashboardItem,
  DashboardPost,
  DashboardPut,
  DashboardSaved,
  DashboardTabs,
  FilterChanges,
} from './schema.ts';
import type { DashboardService } from './service.ts';

const tags = ['Dashboard'];
const Echo = Type.Record(Type.String(), Type.Unknown());
const read = { permission: 'can_read Dashboard' } as const;
const write = { permission: 'can_write Dashboard', body: 'large' } as const;

/** `/dashboard/…`: list, item with its charts and datasets, save, copy, filters, colours and stars. */
export function dashboardRoutes(
  dashboards: DashboardService,
  context: ListContext,
  list: ListSpec,
): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, list);
    itemRoutes(app, dashboards);
    writeRoutes(app, dashboards);
    partRoutes(app, dashboards);
    starRoutes(app, dashboards);
  };
}

function itemRoutes(app: App, dashboards: DashboardService): void {
  app.get('/dashboard/:key', {
    config: read,
    schema: {
      summary: 'One dashboard by id, uuid or slug',
      tags,
      params: KeyParams,
      querystring: Q,
      response: { 200: Type.Object({ result: Type.Union([DashboardItem, PickedColumns]) }), ...errorResponses },
    },
    handler: async (request, reply) => {
      const item = await dashboards.read(request.principal, request.params.key);
      const { columns } = readObject(request.query.q);
      const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
      void reply.header('ETag', `"${item.version}"`);
      return { result: names.length === 0 ? item : pick(item, names) };
    },
  });

  app.get('/dashboard/:key/charts', {
    config: read,
    schema: {
      summary: 'The charts of a dashboard with their form data',
      tags,
      params: KeyParams,
      response: { 200: Type.Object({ result: Type.Array(ChartItem) }), ...errorResponses },
    },
    handler: async (request) => ({ result: [...(await dashboards.charts(request.principal, request.params.key))] }),
  });

  app.get('/dashboard/:key/tabs', {
    config: read,
    schema: {
      summary: 'The tabs of a dashboard',
      tags,
      params: KeyParams,
      response: { 200: Type.Object({ result: DashboardTabs }), ...errorResponses },
    },
    handler: async (request) => ({ result: await dashboards.tabs(request.principal, request.params.key) }),
  });

  app.get('/dashboard/:key/datasets', {
    config: read,
    schema: {
      summary: 'The datasets of a dashboard',
      tags,
      params: KeyParams,
      response: { 200: Type.Object({ result: Type.Array(Echo) }), ...errorResponses },
    },
    handler: async (request) => ({ result: [...(await dashboards.datasets(request.principal, request.params.key))] }),
  });
}

function writeRoutes(app: App, dashboards: DashboardService): void {
  app.post('/dashboard/', {
    config: write,
    schema: {
      summary: 'Make a dashboard',
      tags,
      body: DashboardPost,
      response: { 201: DashboardSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, result, version, savedAt } = await dashboards.create(request.principal, request.body);
      return reply.code(201).header('ETag', `"${version}"`).send({ id, result, last_modified_time: savedAt, version });
    },
  });

  app.put('/dashboard/:key', {
    config: write,
    schema: {
      summary: 'Change a dashboard',
      tags,
      params: KeyParams,
      body: DashboardPut,
      response: { 200: DashboardSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, result, version, savedAt } = await dashboards.update(
        request.principal,
        request.params.key,
        request.body,
        request.headers['if-match'],
      );
      return reply.header('ETag', `"${version}"`).send({ id, result, last_modified_time: savedAt, version });
    },
  });

  app.delete('/dashboard/:id', {
    config: write,
    schema: {
      summary: 'Delete a dashboard',
      tags,
      params: IdParams,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await dashboards.remove(request.principal, [request.params.id]);
      return { message: 'OK' };
    },
  });

  app.post('/dashboard/:key/copy/', {
    config: write,
    schema: {
      summary: 'Copy a dashboard',
      tags,
      params: KeyParams,
      body: DashboardCopy,
      response: { 200: Type.Object({ result: Echo }), ...errorResponses },
    },
    handler: async (request) => ({
      result: (await dashboards.copy(request.principal, request.params.key, request.body)).result,
    }),
  });
}

function partRoutes(app: App, dashboards: DashboardService): void {
  app.put('/dashboard/:key/filters', {
    config: write,
    schema: {
      summary: 'Change the filters of a dashboard',
      tags,
      params: KeyParams,
      body: FilterChanges,
      response: { 200: Type.Object({ result: Type.Array(Echo) }), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { filters, version } = await dashboards.changeFilters(
        request.principal,
        request.params.key,
        request.body,
        request.headers['if-match'],
      );
      return reply.header('ETag', `"${version}"`).send({ result: [...filters] as Record<string, unknown>[] });
    },
  });

  app.put('/dashboard/:key/colors', {
    config: write,
    schema: {
      summary: 'Keep the colours of a dashboard',
      tags,
      params: KeyParams,
      querystring: Type.Object({ mark_updated: Type.Optional(Type.Boolean()) }),
      body: DashboardColors,
      response: { 200: Type.Object({ result: Echo }), ...errorResponses },
    },
    handler: async (request) => ({
      result: {
        ...(await dashboards.changeColors(
          request.principal,
          request.params.key,
          request.body,
          request.query.mark_updated !== false,
        )),
      },
    }),
  });
}

function starRoutes(app: App, dashboards: DashboardService): void {
  app.get('/dashboard/favorite_status/', {
    config: read,
    schema: {
      summary: 'Which dashboards are starred',
      tags,
      querystring: Q,
      response: { 200: FavoriteStatus, ...errorResponses },
    },
    handler: async (request) => ({
      result: [...(await dashboards.favoriteStatus(request.principal, parseIds(request.query.q)))],
    }),
  });

  for (const [method, isFavorite] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: '/dashboard/:key/favorites/',
      config: read,
      schema: {
        summary: isFavorite ? 'Star a dashboard' : 'Unstar a dashboard',
        tags,
        params: KeyParams,
        response: { 200: Starred, ...errorResponses },
      },
      handler: async (request) => {
        await dashboards.favor(request.principal, request.params.key, isFavorite);
        return { result: 'OK' };
      },
    });
  }
}

import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { pick } from '../../http/list-answer.ts';
import { parseIds, Q, readObject } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { FavoriteStatus, IdParams, idOrUuid, KeyParams, SavedBody, Starred } from '../item-shapes.ts';
import { savedQueryList } from './list.ts';
import {
  SavedQueryItem,
  SavedQueryPost,
  SavedQueryPut,
  SavedQueryRestored,
  SavedQueryText,
  SavedQueryVersionParams,
  SavedQueryVersions,
} from './schema.ts';
import type { SavedQueryService } from './service.ts';

const tags = ['Queries'];
const read = { permission: 'can_read SavedQuery' } as const;
const write = { permission: 'can_write SavedQuery' } as const;
const large = { ...write, body: 'large' } as const;

/** `/saved_query/…`: list, item, save, delete, stars and versions. */
export function savedQueryRoutes(
  queries: SavedQueryService,
  context: ListContext & { readonly now: () => Date },
): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, savedQueryList(queries, context.now));
    itemRoutes(app, queries);
    versionRoutes(app, queries);
    favoriteRoutes(app, queries);
  };
}

function itemRoutes(app: App, queries: SavedQueryService): void {
  app.get('/saved_query/:key', {
    config: read,
    schema: {
      summary: 'One saved query by id or uuid',
      tags,
      params: KeyParams,
      querystring: Q,
      response: { 200: SavedQueryItem, ...errorResponses },
    },
    handler: async (request, reply) => {
      const item = await queries.read(request.principal, idOrUuid(request.params.key));
      const { columns } = readObject(request.query.q);
      const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
      void reply.header('ETag', `"${item.version}"`);
      return { id: item.id, result: names.length === 0 ? item : pick(item, names) };
    },
  });

  app.post('/saved_query/', {
    config: large,
    schema: {
      summary: 'Save a query',
      tags,
      body: SavedQueryPost,
      response: { 201: SavedBody, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, version } = await queries.create(request.principal, request.body);
      return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.put('/saved_query/:id', {
    config: large,
    schema: {
      summary: 'Change a saved query',
      tags,
      params: IdParams,
      body: SavedQueryPut,
      response: { 200: SavedBody, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, version } = await queries.update(
        request.principal,
        request.params.id,
        request.body,
        request.headers['if-match'],
      );
      return reply.header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.delete('/saved_query/:id', {
    config: write,
    schema: {
      summary: 'Delete a saved query',
      tags,
      params: IdParams,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await queries.remove(request.principal, [request.params.id]);
      return { message: 'OK' };
    },
  });
}

function versionRoutes(app: App, queries: SavedQueryService): void {
  app.get('/saved_query/:id/versions', {
    config: read,
    schema: {
      summary: 'The versions of the text of a saved query, the newest first',
      tags,
      params: IdParams,
      response: { 200: SavedQueryVersions, ...errorResponses },
    },
    handler: async (request) => ({ result: await queries.versions(request.principal, request.params.id) }),
  });

  app.get('/saved_query/:id/versions/:version', {
    config: read,
    schema: {
      summary: 'The text of a saved query as a save left it',
      tags,
      params: SavedQueryVersionParams,
      response: { 200: SavedQueryText, ...errorResponses },
    },
    handler: async ({ principal, params }) => ({ result: await queries.version(principal, params.id, params.version) }),
  });

  app.post('/saved_query/:id/versions/:version/restore', {
    config: write,
    schema: {
      summary: 'Make an older text the newest one',
      tags,
      params: SavedQueryVersionParams,
      response: { 200: SavedQueryRestored, ...errorResponses },
    },
    handler: async ({ principal, params }, reply) => {
      const saved = await queries.restore(principal, params.id, params.version);
      return reply.header('ETag', `"${saved.version}"`).send(saved);
    },
  });
}

function favoriteRoutes(app: App, queries: SavedQueryService): void {
  app.get('/saved_query/favorite_status/', {
    config: read,
    schema: {
      summary: 'Which saved queries are starred',
      tags,
      querystring: Q,
      response: { 200: FavoriteStatus, ...errorResponses },
    },
    handler: async (request) => ({
      result: await queries.favoriteStatus(request.principal, parseIds(request.query.q)),
    }),
  });

  for (const [method, isFavorite] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: '/saved_query/:id/favorites/',
      config: read,
      schema: {
        summary: isFavorite ? 'Star a saved query' : 'Unstar a saved query',
        tags,
        params: IdParams,
        response: { 200: Starred, ...errorResponses },
      },
      handler: async (request) => {
        await queries.favor(request.principal, request.params.id, isFavorite);
        return { result: 'OK' };
      },
    });
  }
}

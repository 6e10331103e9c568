import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { parseIds, parseIdsOrNames, Q } from '../../http/list-query.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { FavoriteStatus, IdParams, Starred } from '../item-shapes.ts';
import { tagList } from './list.ts';
import {
  ObjectParams,
  ObjectsQuery,
  ObjectTagParams,
  TagBulk,
  TagBulkBody,
  TaggedObjects,
  TagItem,
  TagNames,
  TagPost,
  TagPut,
  TagSaved,
} from './schema.ts';
import type { TagService } from './service.ts';

const tags = ['Tags'];
const read = { permission: 'can_read Tag' } as const;
const write = { permission: 'can_write Tag' } as const;

/** `/tag/…`: tags, and the charts, dashboards and saved queries that carry them. */
export function tagRoutes(context: ListContext, service: TagService): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, tagList(service));
    itemRoutes(app, service);
    bulkRoutes(app, service);
    objectRoutes(app, service);
    favoriteRoutes(app, service);
  };
}

function itemRoutes(app: App, service: TagService): void {
  app.get('/tag/:id', {
    config: read,
    schema: { summary: 'A tag', tags, params: IdParams, response: { 200: TagItem, ...errorResponses } },
    handler: async (request, reply) => {
      const result = await service.read(request.principal, request.params.id);
      void reply.header('ETag', `"${result.version}"`);
      return { id: result.id, result };
    },
  });

  app.post('/tag/', {
    config: write,
    schema: { summary: 'Make a tag', tags, body: TagPost, response: { 201: TagSaved, ...errorResponses } },
    handler: async (request, reply) => {
      const { id, version } = await service.create(request.principal, request.body);
      return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.put('/tag/:id', {
    config: write,
    schema: {
      summary: 'Change a tag',
      tags,
      params: IdParams,
      body: TagPut,
      response: { 200: TagSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, version } = await service.update(
        request.principal,
        request.params.id,
        request.body,
        request.headers['if-match'],
      );
      return reply.header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.delete('/tag/:id', {
    config: write,
    schema: { summary: 'Delete a tag', tags, params: IdParams, response: { 200: MessageBody, ...errorResponses } },
    handler: async (request) => {
      await service.remove(request.principal, [request.params.id]);
      return { message: 'OK' };
    },
  });
}

function bulkRoutes(app: App, service: TagService): void {
  app.delete('/tag/', {
    config: write,
    schema: {
      summary: 'Delete several tags, by their names or ids',
      tags,
      querystring: Q,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      const named = parseIdsOrNames(request.query.q);
      if (named.length === 0) throw new AppError('not_found', {});
      const count = await service.removeNamed(request.principal, named);
      return { message: `Deleted ${count} ${count === 1 ? 'tag' : 'tags'}` };
    },
  });

  app.post('/tag/bulk_create', {
    config: write,
    schema: {
      summary: 'Put several tags on several objects',
      tags,
      body: TagBulk,
      response: { 200: TagBulkBody, ...errorResponses },
    },
    handler: async (request) => ({ result: await service.bulkCreate(request.principal, request.body) }),
  });
}

function objectRoutes(app: App, service: TagService): void {
  app.get('/tag/get_objects/', {
    config: read,
    schema: {
      summary: 'Charts, dashboards and saved queries that carry one of the tags',
      tags,
      querystring: ObjectsQuery,
      response: { 200: TaggedObjects, ...errorResponses },
    },
    handler: async (request) => ({ result: [...(await service.objects(request.principal, request.query))] }),
  });

  app.post('/tag/:type/:object/', {
    config: write,
    schema: {
      summary: 'Put tags on an object',
      tags,
      params: ObjectParams,
      body: TagNames,
      response: { 201: MessageBody, ...errorResponses },
    },
    handler: async (request, reply) => {
      await service.tagObject(request.principal, request.params, request.body.properties.tags);
      return reply.code(201).send({ message: 'OK' });
    },
  });

  app.delete('/tag/:type/:object/:tag/', {
    config: write,
    schema: {
      summary: 'Take a tag off an object',
      tags,
      params: ObjectTagParams,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await service.untagObject(request.principal, request.params, request.params.tag);
      return { message: 'OK' };
    },
  });
}

function favoriteRoutes(app: App, service: TagService): void {
  app.get('/tag/favorite_status/', {
    config: read,
    schema: {
      summary: 'Which tags the user has starred',
      tags,
      querystring: Q,
      response: { 200: FavoriteStatus, ...errorResponses },
    },
    handler: async (request) => ({
      result: await service.favoriteStatus(request.principal, parseIds(request.query.q)),
    }),
  });

  for (const [method, isFavorite] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: '/tag/:id/favorites/',
      config: read,
      schema: {
        summary: isFavorite ? 'Star a tag' : 'Unstar a tag',
        tags,
        params: IdParams,
        response: { 200: Starred, ...errorResponses },
      },
      handler: async (request) => {
        await service.favor(request.principal, request.params.id, isFavorite);
        return { result: 'OK' };
      },
    });
  }
}

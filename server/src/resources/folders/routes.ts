import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { etag } from '../../http/etag.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { IdParams } from '../item-shapes.ts';
import { FolderItem, FolderPost, FolderPut, Folders } from './schema.ts';
import type { FolderService } from './service.ts';

const tags = ['Folders'];
const read = { permission: 'can_read Dashboard' } as const;
const write = { permission: 'can_write Dashboard' } as const;

/** `/folder/…`: folders of dashboards. */
export function folderRoutes(folders: FolderService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/folder/', {
      config: read,
      schema: { summary: 'All folders that one sees', tags, response: { 200: Folders, ...errorResponses } },
      handler: async (request) => {
        const result = await folders.list(request.principal);
        return { count: result.length, result: [...result] };
      },
    });

    app.get('/folder/:id', {
      config: read,
      schema: { summary: 'A folder', tags, params: IdParams, response: { 200: FolderItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await folders.read(request.principal, request.params.id);
        void reply.header('ETag', etag(result));
        return { id: result.id, result };
      },
    });

    app.post('/folder/', {
      config: write,
      schema: { summary: 'Make a folder', tags, body: FolderPost, response: { 201: FolderItem, ...errorResponses } },
      handler: async (request, reply) => {
        const result = await folders.create(request.principal, request.body);
        return reply.code(201).header('ETag', etag(result)).send({ id: result.id, result });
      },
    });

    app.put('/folder/:id', {
      config: write,
      schema: {
        summary: 'Name, move or share a folder',
        tags,
        params: IdParams,
        body: FolderPut,
        response: { 200: FolderItem, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { principal, params, body, headers } = request;
        const result = await folders.update(principal, params.id, body, headers['if-match']);
        void reply.header('ETag', etag(result));
        return { id: result.id, result };
      },
    });

    app.delete('/folder/:id', {
      config: write,
      schema: {
        summary: 'Delete an empty folder',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await folders.remove(request.principal, request.params.id);
        return { message: 'OK' };
      },
    });
  };
}

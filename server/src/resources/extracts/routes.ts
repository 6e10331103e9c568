import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { IdParams } from '../item-shapes.ts';
import { ExtractBody, ExtractPut, RefreshBody } from './schema.ts';
import type { ExtractService } from './service.ts';

const tags = ['Dataset'];

/** `/dataset/{id}/extract…`: acceleration of a dataset; under `/api/v1`. */
export function extractRoutes(extracts: ExtractService): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/dataset/:id/extract', {
      config: { permission: 'can_read Dataset' },
      schema: {
        summary: 'How a dataset is accelerated, and how old its extract is',
        tags,
        params: IdParams,
        response: { 200: ExtractBody, ...errorResponses },
      },
      handler: async (request) => ({ result: await extracts.read(request.principal, request.params.id) }),
    });

    app.put('/dataset/:id/extract', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Accelerate a dataset, or change when and how its extract is refreshed',
        tags,
        params: IdParams,
        body: ExtractPut,
        response: { 200: ExtractBody, ...errorResponses },
      },
      handler: async (request) => ({
        result: await extracts.accelerate(request.principal, request.params.id, request.body),
      }),
    });

    app.delete('/dataset/:id/extract', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Read a dataset at its source again, and remove its extract',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await extracts.stop(request.principal, request.params.id);
        return { message: 'OK' };
      },
    });

    app.post('/dataset/:id/extract/refresh', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Refresh the extract of a dataset now',
        tags,
        params: IdParams,
        body: RefreshBody,
        response: { 202: ExtractBody, ...errorResponses },
      },
      handler: async (request, reply) =>
        reply.code(202).send({
          result: await extracts.refresh(request.principal, request.params.id, request.body.all === true),
        }),
    });

    app.post('/dataset/:id/extract/cancel', {
      config: { permission: 'can_write Dataset' },
      schema: {
        summary: 'Stop the refresh that is under way; the extract before it stays',
        tags,
        params: IdParams,
        response: { 200: ExtractBody, ...errorResponses },
      },
      handler: async (request) => ({ result: await extracts.cancel(request.principal, request.params.id) }),
    });
  };
}

import type { App } from '../../http/app-types.ts';
import { AppError } from '@tessera/core/errors/app-error';
import { errorResponses } from '../../http/error-body.ts';
import { answerList } from '../../http/list-answer.ts';
import { parseIds, parseListQuery, Q } from '../../http/list-query.ts';
import { ListBody, listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { annotationList, layerList } from './list.ts';
import {
  AnnotationItem,
  AnnotationParams,
  AnnotationPost,
  AnnotationPut,
  AnnotationSaved,
  LayerItem,
  LayerPost,
  LayerPut,
  LayerSaved,
} from './schema.ts';
import type { LayerService } from './service.ts';

const tags = ['Annotation layers'];
const read = { permission: 'can_read Annotation' } as const;
const write = { permission: 'can_write Annotation' } as const;

/** `/annotation_layer/…`: layers of annotations, and the annotations in them. */
export function annotationLayerRoutes(context: ListContext, layers: LayerService): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, layerList(layers));

    app.get('/annotation_layer/:id', {
      config: read,
      schema: {
        summary: 'An annotation layer',
        tags,
        params: IdParams,
        response: { 200: LayerItem, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await layers.layer(request.params.id);
        void reply.header('ETag', `"${result.version}"`);
        return { id: result.id, result };
      },
    });

    app.post('/annotation_layer/', {
      config: write,
      schema: {
        summary: 'Make an annotation layer',
        tags,
        body: LayerPost,
        response: { 201: LayerSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { id, version } = await layers.createLayer(request.principal, request.body);
        return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.put('/annotation_layer/:id', {
      config: write,
      schema: {
        summary: 'Change an annotation layer',
        tags,
        params: IdParams,
        body: LayerPut,
        response: { 200: LayerSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { id, version } = await layers.updateLayer(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.delete('/annotation_layer/:id', {
      config: write,
      schema: {
        summary: 'Delete an annotation layer',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await layers.removeLayers(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });

    annotationRoutes(app, context, layers);
  };
}

function annotationRoutes(app: App, context: ListContext, layers: LayerService): void {
  app.get('/annotation_layer/:id/annotation/', {
    config: read,
    schema: {
      summary: 'List the annotations of a layer',
      tags,
      params: IdParams,
      querystring: Q,
      response: { 200: ListBody, ...errorResponses },
    },
    handler: async (request) =>
      answerList(
        context,
        annotationList(layers, request.params.id),
        parseListQuery(request.query.q),
        request.principal,
      ),
  });

  app.get('/annotation_layer/:id/annotation/:annotationId', {
    config: read,
    schema: {
      summary: 'An annotation',
      tags,
      params: AnnotationParams,
      response: { 200: AnnotationItem, ...errorResponses },
    },
    handler: async (request, reply) => {
      const result = await layers.annotation(request.params.id, request.params.annotationId);
      void reply.header('ETag', `"${result.version}"`);
      return { id: result.id, result };
    },
  });

  app.post('/annotation_layer/:id/annotation/', {
    config: write,
    schema: {
      summary: 'Make an annotation',
      tags,
      params: IdParams,
      body: AnnotationPost,
      response: { 201: AnnotationSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, version } = await layers.createAnnotation(request.principal, request.params.id, request.body);
      return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.put('/annotation_layer/:id/annotation/:annotationId', {
    config: write,
    schema: {
      summary: 'Change an annotation',
      tags,
      params: AnnotationParams,
      body: AnnotationPut,
      response: { 200: AnnotationSaved, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id, version } = await layers.updateAnnotation(
        request.principal,
        request.params.id,
        request.params.annotationId,
        request.body,
        request.headers['if-match'],
      );
      return reply.header('ETag', `"${version}"`).send({ id, result: request.body });
    },
  });

  app.delete('/annotation_layer/:id/annotation/:annotationId', {
    config: write,
    schema: {
      summary: 'Delete an annotation',
      tags,
      params: AnnotationParams,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      await layers.removeAnnotations(request.principal, request.params.id, [request.params.annotationId]);
      return { message: 'OK' };
    },
  });

  app.delete('/annotation_layer/:id/annotation/', {
    config: write,
    schema: {
      summary: 'Delete several annotations',
      tags,
      params: IdParams,
      querystring: Q,
      response: { 200: MessageBody, ...errorResponses },
    },
    handler: async (request) => {
      const ids = [...new Set(parseIds(request.query.q))];
      if (ids.length === 0) throw new AppError('not_found', {});
      const count = await layers.removeAnnotations(request.principal, request.params.id, ids);
      return { message: `Deleted ${count} ${count === 1 ? 'annotation' : 'annotations'}` };
    },
  });
}

import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { signalOf } from '../../http/request-parts.ts';
import { linkBase } from '../../http/host-header.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { KeyBody, LinkBody } from '../item-shapes.ts';
import { ExplorePermalinkBody, ExploreQuery, ExploreStartBody, FormDataBody } from './schema.ts';
import type { ExploreService } from './service.ts';

const tags = ['Explore'];
const config = { permission: 'can_read Explore', body: 'large' } as const;
const Params = Type.Object({ key: Type.String({ maxLength: 64 }) });
const Tab = Type.Object({ tab_id: Type.Optional(Type.Integer({ minimum: 0 })) });
const Open = Type.Record(Type.String(), Type.Unknown());

/** `/explore/…`: what the page begins with, its state by key, and links to it. */
export function exploreRoutes(explore: ExploreService, baseUrl: string | null): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/explore/', {
      config,
      schema: {
        summary: 'Dataset, chart and settings to begin with',
        tags,
        querystring: ExploreQuery,
        response: {
          200: ExploreStartBody,
          ...errorResponses,
        },
      },
      handler: async (request, reply) => ({
        result: { ...(await explore.start(request.principal, request.query, signalOf(reply))) },
      }),
    });

    app.post('/explore/form_data', {
      config,
      schema: {
        summary: 'Keep settings under a key',
        tags,
        querystring: Tab,
        body: FormDataBody,
        response: { 201: KeyBody, ...errorResponses },
      },
      handler: async (request, reply) =>
        reply.code(201).send(await explore.createFormData(request.principal, request.body, request.query.tab_id)),
    });

    app.put('/explore/form_data/:key', {
      config,
      schema: {
        summary: 'Change kept settings',
        tags,
        params: Params,
        querystring: Tab,
        body: FormDataBody,
        response: { 200: KeyBody, ...errorResponses },
      },
      handler: (request) => explore.updateFormData(request.principal, request.params.key, request.body),
    });

    app.get('/explore/form_data/:key', {
      config,
      schema: {
        summary: 'Kept settings',
        tags,
        params: Params,
        response: { 200: Type.Object({ form_data: Type.String() }), ...errorResponses },
      },
      handler: (request) => explore.readFormData(request.principal, request.params.key),
    });

    app.delete('/explore/form_data/:key', {
      config,
      schema: {
        summary: 'Remove kept settings',
        tags,
        params: Params,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await explore.removeFormData(request.principal, request.params.key);
        return { message: 'Deleted successfully' };
      },
    });

    app.post('/explore/permalink', {
      config,
      schema: {
        summary: 'A link to a chart as it is set',
        tags,
        body: ExplorePermalinkBody,
        response: { 201: LinkBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { key } = await explore.createPermalink(request.principal, request.body);
        return reply.code(201).send({ key, url: `${linkBase(request, baseUrl)}/explore/p/${key}/` });
      },
    });

    app.get('/explore/permalink/:key', {
      config,
      schema: {
        summary: 'The settings behind a link',
        tags,
        params: Params,
        response: { 200: Open, ...errorResponses },
      },
      handler: async (request) => ({ ...(await explore.readPermalink(request.principal, request.params.key)) }),
    });
  };
}

import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { listRoutes, MessageBody } from '../../http/list-resource.ts';
import type { ListContext } from '../../http/list-spec.ts';
import { IdParams } from '../item-shapes.ts';
import { cssTemplateList } from './list.ts';
import { CssTemplateItem, CssTemplatePost, CssTemplatePut, CssTemplateSaved } from './schema.ts';
import type { CssTemplateService } from './service.ts';

const tags = ['CSS Templates'];
const read = { permission: 'can_read CssTemplate' } as const;
const write = { permission: 'can_write CssTemplate' } as const;

/** `/css_template/…`: styles that dashboards begin with. */
export function cssTemplateRoutes(context: ListContext, templates: CssTemplateService): (app: App) => Promise<void> {
  return async (app) => {
    listRoutes(app, context, cssTemplateList(templates));

    app.get('/css_template/:id', {
      config: read,
      schema: {
        summary: 'A CSS template',
        tags,
        params: IdParams,
        response: { 200: CssTemplateItem, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await templates.template(request.params.id);
        void reply.header('ETag', `"${result.version}"`);
        return { id: result.id, result };
      },
    });

    app.post('/css_template/', {
      config: write,
      schema: {
        summary: 'Make a CSS template',
        tags,
        body: CssTemplatePost,
        response: { 201: CssTemplateSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { id, version } = await templates.create(request.principal, request.body);
        return reply.code(201).header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.put('/css_template/:id', {
      config: write,
      schema: {
        summary: 'Change a CSS template',
        tags,
        params: IdParams,
        body: CssTemplatePut,
        response: { 200: CssTemplateSaved, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { id, version } = await templates.update(
          request.principal,
          request.params.id,
          request.body,
          request.headers['if-match'],
        );
        return reply.header('ETag', `"${version}"`).send({ id, result: request.body });
      },
    });

    app.delete('/css_template/:id', {
      config: write,
      schema: {
        summary: 'Delete a CSS template',
        tags,
        params: IdParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await templates.remove(request.principal, [request.params.id]);
        return { message: 'OK' };
      },
    });
  };
}

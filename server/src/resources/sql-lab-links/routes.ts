import { hrefOf } from '@tessera/core/pages';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { acceptJsonForms } from '../../http/form-body.ts';
import { linkBase } from '../../http/host-header.ts';
import { LinkBody } from '../item-shapes.ts';
import { EditorStart, OpenForm, SqlLink } from './schema.ts';
import type { SqlLinkService } from './service.ts';

const tags = ['SQL Lab'];
const config = { permission: 'can_read SQLLab' } as const;
const LinkParams = Type.Object({ key: Type.String({ maxLength: 64 }) });

/** `/sqllab/` and `/sqllab/permalink`: what the SQL editor begins with, and links into it. */
export function sqlLinkRoutes(links: SqlLinkService, baseUrl: string | null): (app: App) => Promise<void> {
  return async (app) => {
    app.get('/sqllab/', {
      config,
      schema: {
        summary: 'Tabs, databases and queries that the SQL editor begins with',
        tags,
        response: { 200: EditorStart, ...errorResponses },
      },
      handler: async (request) => ({ result: await links.start(request.principal) }),
    });

    app.post('/sqllab/permalink', {
      config: { ...config, body: 'large' },
      schema: {
        summary: 'A link to a query of the SQL editor',
        tags,
        body: SqlLink,
        response: { 201: LinkBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { key } = await links.createLink(request.principal, request.body);
        return reply.code(201).send({ key, url: `${linkBase(request, baseUrl)}${hrefOf('sqlLabLink', { key })}` });
      },
    });

    app.get('/sqllab/permalink/:key', {
      config,
      schema: {
        summary: 'The query behind a link',
        tags,
        params: LinkParams,
        response: { 200: SqlLink, ...errorResponses },
      },
      handler: async (request) => links.readLink(request.principal, request.params.key),
    });
  };
}

/** `POST /sqllab/`: another page of ours opens the editor with a query, by a form ([7.6-01]). */
export function sqlFormRoutes(links: SqlLinkService): (app: App) => Promise<void> {
  return async (app) => {
    acceptJsonForms(app, ['form_data']);
    app.post('/sqllab/', {
      // It opens a page and nothing else, so that no token is needed; other sites are refused all the same.
      config: { permission: 'public', documented: false, csrf: 'exempt', body: 'large' },
      schema: { body: OpenForm },
      handler: async (request, reply) => {
        const { principal } = request;
        if (principal.kind === 'anonymous' && principal.grants.size === 0)
          return reply.redirect(hrefOf('login', {}, { next: hrefOf('sqlLab') }), 303);
        return reply.redirect(await links.addressOf(principal, request.body.form_data), 303);
      },
    });
  };
}

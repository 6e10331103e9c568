import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { linkBase } from '../../http/host-header.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { KeyBody, KeyParams, LinkBody } from '../item-shapes.ts';
import { DashboardLinkBody, PermalinkState } from './schema.ts';
import { FilterStateBody, FilterStateValue, type DashboardSharing } from './sharing.ts';

const tags = ['Dashboard'];
const config = { permission: 'can_read Dashboard' } as const;
const LinkParams = Type.Object({ link: Type.String({ maxLength: 64 }) });
const StateParams = Type.Object({ key: Type.String({ maxLength: 255 }), state: Type.String({ maxLength: 64 }) });
const Tab = Type.Object({ tab_id: Type.Optional(Type.Integer({ minimum: 0 })) });

/** Permalinks and filter states of dashboards. `baseUrl` is the address that users use, if the operator set it. */
export function dashboardSharingRoutes(sharing: DashboardSharing, baseUrl: string | null): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/dashboard/:key/permalink', {
      config,
      schema: {
        summary: 'A link to a dashboard as it is seen',
        tags,
        params: KeyParams,
        body: PermalinkState,
        response: { 201: LinkBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { key } = await sharing.createPermalink(request.principal, request.params.key, request.body);
        return reply.code(201).send({ key, url: `${linkBase(request, baseUrl)}/tessera/dashboard/p/${key}/` });
      },
    });

    app.get('/dashboard/permalink/:link', {
      config,
      schema: {
        summary: 'The state behind a link',
        tags,
        params: LinkParams,
        response: {
          200: DashboardLinkBody,
          ...errorResponses,
        },
      },
      handler: async (request) => ({ ...(await sharing.readPermalink(request.principal, request.params.link)) }),
    });

    app.post('/dashboard/:key/filter_state', {
      config,
      schema: {
        summary: 'Keep a filter state',
        tags,
        params: KeyParams,
        querystring: Tab,
        body: FilterStateBody,
        response: { 201: KeyBody, ...errorResponses },
      },
      handler: async (request, reply) =>
        reply
          .code(201)
          .send(
            await sharing.createFilterState(
              request.principal,
              request.params.key,
              request.body.value,
              request.query.tab_id,
            ),
          ),
    });

    app.put('/dashboard/:key/filter_state/:state', {
      config,
      schema: {
        summary: 'Change a filter state',
        tags,
        params: StateParams,
        querystring: Tab,
        body: FilterStateBody,
        response: { 200: KeyBody, ...errorResponses },
      },
      handler: (request) =>
        sharing.updateFilterState(request.principal, request.params.key, request.params.state, request.body.value),
    });

    app.get('/dashboard/:key/filter_state/:state', {
      config,
      schema: {
        summary: 'A filter state',
        tags,
        params: StateParams,
        response: { 200: FilterStateValue, ...errorResponses },
      },
      handler: (request) => sharing.readFilterState(request.principal, request.params.key, request.params.state),
    });

    app.delete('/dashboard/:key/filter_state/:state', {
      config,
      schema: {
        summary: 'Remove a filter state',
        tags,
        params: StateParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await sharing.removeFilterState(request.principal, request.params.key, request.params.state);
        return { message: 'Deleted successfully' };
      },
    });
  };
}

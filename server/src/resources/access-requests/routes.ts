import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { IdParams, KeyParams } from '../item-shapes.ts';
import { AccessDecision, AccessRequestItem } from './schema.ts';
import type { AccessRequestService } from './service.ts';

const tags = ['Dashboard'];

/** Requests for access to dashboards: asked by whoever cannot see one, decided by its owners and administrators. */
export function accessRequestRoutes(requests: AccessRequestService): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/dashboard/:key/access_request', {
      config: { permission: 'can_read Dashboard' },
      schema: {
        summary: 'Ask the owners of a dashboard for access',
        tags,
        params: KeyParams,
        response: { 202: MessageBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        await requests.ask(request.principal, request.params.key);
        return reply.code(202).send({ message: 'OK' });
      },
    });

    app.get('/dashboard/access_requests/', {
      config: { permission: 'can_write Dashboard' },
      schema: {
        summary: 'Open requests for access to dashboards that one may change',
        tags,
        response: { 200: Type.Object({ result: Type.Array(AccessRequestItem) }), ...errorResponses },
      },
      handler: async (request) => ({ result: [...(await requests.open(request.principal))] }),
    });

    app.put('/dashboard/access_requests/:id', {
      config: { permission: 'can_write Dashboard' },
      schema: {
        summary: 'Give access, or dismiss the request',
        tags,
        params: IdParams,
        body: AccessDecision,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        const decided = await requests.decide(request.principal, request.params.id, request.body);
        if (request.body.decision === 'given') request.server.securityLog(request, 'access_given', decided);
        return { message: 'OK' };
      },
    });
  };
}
